package coverage

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A Stage is how far what an event is about has come when the event finds it.
type Stage uint8

// The stages of events about nothing in particular, sessions, turns, messages and
// calls.
const (
	Anywhere Stage = iota
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
	Stages // how many stages there are
)

// How many stages a turn, a message and a call has.
const (
	TurnStages    = int(NewMessage - BeforeTurn)
	MessageStages = int(NamelessCall - NewMessage)
	CallStages    = int(Stages - NamelessCall)
)

var stageNames = [Stages]string{
	"", "a new session", "an open session", "a session that was closed",
	"before any turn", "in an open turn", "in a turn that waits", "behind its turn",
	"a new message", "an open message", "a message that ended", "a message behind its turn",
	"a call by its slot", "a new call", "an announced call", "a running call", "a call that waits", "a call that is over", "a call that its turn left open",
}

// String is the stage in words, "" for Anywhere.
func (p Stage) String() string { return stageNames[p] }

// stageOf is the stage of what an event is about, by what it finds.
func stageOf(e *spec.Event, f follow.Found) Stage {
	if e.Global || e.NoSession {
		return Anywhere
	}
	switch e.Kind {
	case spec.SessionOpen, spec.SessionClose:
		return sessionStage(f)
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart, spec.CallProgress, spec.CallDone:
		return CallStage(e, f)
	case spec.MessageFull:
		if len(e.Messages) == 0 {
			return Anywhere
		}
		return messageStage(f, e.Messages[0].Role)
	case spec.Text, spec.MessageOpen, spec.MessageClose:
		return messageStage(f, e.Role)
	}
	return TurnStage(f)
}

func sessionStage(f follow.Found) Stage {
	switch {
	case f.Has(follow.SessionOpen):
		return OpenSession
	case f.Has(follow.SessionClosed):
		return ClosedSession
	}
	return NewSession
}

// TurnStage is that of the session's turn.
func TurnStage(f follow.Found) Stage {
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

// messageStage is that of a message. A user's is never late: it opens a turn.
func messageStage(f follow.Found, role string) Stage {
	if role == "user" {
		f &^= follow.Late
	}
	return MessageStage(f)
}

// MessageStage is that of the message that an event names; NewMessage for none.
func MessageStage(f follow.Found) Stage {
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

// CallStage is that of the call that an event names; NamelessCall for none.
func CallStage(e *spec.Event, f follow.Found) Stage {
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
