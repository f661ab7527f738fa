package script

import "github.com/quock-dev/quock/fuzz/scenario"

// StepKind is what a step writes.
type StepKind uint8

// The steps.
const (
	_              StepKind = iota
	SessionOpens            // a sub-session starts
	SessionNamed            // the agent of a sub-session becomes known
	SessionEnds             // a sub-session ends
	Greets                  // the session of a run is named
	Echoes                  // what the record before said, in another layer
	Prompted                // the user message of a turn
	TurnStarts              // a turn starts
	TurnUsed                // what a turn used
	TurnEnds                // a turn ends
	UserTurns               // the user's turn starts
	ModelStarts             // a model call starts, where messages have no ids
	MessageOpens            // a message starts
	MessageUsage            // what a message used
	MessageEnds             // a message ends
	MessageWhole            // a message whole
	MessageStale            // a message as it was before its end
	ItemWhole               // one item of a message whole
	TextBegins              // a text begins, empty as yet
	TextPiece               // a piece of text or thought
	TextEnds                // a text is complete
	AsideEdge               // a block of no known type begins, or ends
	AsideWhole              // such a block whole
	CallOpens               // a call is announced
	ArgsPiece               // a piece of arguments
	ArgsEnd                 // the arguments are complete
	CallStarts              // a call runs
	CallProgresses          // a sign of life
	CallEnded               // how a call ended, before its result
	CallEnds                // a result
	ResultGiven             // a result again, restated
	ResultAdded             // a result is added to its session
	CallDenied              // a call was denied after all
	Waits                   // a call waits for somebody
	Retracts                // a message is declared void
	Notes                   // a record that says nothing
	Restated                // the messages of a session so far
	Shown                   // another session, as it was saved
	Switched                // the session of the user in its place, empty as yet
	ResultOrphaned          // a result of a call never seen
	TextOrphaned            // text behind the end of its message or turn
	TextHomeless            // text without a session
	ArgsStray               // arguments at a slot that nothing opens
	ArgsLate                // arguments behind the result
	ArgsUnclear             // arguments that several calls may claim
	CloseOrphaned           // the end of a session never started
	Logs                    // the log of a sub-agent's run has grown
	SilentStarts            // a sub-session that says nothing starts, or goes on
	SilentEnds              // it ends
	Stored                  // a piece of what the end of a sub-session holds
	Limits                  // a quota record
	Errs                    // an error that ends nothing
	Cancels                 // the user cancels
	Fails                   // an error ends all
	Stops                   // nothing: the stream stops
	Repeats                 // an earlier record again
)

// A Step is one thing that is emitted.
type Step struct {
	Kind StepKind
	// Join: in the record of the step before it in its group; with JoinBy only
	// if that fault happens.
	Join   bool
	JoinBy scenario.Set
	// The nodes that the step is about, None where it is about none.
	Session, Turn, Message, Item, Call, Extra int32
	// Piece is the piece of the item's text or arguments; None is all of it.
	Piece int32
	scenario.Cond
}

// A Group is what is emitted without anything between: a step, or a few that share
// a record.
type Group struct {
	Session  int32
	From, To int32
}

// A Script is everything that may be emitted, in groups with what must be emitted
// before them. Groups are there whether or not the faults under which they are
// emitted happen, so that one order serves for all.
type Script struct {
	Steps  []Step
	Groups []Group

	// edges lists, for each group, those that wait for it: a chain from heads.
	edges   []edge
	heads   []int32
	waiting []int16

	sc *scenario.Scenario
	// begun is, by session, the group with which its first turn has begun;
	// ended, by turn, the group that ends it.
	begun []int32
	ended []int32
	// extra is the first group of what is emitted beside the tree.
	extra int32
	// opened is, by message, its first group; answered, by call, the group of its
	// result.
	opened   []int32
	answered []int32
	// joins, pending and late are stacks, used from a base by each turn.
	joins   []int32
	pending []int32
	late    []int32
	// base is what steps are like where the builder stands.
	base Step
	// fragments is how many were emitted of the message that the builder is at; packed
	// is the group of the last one.
	fragments int
	packed    int32
}

type edge struct{ to, next int32 }

// noBeat is the group that needs not be waited for.
const noGroup int32 = -1

// Reset empties the script, keeping its memory, and writes the scenario's.
func (b *Script) Reset(sc *scenario.Scenario) {
	b.sc = sc
	b.Steps, b.Groups, b.edges = b.Steps[:0], b.Groups[:0], b.edges[:0]
	b.heads, b.waiting = b.heads[:0], b.waiting[:0]
	b.joins, b.pending, b.late = b.joins[:0], b.pending[:0], b.late[:0]
	b.begun = filled(b.begun, len(sc.Sessions))
	b.ended = filled(b.ended, len(sc.Turns))
	b.opened = filled(b.opened, len(sc.Messages))
	b.answered = filled(b.answered, len(sc.Calls))
	b.base = b.bare()
	cur := noGroup
	for t := sc.Sessions[0].First; t != scenario.None; t = sc.Turns[t].Next {
		cur = b.turn(t, cur)
	}
	b.extras()
}

// bare is a step about nothing.
func (b *Script) bare() Step {
	return Step{Turn: scenario.None, Message: scenario.None, Item: scenario.None, Call: scenario.None, Extra: scenario.None, Piece: scenario.None}
}

func filled(s []int32, n int) []int32 {
	s = s[:0]
	for range n {
		s = append(s, noGroup)
	}
	return s
}

// group begins a new group that waits for the given ones.
func (b *Script) group(after ...int32) int32 {
	i := int32(len(b.Groups))
	at := int32(len(b.Steps))
	b.Groups = append(b.Groups, Group{Session: b.base.Session, From: at, To: at})
	b.heads = append(b.heads, noGroup)
	b.waiting = append(b.waiting, 0)
	for _, a := range after {
		b.after(a, i)
	}
	return i
}

// after makes a group wait for an earlier one.
func (b *Script) after(first, then int32) {
	if first == noGroup {
		return
	}
	b.edges = append(b.edges, edge{then, b.heads[first]})
	b.heads[first] = int32(len(b.edges) - 1)
	b.waiting[then]++
}

// add adds a step to the current group, under the base's condition and c.
func (b *Script) add(k StepKind, c scenario.Cond) *Step {
	s := b.base
	s.Kind, s.Cond = k, s.Cond.And(c)
	last := &b.Groups[len(b.Groups)-1]
	s.Join = int(last.From) < len(b.Steps)
	b.Steps = append(b.Steps, s)
	last.To = int32(len(b.Steps))
	return &b.Steps[len(b.Steps)-1]
}

// one is a group of one step.
func (b *Script) one(k StepKind, c scenario.Cond, after ...int32) int32 {
	i := b.group(after...)
	b.add(k, c)
	return i
}
