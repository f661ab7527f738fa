package ask

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// recorded reports whether the store keeps each result of the case with the record
// of the result.
func (k *storeTest) recorded() bool {
	return k.Capabilities.Policies.StoreAt == "record" && k.trial.Case.Stream.Features.ResultRecords
}

// A callKey names a call in its session.
type callKey struct{ session, call string }

// lateCalls says how many results of a call have no record of their own by some
// position; for good, where a call of the same id was announced before one came.
type lateCalls map[callKey]int

const forGood = 1 << 30

// lateResults are the late results at a position, and whether a record of one of
// them is still to come.
func lateResults(events []spec.Event, position int) (late lateCalls, coming bool) {
	late = lateCalls{}
	for i := range events {
		e := &events[i]
		key := callKey{e.Session, e.Call}
		record := e.Kind == spec.NoteEvent && e.Call != ""
		switch {
		case e.Record > position && record && late[key] > 0:
			return late, true
		case e.Record > position:
		case e.Kind == spec.CallDone && !e.NoSession:
			late[key]++
		case e.Kind == spec.CallOpen && late[key] > 0:
			late[key] = forGood
		case record:
			late[key]--
		}
	}
	return late, false
}

// takenFrom is the transcript without those results. If several calls of a session
// have one id, the last of them is late; all of them, if the result never gets a
// record of its own.
func (l lateCalls) takenFrom(t *spec.Transcript) *spec.Transcript {
	if len(l) == 0 {
		return t
	}
	other := *t
	other.Sessions = slices.Clone(t.Sessions)
	for i := range other.Sessions {
		l.session(&other.Sessions[i])
	}
	return &other
}

func (l lateCalls) session(s *spec.Session) {
	seen := map[string]bool{}
	without := func(calls []spec.Call) []spec.Call {
		calls = slices.Clone(calls)
		for i, c := range slices.Backward(calls) {
			if n := l[callKey{s.ID, c.ID}]; n > 0 && (!seen[c.ID] || n >= forGood/2) {
				calls[i].Result, calls[i].IsError, calls[i].Status = nil, false, spec.Abandoned
			}
			seen[c.ID] = true
		}
		return calls
	}
	s.Messages = slices.Clone(s.Messages)
	s.Held, s.Abandoned = without(s.Held), without(s.Abandoned)
	for i := range slices.Backward(s.Messages) {
		s.Messages[i].Calls = without(s.Messages[i].Calls)
	}
	s.Orphans = slices.DeleteFunc(slices.Clone(s.Orphans), func(o spec.Orphan) bool { return l[callKey{s.ID, o.ID}] > 0 })
}
