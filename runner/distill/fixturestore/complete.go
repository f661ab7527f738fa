package fixturestore

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/spec"
)

// Complete makes what follows from a fixture's stream: its Rules, what it Breaks
// and what is Expected of it, always; where they are empty, its Story and where
// it is observed. The Rule is the one that a candidate Failed, if there is one; any
// other that has wrong models, none of which reads the stream otherwise, is
// dropped, since the stream does not show it. It is the same whenever it is made.
func Complete(d *fixtures.Distilled) error {
	s, err := Stream(d)
	if err != nil {
		return fmt.Errorf("completing a fixture: %w", err)
	}
	if len(d.Observe) == 0 {
		d.Observe = observe(&s, len(d.Records), d.Policies)
	}
	outcome := outcomeOf(&s, d.Observe, d.Policies)
	d.Rules, d.Breaks = Exercised(s, d.Policies), distill.Broken(&s.Features, &outcome.Final)
	switch {
	case d.Failed != "":
		d.Rule = d.Failed
	case modelled[d.Rule] && !slices.Contains(d.Rules, d.Rule):
		d.Rule = ""
	}
	if d.Expected, err = golden.Render(outcome); err != nil {
		return fmt.Errorf("completing a fixture: its expectation: %w", err)
	}
	if d.Story == "" {
		d.Story = story(d, &s, &outcome.Final)
	}
	return nil
}

// Exercised are the rules that a stream puts to the test: those of which some
// wrong model reads it otherwise than the honest one; sorted. Rules without a
// wrong model, of which nothing can be told, are not among them.
func Exercised(s spec.Stream, p spec.Policies) []string {
	var ids []string
	for _, rule := range spec.Rules() {
		if modelled[rule.ID] && rule.Applies(&s.Features) && trial.Exercises(s, p, rule.ID) {
			ids = append(ids, rule.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// modelled are the rules that a wrong model breaks.
var modelled = func() map[string]bool {
	all := map[string]bool{}
	for _, m := range deviation.Models() {
		all[m.Rule()] = true
	}
	return all
}()

// outcomeOf is what the model makes of a stream, at positions and at the end.
func outcomeOf(s *spec.Stream, at []int, p spec.Policies) golden.Outcome {
	var out golden.Outcome
	state, next := model.New(s.Features, p), 0
	for _, position := range at {
		next = step(state, s, next, position)
		out.Observations = append(out.Observations, golden.Observation{At: position, Transcript: state.Transcript()})
	}
	step(state, s, next, s.Records())
	state.End(s.End)
	out.Final = state.Transcript()
	return out
}

// step reads the events up to a record, from the next one on.
func step(state *model.State, s *spec.Stream, next, record int) int {
	for ; next < len(s.Events) && s.Events[next].Record <= record; next++ {
		state.Step(&s.Events[next])
	}
	return next
}

// few is how many records a stream has at most that is observed behind each, and
// how many positions a longer one is observed at.
const few = 12

// most is how many places of a long stream are looked at, to choose from: each is
// one more transcript of all that came before.
const most = 2000

// observe chooses where a stream is looked at: behind each record of a short
// one; of a longer one where what is active, held or reported changes, evenly
// thinned out.
func observe(s *spec.Stream, records int, p spec.Policies) []int {
	var at []int
	state, next, before := model.New(s.Features, p), 0, ""
	for record := 1; record <= records; record += 1 + records/most {
		next = step(state, s, next, record)
		now := ""
		if records > few {
			now = moment(state)
		}
		if records <= few || now != before {
			at = append(at, record)
		}
		before = now
	}
	return thinned(at, few)
}

// moment is what is active, held and reported, in a text that tells it from
// another.
func moment(state *model.State) string {
	t := state.Transcript()
	held := map[string]int{}
	for i := range t.Sessions {
		if n := len(t.Sessions[i].Held); n > 0 {
			held[t.Sessions[i].ID] = n
		}
	}
	text, _ := json.Marshal([]any{t.Active, held, len(t.Anomalies)}) // strings and numbers
	return string(text)
}

// thinned are at most so many of the positions, evenly, the last among them.
func thinned(at []int, most int) []int {
	if len(at) <= most {
		return at
	}
	kept := make([]int, most)
	for i := range kept {
		kept[i] = at[(i+1)*len(at)/most-1]
	}
	return kept
}
