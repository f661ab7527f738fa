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
	orders = int(relations) * 2
	cells  = steps + orders
)

func step(p place, s campaign.Symbol) int { return int(p)*campaign.Symbols + int(s) }

// order is the cell of an event behind another session's; on says that it goes on
// with what is open.
func order(r relation, on bool) int {
	if on {
		return steps + 2*int(r) + 1
	}
	return steps + 2*int(r)
}

// name is what a cell is called in reports.
func name(cell int) string {
	switch {
	case cell >= cells:
		return "rule " + ruleIDs[cell-cells]
	case cell >= steps:
		return orderName(cell - steps)
	}
	symbol := campaign.Symbol(cell % campaign.Symbols).String()
	if where := placeNames[cell/campaign.Symbols]; where != "" {
		return where + ": " + symbol
	}
	return symbol
}

func orderName(n int) string {
	if n%2 == 1 {
		return "order: going on right behind " + relationNames[n/2]
	}
	return "order: speaking right behind " + relationNames[n/2]
}
