package behaviour

import "github.com/quock-dev/quock/fuzz/campaign"

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

// relation is that of the session that spoke before to the one that speaks.
type relation uint8

const (
	itsParent relation = iota
	itsChild
	itsSibling
	aStranger
	relations
)

var relationNames = [relations]string{"its parent", "its child", "a sibling", "another session"}

// The cells of a Set: steps, orders, rules.
const (
	steps  = int(places) * campaign.Symbols
	orders = int(relations)
	cells  = steps + orders
)

func step(p place, s campaign.Symbol) int { return int(p)*campaign.Symbols + int(s) }

// order is the cell of an event right behind one of another session.
func order(r relation) int { return steps + int(r) }

// name is what a cell is called in reports.
func name(cell int) string {
	switch {
	case cell >= cells:
		return "rule " + ruleIDs[cell-cells]
	case cell >= steps:
		return "order: speaking right behind " + relationNames[cell-steps]
	}
	symbol := campaign.Symbol(cell % campaign.Symbols).String()
	if where := placeNames[cell/campaign.Symbols]; where != "" {
		return where + ": " + symbol
	}
	return symbol
}
