package minima

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// looks is after how many of the records in which a wrong model departs it is
// looked at, beside the last record and the end. A look costs as much as the
// stream is long.
const looks = 6

// Judge says how a wrong model fails: each kind of difference that the check of
// its rule sees, in the order in which it comes up. The judge may be called from
// several goroutines at once.
func Judge(m deviation.Deviation) shrink.Judge {
	c, _ := check.ByRule(m.Rule())
	return func(s *shrink.Subject) []shrink.Signature {
		t := trial{rule: c, features: s.Stream.Features}
		t.run(m, &s.Stream)
		return t.found
	}
}

// A trial holds a wrong model against the honest one.
type trial struct {
	rule     check.Check
	features spec.Features
	found    []shrink.Signature
}

// run tells both models the stream, and looks at them where the wrong one
// departed, after the last record and after the end.
func (t *trial) run(m deviation.Deviation, st *spec.Stream) {
	sem, n := m.New()
	right, wrong := model.New(st.Features, spec.Policies{}), model.NewWith(sem, st.Features, spec.Policies{})
	left, last := looks, len(st.Events)-1
	for i := range st.Events {
		before := n.Triggered
		right.Step(&st.Events[i])
		wrong.Step(&st.Events[i])
		if i < last && st.Events[i+1].Record == st.Events[i].Record {
			continue
		}
		if i == last || n.Triggered > before && left > 0 {
			left--
			t.look(right, wrong, st.Events[i].Record)
		}
	}
	right.End(st.End)
	wrong.End(st.End)
	t.look(right, wrong, -1)
}

// look compares what the two models show now.
func (t *trial) look(right, wrong *model.State, position int) {
	want, got := right.Transcript(), wrong.Transcript()
	for _, d := range differences(t.rule, &t.features, &want, &got, position) {
		s := shrink.Signature{Rule: t.rule.Rule, Kind: kind(&d)}
		if !slices.Contains(t.found, s) {
			t.found = append(t.found, s)
		}
	}
}

// differences are those that a rule speaks of.
func differences(c check.Check, f *spec.Features, want, got *spec.Transcript, position int) []spec.Difference {
	e := check.Evidence{
		Features: *f, Observes: spec.AllParts(), Want: want, Got: got, Position: position,
		Fault: spec.Fault{Rule: c.Rule},
	}
	if j := c.Judge(&e); j.Touched {
		return j.Differences
	}
	return nil
}

// kind is where a difference is, without the names and numbers on the way, and
// what is wrong there.
func kind(d *spec.Difference) string {
	var b strings.Builder
	inside := false
	for i := 0; i < len(d.Path); i++ {
		switch c := d.Path[i]; {
		case c == ']':
			inside = false
			b.WriteByte(c)
		case inside && c == '"':
			i += quoted(d.Path[i:])
		case !inside:
			inside = c == '['
			b.WriteByte(c)
		}
	}
	return b.String() + " " + string(d.Kind)
}

// quoted is how far the end of a quoted text is from its beginning.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(s) - 1
}
