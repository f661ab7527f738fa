package mutant_test

import (
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/spec"
)

// atEnd is the position after the end of input.
const atEnd = -1

// A subject is one stream that mutants are tried on, with what the honest model
// makes of it.
type subject struct {
	stream   spec.Stream
	policies spec.Policies
	hazards  []spec.Hazard

	honest []spec.Transcript // at each view, once it is asked for
}

// An outcome is what one mutant did on one stream, or on several.
type outcome struct {
	reached, triggered int
	killed             bool // some transcript differs
	// family and rule: a check of the mutant's own family, or rule, which a
	// hazard of the case bears, sees a difference.
	family, rule bool
}

func (o *outcome) add(more outcome) {
	o.reached += more.reached
	o.triggered += more.triggered
	o.killed = o.killed || more.killed
	o.family = o.family || more.family
	o.rule = o.rule || more.rule
}

// views runs a model over the stream and shows it after each record and after
// the end, until see returns false.
func (s *subject) views(m *model.State, see func(view, position int) bool) {
	view := 0
	for i := range s.stream.Events {
		e := &s.stream.Events[i]
		m.Step(e)
		if i+1 < len(s.stream.Events) && s.stream.Events[i+1].Record == e.Record {
			continue
		}
		if !see(view, e.Record) {
			return
		}
		view++
	}
	m.End(s.stream.End)
	see(view, atEnd)
}

// expected is the honest transcript at a view.
func (s *subject) expected(view int) *spec.Transcript {
	if s.honest == nil {
		m := model.New(s.stream.Features, s.policies)
		s.views(m, func(int, int) bool {
			s.honest = append(s.honest, m.Transcript())
			return true
		})
	}
	return &s.honest[view]
}

// try runs the mutant on the stream, until it is known what can be known. What
// a mutant renders is looked at once it departed; renders remembers whether it
// may depart in rendering only.
func (s *subject) try(m mutant.Mutant, renders *bool) outcome {
	var out outcome
	sem, count := m.New()
	state := model.NewWith(sem, s.stream.Features, s.policies)
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
			Features: s.stream.Features, Observes: spec.AllParts(),
			Want: s.expected(view), Got: &got, Position: position,
		}
		if len(e.Differences()) > 0 {
			out.killed = true
			s.judge(m, &e, &out)
		}
		return !out.rule
	})
	out.reached, out.triggered = count.Reached, count.Triggered
	return out
}

// judge asks the checks of the case's hazards that are of the mutant's family.
func (s *subject) judge(m mutant.Mutant, seen *check.Evidence, out *outcome) {
	for _, h := range s.hazards {
		c, ok := check.ByRule(h.Rule)
		if !ok || family(h.Rule) != family(m.Rule) {
			continue
		}
		e := *seen
		e.Hazard = h
		if j := c.Judge(&e); j.Touched && len(j.Differences) > 0 {
			out.family = true
			out.rule = out.rule || h.Rule == m.Rule
		}
	}
}

// applies reports whether the rule applies to the stream's dialect.
func (s *subject) applies(rule *spec.Rule) bool { return rule.Applies(&s.stream.Features) }

func family(rule string) string {
	name, _, _ := strings.Cut(rule, "/")
	return name
}
