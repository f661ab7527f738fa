// Package expected says what a reader must have understood of a scenario, at each
// position: the first of the three oracles.
//
// Goals: the transcript is read off the scenario by queries over the positions of
// its steps (first, last, filter, least), so that it shares no mechanism with a
// model that folds events. A question has one function, so that a test can put a
// wrong one in its place.
//
// Non-goals: events and bytes. It imports packages spec and scenario and nothing else
// of this module, and never speaks of an event.
package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// never is the position of what is not emitted.
const never = 1 << 30

// A view is what has been emitted of a scenario up to a position, and the questions
// that are asked of it. A step's position is its place, from 1, among the steps
// emitted.
type view struct {
	*queries
	sc       *scenario.Scenario
	f        *spec.Features
	policies spec.Policies
	emitted  []script.Emitted
	// ended: the input has ended, by cause.
	ended bool
	cause spec.Cause
	// begins and edges are, by turn, when it began and how it ended; closes, by
	// message with an id, when it was closed; spoken, by session, its messages
	// without.
	begins []int
	edges  []edgeOf
	closes []closing
	spoken [][]utterance
	// doubt: the stream does not determine the answer.
	doubt bool
}

// Transcript is the transcript of a scenario as far as it was emitted: its steps, in order,
// and then the end of the input, if end is not "". It is found by asking where
// steps stand, part by part; nothing is carried from one step to the next. It is
// false where the stream does not determine the answer.
func Transcript(sc *scenario.Scenario, emitted []script.Emitted, end spec.Cause, p spec.Policies) (spec.Transcript, bool) {
	return expected(&honest, sc, emitted, end, p)
}

func expected(q *queries, sc *scenario.Scenario, emitted []script.Emitted, end spec.Cause, p spec.Policies) (spec.Transcript, bool) {
	v := view{queries: q, sc: sc, f: &sc.Features, policies: p, emitted: emitted, ended: end != "", cause: end}
	if v.shows() {
		return v.shown(), true
	}
	v.findTurns()
	v.findMessages()
	v.findUtterances()
	t := spec.Transcript{
		Sessions: v.sessions(), Active: v.active(), Agents: v.agents(), Quota: v.quota(), Anomalies: v.anomalies(),
		Outcome: v.outcome(),
	}
	return t, !v.doubt
}

// first is the position of the first step for which ok holds.
func (v *view) first(ok func(s *script.Emitted) bool) int { return v.firstAfter(0, ok) }

// firstAfter is the position of the first step behind a position for which ok
// holds.
func (v *view) firstAfter(at int, ok func(s *script.Emitted) bool) int {
	for i := at; i < len(v.emitted); i++ {
		if ok(&v.emitted[i]) {
			return i + 1
		}
	}
	return never
}

// lastBefore is the position of the last step before a position for which ok
// holds; 0 if there is none.
func (v *view) lastBefore(at int, ok func(s *script.Emitted) bool) int {
	for i := min(at-1, len(v.emitted)); i > 0; i-- {
		if ok(&v.emitted[i-1]) {
			return i
		}
	}
	return 0
}

// ofTurn, ofMessage and ofCall are the first positions of a kind of step of a
// node.
func (v *view) ofTurn(k script.StepKind, t int) int {
	return v.first(func(s *script.Emitted) bool { return s.Kind == k && int(s.Turn) == t })
}

func (v *view) ofMessage(k script.StepKind, m int) int {
	return v.first(func(s *script.Emitted) bool { return s.Kind == k && int(s.Message) == m })
}

func (v *view) ofCall(k script.StepKind, c int) int {
	return v.first(func(s *script.Emitted) bool { return s.Kind == k && int(s.Call) == c })
}

// at is the step of a position.
func (v *view) at(position int) *script.Emitted { return &v.emitted[position-1] }

// happens reports whether a position is of something that happens.
func happens(position int) bool { return position > 0 && position < never }
