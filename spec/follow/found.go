package follow

import "github.com/quock-dev/quock/spec"

// Found is what an event finds when its turn comes: a set of facts about what it
// names. A fact that asks for something that the event does not name does not hold.
type Found uint32

// The facts. Those that end in Idle say that something is not open, for what
// begins it.
const (
	SessionOpened Found = 1 << iota // its session was announced at some time
	SessionOpen                     // and has not ended since
	SessionClosed                   // it was announced or not, and has ended
	SessionIdle

	TurnBegun // a turn was started at some time
	TurnOpen  // a started turn is open; for an event that ends or starts a turn of an id, that one
	TurnIdle
	InTurn   // the newest open turn has content, or was started
	TurnFull // and has content
	TurnWaits
	TurnPast // a turn has ended
	Late     // no turn is open, and content opens none

	MessageKnown  // its message was named before
	MessageOpened // announced at some time, or restated
	MessageOpen   // and has not ended since
	MessageIdle
	MessageOver // it has ended, or its turn has

	CallNamed // its call was named before, perhaps only by what cannot announce it
	CallKnown // it was announced
	CallOpen  // and has no result, in its turn
	CallIdle
	CallRuns
	CallDone // it has a result
	ArgsOpen // its arguments are open

	ParentKnown     // the session that it comes from has spoken
	ParentCallKnown // the call that it comes from was announced
	IDSeen          // an event with its id came before
	WaitSeen        // a wait with its id came before
	RetractsKnown   // something that it declares void came before
	RunOpen         // a session without a parent has a turn open
)

// Has reports whether any of the facts holds.
func (f Found) Has(any Found) bool { return f&any != 0 }

// If is the facts where it holds, else none.
func If(holds bool, facts Found) Found {
	if holds {
		return facts
	}
	return 0
}

// EndsAll reports whether an event ends every turn of every session.
func EndsAll(f *spec.Features, e *spec.Event) bool {
	return e.Global && (e.Kind == spec.Cancel || e.Kind == spec.UserTurn && f.UserTurn || e.Kind == spec.Error && e.Fatal)
}
