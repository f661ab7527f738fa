package behaviour

import (
	"github.com/quock-dev/quock/fuzz/coverage"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A place is the state of what an event is about, as the event finds it.
type place uint8

const (
	anywhere place = iota // the event is about nothing in particular
	newSession
	openSession
	closedSession
	beforeTurn
	inTurn
	inPause
	behindTurn
	newMessage
	openMessage
	doneMessage
	lateMessage
	namelessCall
	newCall
	announcedCall
	runningCall
	pausedCall
	doneCall
	leftCall
	places
)

var placeNames = [places]string{
	"", "a new session", "an open session", "a session that was closed",
	"before any turn", "in an open turn", "in a turn that waits", "behind its turn",
	"a new message", "an open message", "a message that ended", "a message behind its turn",
	"a call by its slot", "a new call", "an announced call", "a running call", "a call that waits", "a call that is over", "a call that its turn left open",
}

// placeOf is the state of what an event is about, by what it finds.
func placeOf(e *spec.Event, f follow.Found) place {
	if e.Global || e.NoSession {
		return anywhere
	}
	switch e.Kind {
	case spec.Text, spec.MessageOpen, spec.MessageClose, spec.MessageFull:
		return messagePlace(e, f)
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
		return callPlace(e, f)
	}
	switch edge := e.Kind == spec.SessionOpen || e.Kind == spec.SessionClose; {
	case edge && f.Has(follow.SessionOpen):
		return openSession
	case edge && f.Has(follow.SessionClosed):
		return closedSession
	case edge:
		return newSession
	case f.Has(follow.TurnWaits):
		return inPause
	case f.Has(follow.InTurn):
		return inTurn
	case f.Has(follow.TurnPast):
		return behindTurn
	}
	return beforeTurn
}

func messagePlace(e *spec.Event, f follow.Found) place {
	full := e.Kind == spec.MessageFull
	user := e.Role == "user" || full && len(e.Messages) > 0 && e.Messages[0].Role == "user"
	switch {
	case full && len(e.Messages) == 0:
		return anywhere
	case f.Has(follow.Late) && !user:
		return lateMessage
	case f.Has(follow.MessageOver):
		return doneMessage
	case f.Has(follow.MessageKnown):
		return openMessage
	}
	return newMessage
}

func callPlace(e *spec.Event, f follow.Found) place {
	switch {
	case e.Call == "":
		return namelessCall
	case f.Has(follow.CallDone):
		return doneCall
	case !f.Has(follow.CallNamed):
		return newCall
	case f.Has(follow.CallKnown) && !f.Has(follow.CallOpen):
		return leftCall
	case f.Has(follow.TurnWaits):
		return pausedCall
	case f.Has(follow.CallRuns):
		return runningCall
	}
	return announcedCall
}

// The cells of a Set: steps, orders, rules.
const (
	steps  = int(places) * coverage.Symbols
	orders = int(coverage.Relations) - 1
	cells  = steps + orders
)

func step(p place, s coverage.Symbol) int { return int(p)*coverage.Symbols + int(s) }

// order is the cell of an event right behind one of another session.
func order(r coverage.SessionRelation) int { return steps + int(r) - 1 }

// name is what a cell is called in reports.
func name(cell int) string {
	switch {
	case cell >= cells:
		return "rule " + ruleIDs[cell-cells]
	case cell >= steps:
		return "order: speaking right behind " + coverage.SessionRelation(cell-steps+1).String()
	}
	symbol := coverage.Symbol(cell % coverage.Symbols).String()
	if where := placeNames[cell/coverage.Symbols]; where != "" {
		return where + ": " + symbol
	}
	return symbol
}
