package coverage

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A Place is the state of what an event is about, as the event finds it.
type Place uint8

// The places of events about nothing in particular, sessions, turns, messages and
// calls.
const (
	Anywhere Place = iota
	NewSession
	OpenSession
	ClosedSession
	BeforeTurn
	InTurn
	InPause
	BehindTurn
	NewMessage
	OpenMessage
	DoneMessage
	LateMessage
	NamelessCall
	NewCall
	AnnouncedCall
	RunningCall
	PausedCall
	DoneCall
	LeftCall
	Places // how many places there are
)

// How many places a turn, a message and a call has.
const (
	TurnPlaces    = int(NewMessage - BeforeTurn)
	MessagePlaces = int(NamelessCall - NewMessage)
	CallPlaces    = int(Places - NamelessCall)
)

var placeNames = [Places]string{
	"", "a new session", "an open session", "a session that was closed",
	"before any turn", "in an open turn", "in a turn that waits", "behind its turn",
	"a new message", "an open message", "a message that ended", "a message behind its turn",
	"a call by its slot", "a new call", "an announced call", "a running call", "a call that waits", "a call that is over", "a call that its turn left open",
}

// String is the place in words, "" for Anywhere.
func (p Place) String() string { return placeNames[p] }

// placeOf is the state of what an event is about, by what it finds.
func placeOf(e *spec.Event, f follow.Found) Place {
	if e.Global || e.NoSession {
		return Anywhere
	}
	switch e.Kind {
	case spec.SessionOpen, spec.SessionClose:
		return sessionPlace(f)
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
		return CallPlace(e, f)
	case spec.MessageFull:
		if len(e.Messages) == 0 {
			return Anywhere
		}
		return messagePlace(f, e.Messages[0].Role)
	case spec.Text, spec.MessageOpen, spec.MessageClose:
		return messagePlace(f, e.Role)
	}
	return TurnPlace(f)
}

func sessionPlace(f follow.Found) Place {
	switch {
	case f.Has(follow.SessionOpen):
		return OpenSession
	case f.Has(follow.SessionClosed):
		return ClosedSession
	}
	return NewSession
}

// TurnPlace is the state of the session's turn.
func TurnPlace(f follow.Found) Place {
	switch {
	case f.Has(follow.TurnWaits):
		return InPause
	case f.Has(follow.InTurn):
		return InTurn
	case f.Has(follow.TurnPast):
		return BehindTurn
	}
	return BeforeTurn
}

// messagePlace is the state of a message. A user's is never late: it opens a turn.
func messagePlace(f follow.Found, role string) Place {
	if role == "user" {
		f &^= follow.Late
	}
	return MessagePlace(f)
}

// MessagePlace is the state of the message that an event names; NewMessage for none.
func MessagePlace(f follow.Found) Place {
	switch {
	case f.Has(follow.Late):
		return LateMessage
	case f.Has(follow.MessageOver):
		return DoneMessage
	case f.Has(follow.MessageKnown):
		return OpenMessage
	}
	return NewMessage
}

// CallPlace is the state of the call that an event names; NamelessCall for none.
func CallPlace(e *spec.Event, f follow.Found) Place {
	switch {
	case e.Call == "":
		return NamelessCall
	case f.Has(follow.CallDone):
		return DoneCall
	case !f.Has(follow.CallNamed):
		return NewCall
	case f.Has(follow.CallKnown) && !f.Has(follow.CallOpen):
		return LeftCall
	case f.Has(follow.TurnWaits):
		return PausedCall
	case f.Has(follow.CallRuns):
		return RunningCall
	}
	return AnnouncedCall
}
