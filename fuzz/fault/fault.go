package fault

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Kind is something that a scenario does on purpose.
type Kind uint8

// The faults.
const (
	// None is no fault.
	None Kind = iota

	// Of the tree: what it has more.
	OneCall        // a call; away: no such call
	OneMessage     // a message; away: no such message
	Delegated      // a delegation; away: neither call nor child
	ToolFirst      // a turn begins with a call; away: something is said before
	SecondBatch    // a model call says nothing and calls; away: it says something
	Nested         // a delegation at depth 3 or more; away: neither call nor child
	Parallel       // a second delegation of one message; away: neither call nor child
	Continued      // a finished sub-session is asked again; away: it is not
	TextAfterCall  // text behind a call of the same message; away: no such text
	EndsMidMessage // text behind an inline delegation; away: no such text
	EqualMessage   // a message equal to the one before; away: no such message
	Outliving      // a sub-session outlives its call's result; away: neither is there
	Retracted      // a message that is declared void; away: no such message

	// Of attributes: what something is called.
	ReusedID         // a call bears the id of a finished one
	SharedID         // a call bears the id of one of another live session
	SharedMessageID  // a message bears the id of one of another session
	EqualDescription // two delegations with equal arguments
	Alias            // the delegation tool under another name
	NearAlias        // a tool whose name is almost the delegation tool's
	Handoff          // another agent speaks
	Metadata         // a message, text or call carries metadata
	SharedSlots      // slots of two live sessions are the same; away: they differ

	// Of a call.
	NeverAnswered  // no result
	StartLost      // neither selection nor start
	SelectionLost  // a start without selection
	ResultTwice    // a second result in the same turn
	ResultRestated // the result again, in a list of all
	LateResult     // the result comes after the turn's end
	Clashing       // the id of a call of an earlier message that is still open
	ArgsCut        // arguments stop in the middle, and nothing follows
	SlotReuse      // so, and the next call uses the slot
	FirstCarries   // the announcement carries the arguments
	NoArguments    // none
	Malformed      // arguments that are no JSON
	Drift          // fragments with the call's id and another slot
	EarlyFragment  // a fragment before the announcement
	Slotless       // fragments without slot and id
	NameAgain      // the announcement is repeated between fragments
	SelectAgain    // the announcement is repeated after the result
	StartAgain     // the start is repeated before the result
	Progress       // a sign of life after the result
	EarlyResult    // the result comes before the message's next item
	OutOfOrder     // results in another order than the calls
	LateArgs       // a fragment of arguments after the result
	AcrossMessages // the result comes after the next message began
	ManyPieces     // arguments in pieces of one character; away: one piece
	EmptyPieces    // empty fragments between
	Asked          // waits for a person, and is answered
	Refused        // denied
	DeniedLater    // a failed call turns out denied

	// Of a message.
	MessageEndLost // no end
	FullAfter      // the whole message again after its pieces, or all messages
	StrayFragment  // a fragment of arguments at a slot that nothing opens
	LateText       // text behind the end of its message, or of its turn
	StaleFull      // the message as it was, again
	OpenTogether   // the end of the message, and its last words, behind the beginning of the next
	UsageAgain     // usage reported twice
	ManyInOne      // several announcements in one record
	Ambiguous      // a fragment that may belong to several calls

	// Of a turn.
	TurnEndLost   // no end
	TurnEndLate   // the end comes after the next turn's start
	TurnStartLost // no start
	StartedTwice  // the start again
	LateTurnText  // text behind the end
	EndsFailed    // the end says that it failed

	// Of a session.
	NeverClosed // no end
	OpenedAgain // the start again
	Unannounced // no start

	// Of the whole.
	Noise         // records that say nothing; of a message: its last block is of a type that nobody knows
	OwnContent    // a tool's own message
	OrphanResult  // a result for a call never seen
	NoSession     // text without a session
	StrayClose    // an end of a session that never started
	LimitReported // a quota record
	Replay        // a record comes again
	NotFatal      // an error that ends nothing
	Interrupted   // somebody is asked, and the stream ends
	Truncated     // the stream ends in the middle
	CancelledAll  // the user cancels
	FatalError    // an error ends all

	// Of a message, too; replay files number the ones above.
	Packed    // fragments that follow each other share a record
	Straggler // the last fragment, with the call's id, behind the next announcement
	Served    // the server of the model ran the call, and its result is in the message

	// Of the whole, too.
	EndAlone // a sub-session of which only the end comes, which holds what was said in it

	// Kinds bounds the kinds: it is one more than the last.
	Kinds
)

// An About is a rule that a fault can cover, and the dialects in which it does.
type About struct {
	Rule string
	Fits func(f *spec.Features) bool
}

// All are the kinds of fault.
func All() []Kind {
	all := make([]Kind, 0, Kinds-1)
	for k := Kind(1); k < Kinds; k++ {
		all = append(all, k)
	}
	return all
}

// Rules are the rules that the fault can cover in a dialect, none where no stream
// of it can have the fault.
func (k Kind) Rules(f *spec.Features) []string {
	if !k.In(f, Hostile) {
		return nil
	}
	rules := []string{table[k].rule}
	for _, a := range table[k].also {
		if a.Fits(f) {
			rules = append(rules, a.Rule)
		}
	}
	return rules
}

// Rule is the rule that the fault covers.
func (k Kind) Rule() string { return table[k].rule }

// Also are the rules that the fault can cover, where there are several.
func (k Kind) Also() []About { return table[k].also }

// In reports whether a stream of the dialect can have the fault at the level.
func (k Kind) In(f *spec.Features, l Level) bool {
	e := &table[k]
	return e.fits != nil && e.level <= l && e.fits(f) && k.Representable(f)
}

// Representable reports whether the dialect leaves open that its streams have the
// fault: it does not declare that none has.
func (k Kind) Representable(f *spec.Features) bool {
	return k == None || !slices.Contains(f.NotRepresentable, table[k].name)
}

// Stops reports whether nothing comes behind the fault.
func (k Kind) Stops() bool {
	return k == Truncated || k == CancelledAll || k == FatalError || k == Interrupted
}

// String is the fault's name.
func (k Kind) String() string {
	if int(k) >= len(table) || table[k].name == "" {
		return fmt.Sprintf("fault(%d)", uint8(k))
	}
	return table[k].name
}

// MarshalText writes the fault's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a fault's name; an unknown name is an error. The empty
// name is no fault.
func (k *Kind) UnmarshalText(b []byte) error {
	if len(b) == 0 || string(b) == "fault(0)" {
		*k = 0
		return nil
	}
	for i := range table {
		if table[i].name == string(b) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("fault: no kind %q", b)
}
