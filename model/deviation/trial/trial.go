// Package trial runs mutants on streams and records what the checks see.
//
// Goals: for one mutant on one stream it records whether the mutant's decision
// departed, whether a transcript differed at any moment, and which rules'
// checks saw that, with the mutant's own rule and family distinguished.
//
// Non-goals: the source of streams, and the choice of mutants.
package trial

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// A Subject is one stream that mutants are tried on. It caches the honest
// model's transcripts and is not safe for concurrent use.
type Subject struct {
	Stream   spec.Stream
	Policies spec.Policies
	// Faults are the stream's injected faults. The checks of their rules are
	// asked.
	Faults []spec.Fault
	// Off reports whether the check of a rule is switched off; nil switches
	// none off.
	Off func(rule string) bool

	honest []spec.Transcript // by view, computed on demand
}

// An Outcome is the result of one mutant on one stream, or on several.
type Outcome struct {
	// Reached and Triggered are the counts of the mutant.
	Reached, Triggered int
	// Killed says that some transcript differs from the honest one.
	Killed bool
	// Family and Rule say that a check of the mutant's own family, or rule,
	// sees a difference. Only rules of the case's faults count.
	Family, Rule bool
	// Seen lists, sorted, the rules of the case's faults whose checks see a
	// difference.
	Seen []string
}

// Add adds the outcome of a further stream.
func (o *Outcome) Add(more Outcome) {
	o.Reached += more.Reached
	o.Triggered += more.Triggered
	o.Killed = o.Killed || more.Killed
	o.Family = o.Family || more.Family
	o.Rule = o.Rule || more.Rule
	for _, rule := range more.Seen {
		o.see(rule)
	}
}

// see records that the check of a rule saw a difference.
func (o *Outcome) see(rule string) {
	if at, known := slices.BinarySearch(o.Seen, rule); !known {
		o.Seen = slices.Insert(o.Seen, at, rule)
	}
}

// views runs a model over the stream. It calls see after each record and after
// the end, until see returns false.
func (s *Subject) views(m *model.State, see func(view, position int) bool) {
	view := 0
	for i := range s.Stream.Events {
		e := &s.Stream.Events[i]
		m.Step(e)
		if i+1 < len(s.Stream.Events) && s.Stream.Events[i+1].Record == e.Record {
			continue
		}
		if !see(view, e.Record) {
			return
		}
		view++
	}
	m.End(s.Stream.End)
	see(view, spec.AtEnd)
}

// expected returns the honest transcript at a view.
func (s *Subject) expected(view int) *spec.Transcript {
	if s.honest == nil {
		m := model.New(s.Stream.Features, s.Policies)
		s.views(m, func(int, int) bool {
			s.honest = append(s.honest, m.Transcript())
			return true
		})
	}
	return &s.honest[view]
}

// Try runs the mutant on the stream until nothing more can be learned. It
// compares from the first departure of the decision on.
func (s *Subject) Try(m deviation.Deviation) Outcome {
	var out Outcome
	sem, count := m.New()
	state := model.NewWith(sem, s.Stream.Features, s.Policies)
	renders := m.Renders()
	s.views(state, func(view, position int) bool {
		if count.Triggered == 0 && !renders {
			return true
		}
		got := state.Transcript()
		if count.Triggered == 0 {
			return true
		}
		e := check.Evidence{
			Features: s.Stream.Features, Observes: spec.AllParts(),
			Want: s.expected(view), Got: &got, Position: position,
		}
		if len(e.Differences()) > 0 {
			out.Killed = true
			s.judge(m, &e, &out)
		}
		return !out.Rule
	})
	out.Reached, out.Triggered = count.Reached, count.Triggered
	return out
}

// judge runs the checks of the case's faults.
func (s *Subject) judge(m deviation.Deviation, seen *check.Evidence, out *Outcome) {
	for _, h := range s.Faults {
		c, ok := check.ByRule(h.Rule)
		if !ok || s.Off != nil && s.Off(h.Rule) {
			continue
		}
		e := *seen
		e.Fault = h
		if j := c.Judge(&e); j.Touched && len(j.Differences) > 0 {
			out.Family = out.Family || Family(h.Rule) == Family(m.Rule())
			out.Rule = out.Rule || h.Rule == m.Rule()
			out.see(h.Rule)
		}
	}
}

// Applies reports whether the rule applies to the stream's dialect.
func (s *Subject) Applies(rule *spec.Rule) bool { return rule.Applies(&s.Stream.Features) }

// Family returns the first half of a rule's id or a mutant's name.
func Family(id string) string {
	name, _, _ := strings.Cut(id, "/")
	return name
}
