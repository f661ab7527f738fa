package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// Met returns what programs were met with, for the fit. They are no
// wrong models of the kill matrix: some replace several decisions.
func Met() []Mistake {
	return []Mistake{
		{Name: "later-pieces-dropped", Rules: "fragment/concatenate fragment/not-before-complete", Change: laterPiecesDropped,
			Sentence: "Of a call's arguments the first piece counts; what follows is dropped in silence."},
		{Name: "own-end-leaves-calls", Rules: "notify/turn-end-clears missing/abandoned missing/late-result", Change: ownEndLeavesCalls,
			Sentence: "The end of a turn leaves its calls active until the user's turn."},
		{Name: "one-builder", Rules: "session/no-leak session/non-interference attach/never-spoken", Change: oneBuilder,
			Sentence: "One message is open at a time, whatever its session: text goes to it or closes it, and the end of any model call ends it."},
		{Name: "start-drops-all", Rules: "session/non-interference session/child-end-local missing/no-loss", Change: startDropsAll,
			Sentence: "The start of a turn drops the open message and the open calls of every session."},
		{Name: "batch-set", Rules: "attach/accumulate repeat/result-twice", Change: batchSet,
			Sentence: "The calls of a record become those of the message, in place of what it had, also when they come again."},
		{Name: "turns-unknown", Rules: "attach/turn-bound missing/late-result missing/late-fragment notify/turn-end-clears notify/no-revival", Change: turnsUnknown,
			Sentence: "It knows no turns: calls look back and come late across them, late text is a message, and only the end of an interaction ends what is open."},
		{Name: "late-call-begins", Rules: "notify/no-revival", Bugs: rows("Z269"), Change: lateCallBegins,
			Sentence: "A call that is selected or starts after its turn is shown as active."},
		{Name: "saved-calls-as-text", Rules: "session/continued", Change: savedCallsAsText,
			Sentence: "A saved session replaces its own messages alone; each keeps its calls, and one of calls alone says [Tool execution]."},
		{Name: "first-of-list", Rules: "fragment/many-in-one notify/lifecycle", Change: firstOfList,
			Sentence: "Of the calls that one record lists, the first alone is shown as selected or running."},
	}
}

// laterPiecesDropped gives a piece to a call that nobody sees.
func laterPiecesDropped(sem *model.Semantics, n *Count) {
	owner, named := sem.FragmentOwner, sem.FragmentCall
	unseen := func(ss *model.Session, c *model.Call) *model.Call {
		if n.when(c != nil && len(c.Args) > 0) {
			return &model.Call{Status: spec.Preparing, Session: ss, Turn: c.Turn}
		}
		return c
	}
	sem.FragmentOwner = func(s *model.State, ss *model.Session, m *model.Message, e *spec.Event) (*model.Call, int) {
		c, of := owner(s, ss, m, e)
		if e.Kind != spec.CallArgs {
			return c, of // the end of arguments asks too
		}
		return unseen(ss, c), of
	}
	sem.FragmentCall = func(ss *model.Session, e *spec.Event) *model.Call {
		c := named(ss, e)
		if e.Kind != spec.CallArgs {
			return c
		}
		return unseen(ss, c)
	}
}

// ownEndLeavesCalls remembers the calls that a turn's end left, for the user's
// turn to clear.
func ownEndLeavesCalls(sem *model.Semantics, n *Count) {
	abandon, clears := sem.Abandon, sem.UserTurnClears
	left := map[*model.Session][]func(){}
	sem.Abandon = func(s *model.State, ss *model.Session, c *model.Call, cancelled, input bool) {
		status := spec.Open
		if c.Turn >= 0 && c.Turn < len(ss.Turns) {
			status = ss.Turns[c.Turn].Status
		}
		if !n.when(!input && (status == spec.Completed || status == spec.Failed)) {
			abandon(s, ss, c, cancelled, input)
			return
		}
		left[ss] = append(left[ss], func() {
			if running(c) {
				abandon(s, ss, c, false, false)
			}
		})
	}
	sem.UserTurnClears = func(ss *model.Session) bool {
		for _, clear := range left[ss] {
			clear()
		}
		left[ss] = nil
		return clears(ss)
	}
}
