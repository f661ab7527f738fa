package readers

import (
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// How many ways are printed in full, and how many more in a line, if not all are.
const (
	inFull = 3
	inLine = 12
)

// Print prints the ways for people: a screenful, or all of them in full. bug says what
// the public bug of an id is called. Everything foreign is escaped.
func (r *Readings) Print(to io.Writer, all bool, bug func(id string) string) error {
	p := &printer{to: to, bug: bug}
	p.head(r)
	full, brief := len(r.Ways), 0
	if !all {
		full = min(len(r.Ways), inFull)
		brief = min(len(r.Ways)-full, inLine)
	}
	for i := range r.Ways[:full] {
		p.line("")
		p.way(i+1, &r.Ways[i])
	}
	if brief > 0 {
		p.line("")
	}
	for i := range r.Ways[full : full+brief] {
		p.brief(full+i+1, &r.Ways[full+i])
	}
	if more := len(r.Ways) - full - brief; more > 0 {
		p.line("%3d more: --readers=all shows them, quock deviations NAME explains one", more)
	}
	return p.err
}

type printer struct {
	to  io.Writer
	bug func(id string) string
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.to, words.Line(fmt.Sprintf(format, args...)))
	}
}

// head says what was compared.
func (p *printer) head(r *Readings) {
	if len(r.Ways) == 0 {
		p.line("readers: none of %d known mistakes reads this stream otherwise", r.Tried)
	} else {
		p.line("readers: %d of %d known mistakes read this stream otherwise, in %s", r.Deviations, r.Tried, words.Counted(len(r.Ways), "way"))
		p.line("an ordinary stream of this kind shows %d of these ways, too; they come last", r.ordinary())
	}
	if r.Cut {
		p.line("only the first %s were read, with %s", words.Counted(r.Records, "record"), words.Counted(r.Events, "event"))
	}
	if r.Compared < r.Meaning {
		p.line("transcripts were compared at the end, and after %d of the %s that mean something", r.Compared, words.Counted(r.Meaning, "record"))
	}
}

func (r *Readings) ordinary() (n int) {
	for i := range r.Ways {
		if r.Ways[i].Ordinary {
			n++
		}
	}
	return n
}

// way prints a way in full.
func (p *printer) way(n int, w *Way) {
	p.line("%2d. %s", n, w.summary(2))
	p.line("    %-8s %s", w.where()+":", w.Event)
	if w.Text != "" {
		p.line("             %s", w.Text)
	}
	if s := &w.Differences[0]; s.Right != "" {
		p.line("    right:   %s", s.Right)
	}
	if s := &w.Differences[0]; s.Shown != "" {
		p.line("    shown:   %s", s.Shown)
	}
	if len(w.Later) > 0 {
		p.line("    the end: %s", w.Later[0].Says)
	} else if w.Passes {
		p.line("    the end: it is right again")
	}
	p.line("    mistake: %s", w.Known[0].Sentence)
	p.line("             %s", p.known(w))
}

// brief prints a way in a line.
func (p *printer) brief(n int, w *Way) {
	p.line("%2d. %s: %s (%s)", n, w.where(), w.summary(1), w.Known[0].Name)
}

// summary says the worst things that a user sees, so many at most.
func (w *Way) summary(most int) string {
	var says []string
	for _, s := range w.Differences[:min(most, len(w.Differences))] {
		says = append(says, s.Says)
	}
	text := strings.Join(says, "; ")
	if more := len(w.Differences) - most; more > 0 {
		text += "; and " + words.Counted(more, "difference") + " more"
	}
	return text
}

func (w *Way) where() string {
	if w.Record == spec.AtEnd {
		return "the end"
	}
	return fmt.Sprintf("line %d", w.Line)
}

// known names the deviations of a way.
func (p *printer) known(w *Way) string {
	d := &w.Known[0]
	text := d.Name
	switch {
	case len(d.Rules) > 0:
		text += ", breaks " + d.Rules[0]
	case d.Choice != "":
		text += ", a choice (" + d.Choice + ")"
	}
	if len(d.Bugs) > 0 {
		text += "; public: " + p.bug(d.Bugs[0])
		if more := len(d.Bugs) - 1; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	if len(w.Known) > 1 {
		text += "; the same here: " + names(w.Known[1:])
	}
	return text
}

// names lists the first deviations.
func names(all []deviation.Deviation) string {
	const most = 4
	var list []string
	for i := range all[:min(most, len(all))] {
		list = append(list, all[i].Name)
	}
	text := strings.Join(list, ", ")
	if more := len(all) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
