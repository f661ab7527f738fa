package trace

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// wrong prints what is still open or wrong, one block for each kind.
func (p *printer) wrong() {
	r := p.reading
	p.block("still open", len(r.Transcript.Active), func(i int) string {
		a := r.Transcript.Active[i]
		return fmt.Sprintf("%s: call %s %s in session %q: %s", r.place(a.At), p.id(a.Call), a.Name, p.id(a.Session), a.Phase)
	})
	where := r.Transcript.Where()
	p.block("reported", len(r.Transcript.Anomalies), func(i int) string {
		a := &r.Transcript.Anomalies[i]
		return fmt.Sprintf("%s: %s in session %q: %s", r.place(where(a)), a.Kind, p.id(a.Session), a.Detail)
	})
	p.breaches("rules that its producer breaks", (*produce.Breach).Fails)
	p.breaches("notes on its producer, which break nothing that its format demands", func(b *produce.Breach) bool { return !b.Fails() })
	p.block("records of unknown kind", r.Strange, func(i int) string {
		u := r.Unknown[i]
		return fmt.Sprintf("line %d: %s", u.Line, u.Raw)
	})
	p.block("records that cannot be read", r.Bad, func(i int) string { return r.Problems[i].String() + way(&r.Problems[i]) })
}

// breaches prints the selected breaches. Below the first of each kind it prints the
// sentence of the format that is broken.
func (p *printer) breaches(title string, wanted func(*produce.Breach) bool) {
	var all []*produce.Breach
	for i := range p.reading.Breaches {
		if b := &p.reading.Breaches[i]; wanted(b) {
			all = append(all, b)
		}
	}
	var before spec.Clause
	p.block(title, len(all), func(i int) string {
		b := all[i]
		text := p.reading.place(b.At) + ": " + breach(b, p.id)
		if b.Earlier > 0 {
			text += ", against " + p.reading.place(b.Earlier)
		}
		if b.Clause != before && b.Clause.Says != "" {
			text += fmt.Sprintf("\n%s: %s", b.Clause.Source, b.Clause.Says)
		}
		before = b.Clause
		return text
	})
}

// way returns the flag that raises the limit that a record exceeds.
func way(p *wire.Problem) string {
	switch {
	case p.Reason != wire.LimitBroken:
		return ""
	case strings.HasPrefix(p.Detail, "nested"):
		return " (--max-depth)"
	}
	return " (--max-line)"
}

// breach describes a broken rule: its level and what breaks it, with ids as they are shown.
func breach(b *produce.Breach, id func(string) string) string {
	text := b.Rule
	if r, ok := spec.RuleByID(b.Rule); ok && b.Fails() {
		text += fmt.Sprintf(" (%s)", r.Level)
	}
	return text + ", " + about(b, id)
}

// about describes the part of the stream that breaks a rule.
func about(b *produce.Breach, id func(string) string) string {
	text := fmt.Sprintf("session %q", id(b.Session))
	for _, named := range [][2]string{{"message", id(b.Message)}, {"call", id(b.Call)}, {"tool", b.Agent}} {
		if named[1] != "" {
			text += ", " + named[0] + " " + named[1]
		}
	}
	return text + ": " + b.Detail
}

// block prints the first of n lines under a title, and how many more there are.
func (p *printer) block(title string, n int, line func(i int) string) {
	if n == 0 {
		return
	}
	p.line(0, "")
	p.line(0, "%s:", title)
	for i := range min(n, kept) {
		p.line(1, "%s", line(i))
	}
	if n > kept {
		p.line(1, "and %d more", n-kept)
	}
}

// place returns a record's position, for people.
func (r *Reading) place(record int) string {
	if line := r.Line(record); line > 0 {
		return fmt.Sprintf("line %d", line)
	}
	return "at the end"
}
