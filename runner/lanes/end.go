package lanes

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// End draws what still waits, how the input ended, what stays open and what was
// folded. Where the drawing broke off before the end of the input (ErrBehind,
// or a reader that failed) stopped says why, and nothing is said of the end.
func (d *Drawing) End(cause spec.Cause, stopped string) (Stats, error) {
	d.flush(0)
	for id := range d.asked {
		if !d.met[id] {
			d.stats.Missing = append(d.stats.Missing, id)
		}
	}
	slices.Sort(d.stats.Missing)
	if d.err == nil && (d.stats.Records > 0) {
		if stopped != "" {
			d.stops(stopped)
		} else {
			d.settles(cause)
		}
		d.sums()
	}
	if d.err == nil {
		d.err = d.out.to.Flush()
	}
	return d.stats, d.err
}

// stops says where the drawing broke off.
func (d *Drawing) stops(why string) {
	d.last(edge, why)
	d.stillOpen()
}

// settles ends the model's reading, and tells what that brings.
func (d *Drawing) settles(cause spec.Cause) {
	waiting := d.openCalls()
	d.line, d.muted = 0, false
	d.state.End(cause)
	t := d.state.Transcript()
	words := "the input ends"
	if cause == spec.Cut {
		words = "the input breaks off"
	}
	mood := edge
	if t.Outcome == spec.OutcomeFailed || t.Outcome == spec.OutcomeIncomplete {
		mood = bad
	}
	d.last(mood, words+": "+string(t.Outcome))
	d.left(waiting)
	d.atEnd()
	d.breaches(check.Produce(d.state.Features, &t))
}

// last draws a line at the end, of no session.
func (d *Drawing) last(m mood, words string) {
	d.write(&item{mood: m}, nil, false, words)
}

// atEnd tells what the model reports only at the end.
func (d *Drawing) atEnd() {
	d.report()
	d.flush(0)
}

// most is how many of a kind are listed at the end.
const most = 10

// breaches lists the rules for producers that the stream breaks, but for those
// that stand at their place.
func (d *Drawing) breaches(all []check.Breach) {
	inPlace := map[string]bool{"produce/start-before-result": true, "produce/arguments-parse": true, "produce/unique-live-ids": true}
	n := 0
	for i := range all {
		b := &all[i]
		if inPlace[b.Rule] || !d.selected(b.Session) {
			continue
		}
		if n++; n > most {
			continue
		}
		words := "! " + b.Rule + ", session " + short(b.Session, 20)
		for _, named := range [][2]string{{"message", b.Message}, {"call", b.Call}} {
			if named[1] != "" {
				words += ", " + named[0] + " " + short(named[1], 24)
			}
		}
		d.last(odd, words+": "+plain(b.Detail))
	}
	if n > most {
		d.last(odd, fmt.Sprintf("and %s more", number(n-most)))
	}
}

// sums says what was folded, and how to see less at once.
func (d *Drawing) sums() {
	s := &d.stats
	words := fmt.Sprintf("%s in %s", counted(s.Records, "record"), counted(s.Lines, "line"))
	if s.Folded+s.Silent > 0 {
		words += fmt.Sprintf(": %s begin one, %s folded into those, %s say nothing new", number(s.Told), number(s.Folded), number(s.Silent))
	}
	if s.Lines > 2000 {
		words += "; --from, --to and --session narrow it"
	}
	if d.err == nil {
		d.err = d.out.text(clip(words, d.out.width))
	}
}
