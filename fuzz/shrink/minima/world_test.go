package minima

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// most is how many things of a sort there are at most in one place.
const most = 3

// A world is what a stream of a scope has told so far, as far as it decides what
// may come next. It is a value: a copy is another world.
type world struct {
	sessions [most]session
	known    int // sessions
	events   int
	messages int // of all sessions, for their ids
	calls    int
	turns    int
	last     spec.Kind // of the last event, and its session
	at       int
}

type session struct {
	parent   int
	by       int // the call of the parent that it is linked to; -1 for none
	opened   bool
	closed   bool
	open     bool // its turn
	turns    int
	turn     int // the number of its last turn in its id
	messages [most]message
	spoken   int
	calls    [most]call
	called   int
	prompts  int
}

type message struct {
	id     int
	turn   int
	closed bool
	calls  int
	words  int
}

type call struct {
	id      int
	turn    int
	message int
	slot    int
	pieces  int
	whole   bool // its arguments are complete
	runs    bool
	over    bool
	linked  bool
}

func (sc *Scope) sessionID(i int) string {
	if i == 0 && sc.Features.NamelessRoot {
		return ""
	}
	return "s" + strconv.Itoa(i)
}

func messageID(i int) string { return "m" + strconv.Itoa(i) }

func callID(i int) string { return "c" + strconv.Itoa(i) }

func eventID(i int) string { return "e" + strconv.Itoa(i) }

// turnID is the id of a turn: unique in the stream where the wire has such ids,
// else its number in its session.
func (sc *Scope) turnID(unique, number int) string {
	if sc.Features.TurnIDs {
		return "t" + strconv.Itoa(unique)
	}
	return strconv.Itoa(number)
}
