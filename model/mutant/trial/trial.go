// Package trial tries wrong models on streams and asks the checks what they see.
//
// Goals: what one wrong model does on one stream is told apart: whether its
// decision departed, whether a transcript differed at any moment, and whether a
// check of its family or of its rule saw that.
//
// Non-goals: where streams come from; which mutants are tried on which.
package trial

import (
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/spec"
)

// atEnd is the position after the end of input.
const atEnd = -1

// A Subject is one stream that mutants are tried on. It remembers what the
// honest model makes of it and is not safe for concurrent use.
type Subject struct {
	Stream   spec.Stream
	Policies spec.Policies
	// Hazards are what the stream does on purpose; their rules are the ones
	// whose checks are asked.
	Hazards []spec.Hazard

	honest []spec.Transcript // at each view, once it is asked for
}

// An Outcome is what one mutant did on one stream, or on several.
type Outcome struct {
	// Reached and Triggered are the mutant's own counts.
	Reached, Triggered int
	// Killed says that some transcript differs.
	Killed bool
	// Family and Rule say that a check of the mutant's own family, or rule,
	// which a hazard of the case bears, sees a difference.
	Family, Rule bool
}

// Add takes in what happened on a further stream.
func (o *Outcome) Add(more Outcome) {
	o.Reached += more.Reached
	o.Triggered += more.Triggered
	o.Killed = o.Killed || more.Killed
	o.Family = o.Family || more.Family
	o.Rule = o.Rule || more.Rule
}

// views runs a model over the stream and shows it after each record and after
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
	see(view, atEnd)
}

// expected is the honest transcript at a view.
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

// Try runs the mutant on the stream, until it is known what can be known. What
// a mutant renders is looked at once it departed; renders remembers, from one
// stream to the next, whether it may depart in rendering only.
func (s *Subject) Try(m mutant.Mutant, renders *bool) Outcome {
	var out Outcome
	sem, count := m.New()
	state := model.NewWith(sem, s.Stream.Features, s.Policies)
	s.views(state, func(view, position int) bool {
		if count.Triggered == 0 && !*renders && position != atEnd {
			return true
		}
		before := count.Reached
		got := state.Transcript()
		*renders = *renders || count.Reached > before
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

// judge asks the checks of the case's hazards that are of the mutant's family.
func (s *Subject) judge(m mutant.Mutant, seen *check.Evidence, out *Outcome) {
	for _, h := range s.Hazards {
		c, ok := check.ByRule(h.Rule)
		if !ok || Family(h.Rule) != Family(m.Rule) {
			continue
		}
		e := *seen
		e.Hazard = h
		if j := c.Judge(&e); j.Touched && len(j.Differences) > 0 {
			out.Family = true
			out.Rule = out.Rule || h.Rule == m.Rule
		}
	}
}

// Applies reports whether the rule applies to the stream's dialect.
func (s *Subject) Applies(rule *spec.Rule) bool { return rule.Applies(&s.Stream.Features) }

// Family is the first half of the id of a rule or the name of a mutant.
func Family(id string) string {
	name, _, _ := strings.Cut(id, "/")
	return name
}
