package lanes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
)

// End draws the waiting lines, how the input ended, what stays open and what was
// folded. If the drawing stopped before the end of the input (ErrBehind, or an error
// of the reader), stopped says why, and the end is not drawn.
func (d *Drawing) End(cause spec.Cause, stopped string) (Stats, error) {
	d.flush(0)
	if d.err == nil && d.stats.Records > 0 {
		if stopped != "" {
			d.stops(stopped)
		} else {
			d.drawEnd(cause)
		}
		d.sums()
	}
	if p, prints := d.out.(*printer); prints && d.err == nil {
		d.err = p.to.Flush()
	}
	return d.stats, d.err
}

// Errors for a selection that is empty.
var (
	ErrRange   = errors.New("nothing stands there")
	ErrSession = errors.New("there is no such session")
)

// Nothing returns, after End, why nothing was drawn or which selected session does not
// exist: an error that wraps ErrSession or ErrRange; else nil.
func (d *Drawing) Nothing() error {
	for _, id := range d.o.Sessions {
		if !d.met[id] {
			return fmt.Errorf("session %q: %w%s", id, ErrSession, d.choice())
		}
	}
	if d.stats.Records > 0 {
		return nil
	}
	if d.o.From > d.stats.Last {
		return fmt.Errorf("from line %d: %w; its last record is in line %d", d.o.From, ErrRange, d.stats.Last)
	}
	return fmt.Errorf("lines %d to %d: %w", d.o.From, d.stats.Last, ErrRange)
}

// choice names the first sessions of the stream.
func (d *Drawing) choice() string {
	var ids []string
	for _, ss := range d.state.Sessions {
		if len(ids) == 8 {
			ids = append(ids, "…")
			break
		}
		ids = append(ids, short(ss.ID, 44))
	}
	if len(ids) == 0 {
		return ""
	}
	return ", there " + map[bool]string{true: "is", false: "are"}[len(ids) == 1] + " " + strings.Join(ids, ", ")
}

// stops draws where the drawing stopped.
func (d *Drawing) stops(why string) {
	d.last(Edge, why)
	d.left(d.openCalls(), nil)
}

// drawEnd ends the model's reading, and draws the result.
func (d *Drawing) drawEnd(cause spec.Cause) {
	waiting := d.openCalls()
	d.line, d.muted = 0, false
	d.state.End(cause)
	t := d.state.Transcript()
	words := "the input ends"
	if cause == spec.Cut {
		words = "the input breaks off"
	}
	mood := Edge
	outcome := outcomes[t.Outcome]
	if outcome == "" {
		outcome = string(t.Outcome)
	}
	if reason := t.StopReason(); reason != "" && t.Outcome == spec.OutcomeIncomplete {
		outcome = "incomplete: " + short(reason, 44)
	}
	if t.Outcome == spec.OutcomeFailed || t.Outcome == spec.OutcomeIncomplete {
		mood = Bad
	}
	d.last(mood, words+": "+outcome)
	broken := slices.DeleteFunc(produce.Breaches(d.state.Features, &t), func(b produce.Breach) bool { return !b.Fails() })
	listed := d.left(waiting, broken)
	d.report()
	d.flush(0)
	d.breaches(broken, listed)
}

// outcomes explain outcomes that are not obvious.
var outcomes = map[spec.Outcome]string{
	spec.OutcomeUnknown:     "nothing is open, and how it went is not said",
	spec.OutcomeIncomplete:  "incomplete, its end was not seen",
	spec.OutcomeInterrupted: "interrupted, it waits for an answer",
}

// last draws a line at the end that belongs to no session.
func (d *Drawing) last(m Mood, words string) {
	d.write(&item{mood: m}, nil, words)
}

// most is the most items of a kind listed at the end.
const most = 10

// breaches lists the rules for producers that the stream breaks, one line for equal
// breaches, without those already drawn at their place.
func (d *Drawing) breaches(all []produce.Breach, listed map[[2]string]bool) {
	var order []string
	places, n := map[string][]string{}, map[string]int{}
	for i := range all {
		b := &all[i]
		if inPlace(b) || b.Call != "" && listed[[2]string{b.Session, b.Call}] || !d.selected(b.Session) {
			continue
		}
		what := b.Rule + ": " + b.Detail
		if n[what]++; n[what] == 1 {
			order = append(order, what)
		}
		if n[what] <= most {
			places[what] = append(places[what], d.where(b))
		}
	}
	for _, what := range order {
		d.last(Odd, "! breaks "+what+times(n[what])+", in "+strings.Join(places[what], ", "))
	}
}

// inPlace reports whether the model reports the breach where it happens, so that its
// line there already shows it.
func inPlace(b *produce.Breach) bool {
	switch b.Rule {
	case "produce/start-before-result", "produce/arguments-parse", "produce/unique-live-ids":
		return true
	}
	return b.Rule == "produce/known-agent" && b.Call == ""
}

// where describes the place of a breach: a session and a part of it.
func (d *Drawing) where(b *produce.Breach) string {
	words := called(b.Session)
	if ss := d.state.Session(b.Session); ss != nil {
		words = d.plainOwner(d.lastOf(ss), b.Session)
	}
	for _, named := range [][2]string{{"message", b.Message}, {"call", b.Call}} {
		if named[1] != "" {
			words += " " + named[0] + " " + short(named[1], 24)
		}
	}
	return words
}

// sums draws how much was folded, and how to narrow the drawing.
func (d *Drawing) sums() {
	s := &d.stats
	words := fmt.Sprintf("%s in %s", counted(s.Records, "record"), counted(s.Lines, "line"))
	if s.Folded+s.Silent > 0 {
		words += fmt.Sprintf(": %s begin one, %s folded into those, %s say nothing new", number(s.Begun), number(s.Folded), number(s.Silent))
	}
	if s.Lines > 2000 {
		words += "; --from, --to and --session narrow it"
	}
	if d.err == nil {
		d.err = d.out.ends(words)
	}
}
