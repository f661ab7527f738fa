package expected

import "github.com/quock-dev/quock/spec"

// queries are the questions on which the expectation rests, one function each,
// so that a test can put a wrong one in its place.
type queries struct {
	beginOf    func(v *view, t int) int
	edgeOf     func(v *view, t int) edgeOf
	nextBegins func(v *view, t int) int
	userTurnOf func(v *view, t int) int
	answerOf   func(v *view, t int) int
	turnStatus func(v *view, t int) spec.Status
	// closing is when a message with an id was closed.
	closing func(v *view, m int) closing
	// args are a named call's arguments.
	args func(v *view, c int) (string, bool)
	// status is that of a named call.
	status func(v *view, c int) spec.Status
	// owner is the message (by utterance) that a derived call is on.
	owner func(v *view, c int) (utterance, bool)
	// utterances are the messages of a dialect without ids.
	utterances func(v *view, session int) []utterance
	// order sorts what a derived message holds.
	order func(v *view, u utterance) []piece
	// marked is when a call's arguments were complete.
	marked func(v *view, c int) int
	// parent is a session's.
	parent func(v *view, s int) *string
	// agentStatus is that of the agent that a call runs.
	agentStatus func(v *view, c int) spec.Status
	// sessionStatus is that of a session.
	sessionStatus func(v *view, s int) spec.Status
}

var honest = queries{
	beginOf: beginOf, edgeOf: edgeOfTurn, nextBegins: nextBegins, userTurnOf: userTurnOf, answerOf: answerOf,
	turnStatus: turnStatus, closing: closingOf, args: argsOf, status: statusOf, owner: ownerOf,
	utterances: utterancesOf, order: piecesOf, marked: markedAt, parent: parentOf, agentStatus: agentStatusOf,
	sessionStatus: sessionStatusOf,
}
