package shrink

import "github.com/quock-dev/quock/spec"

// A context is what an event finds when its turn comes, as far as later events
// lean on it. What it found in the original it has to find in each candidate:
// an event for which that is not so goes too. What it did not find there it does
// not need, so that a stray stays one.
//
// As a turn, session or message asks for one that is open, whichever event
// opened it, leaving out an end and the beginning behind it joins the two: the
// beginning finds open what it found closed, and goes with the end.
type context uint32

const (
	sessionOpened context = 1 << iota // announced at some time
	sessionNow                        // announced and not closed
	turnBegun                         // a turn was started at some time
	turnNow                           // and is open
	messageKnown
	messageOpened
	messageNow
	callKnown
	callNow  // without a result, in its turn
	argsNow  // its arguments are open
	idSeen   // an event with this id came before
	waitSeen // a wait with this id came before
	parentKnown
	parentCallKnown
	retractsKnown // something that is declared void came before
	runNow        // a turn of a session without a parent is open
	// What those that begin something ask for.
	sessionIdle
	turnIdle
	messageIdle
	callIdle
)

// leans says what events of a kind ask for if they found it in the original.
// Beside that all but notes ask for always.
var leans = [...]context{
	spec.SessionOpen:  sessionIdle,
	spec.SessionClose: 0,
	spec.TurnStart:    turnIdle,
	spec.TurnEnd:      inTurn,
	spec.MessageOpen:  inTurn | messageIdle,
	spec.MessageClose: inTurn | messageKnown | messageOpened | messageNow,
	spec.Text:         inTurn | messageOpened | messageNow,
	spec.CallOpen:     inTurn | messageOpened | messageNow | callKnown | callIdle,
	spec.CallArgs:     inTurn | messageOpened | messageNow | callKnown | callNow | argsNow,
	spec.ArgsEnd:      inTurn | messageOpened | messageNow | callKnown | callNow | argsNow,
	spec.CallStart:    inTurn | callKnown | callNow | callIdle,
	spec.CallProgress: inTurn | callKnown | callNow,
	spec.CallDone:     inTurn | callKnown | callNow,
	spec.MessageFull:  inTurn | messageKnown | messageOpened | callKnown,
	spec.History:      0,
	spec.Retract:      messageKnown | retractsKnown,
	spec.Wait:         inTurn | callKnown | callNow | waitSeen,
	spec.UsageReport:  inTurn | messageKnown | messageOpened,
	spec.Error:        inTurn,
	spec.LimitReport:  0,
	spec.ToolLog:      callKnown,
	spec.NoteEvent:    inTurn,
	spec.UserTurn:     0,
	spec.Cancel:       0,
}

// inTurn is what is said in a turn asks for; late, of one that was there.
const inTurn = turnBegun | turnNow

const always = sessionOpened | sessionNow | parentKnown | parentCallKnown | idSeen | runNow

// asks is what an event may ask for.
func asks(f *spec.Features, e *spec.Event) context {
	switch {
	case int(e.Kind) >= len(leans), e.Global, e.NoSession:
		return idSeen
	case e.Kind == spec.NoteEvent && e.Note != spec.NoteBoundary:
		return idSeen
	}
	asked := leans[e.Kind] | always
	if e.Kind == spec.CallDone && f.DoneCarries && e.Name != "" || e.Kind == spec.CallStart && f.Owner == spec.Derived {
		asked &^= callKnown | callNow | callIdle // it says what was lost
	}
	if e.Kind == spec.MessageFull && len(e.Messages) > 0 && e.Messages[0].Role == "user" {
		asked &^= inTurn // it may stand between turns
	}
	return asked
}
