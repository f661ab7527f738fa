package scenario

import (
	"encoding/json"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/spec"
)

// None is the index that refers to nothing.
const None = -1

// MaxFaults bounds the faults of a scenario to what a Set holds.
const MaxFaults = 60

// A Scenario is what happens, as a tree kept in flat lists: a node names its
// parent by index, and a parent the range of its children.
type Scenario struct {
	// Features are those of the dialect that the scenario is emitted in.
	Features spec.Features `json:"features"`
	Level    fault.Level   `json:"level"`

	Sessions []Session `json:"sessions"`
	Turns    []Turn    `json:"turns"`
	Messages []Message `json:"messages"`
	Items    []Item    `json:"items"`
	Calls    []Call    `json:"calls"`
	Extras   []Extra   `json:"extras,omitempty"`
	// Cuts are the ends of the pieces of texts and arguments (see Item.Cuts).
	Cuts []int32 `json:"cuts,omitempty"`

	// Faults are the faults; Off those that are performed away.
	Faults []Fault `json:"perils,omitempty"`
	Off    Set     `json:"off,omitempty"`
	// End is how the input ends.
	End spec.Cause `json:"end"`
}

// A Set is a set of faults, by number.
type Set uint64

// Has reports whether the set has any of the other's.
func (s Set) Has(other Set) bool { return s&other != 0 }

// A Span is a range of indexes.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Len is the number of indexes.
func (s Span) Len() int { return s.To - s.From }

// A Cond says under which faults a node or step is there: all of Need, none of
// Not.
type Cond struct {
	Need Set `json:"need,omitempty"`
	Not  Set `json:"not,omitempty"`
}

// And is the condition that both hold.
func (c Cond) And(d Cond) Cond { return Cond{c.Need | d.Need, c.Not | d.Not} }

// Holds reports whether the condition holds where the faults of on happen.
func (c Cond) Holds(on Set) bool { return c.Need&^on == 0 && c.Not&on == 0 }

// A Session is the user's (the first) or that of a sub-agent.
type Session struct {
	ID string `json:"id"`
	// Parent is the session that delegated, By its call; None for the root.
	Parent int `json:"parent"`
	By     int `json:"by"`
	Depth  int `json:"depth,omitempty"`
	// First and Last are its turns: a session's turns are linked by Turn.Next.
	First int       `json:"first"`
	Last  int       `json:"last"`
	Fault NodeFault `json:"fault,omitzero"`
	Cond
}

// A Turn is one run of the session's agent.
type Turn struct {
	ID      string `json:"id"`
	Session int    `json:"session"`
	// Next is the session's next turn, By the call that asked for this one.
	Next int `json:"next"`
	By   int `json:"by"`
	// Prompt is the user message, emitted before the start or (Late) after it.
	Prompt string `json:"prompt,omitempty"`
	Late   bool   `json:"late,omitempty"`
	// Messages are its model calls.
	Messages Span `json:"messages"`
	// UserTurn: the user's turn starts behind it.
	UserTurn bool       `json:"user_turn,omitempty"`
	Stop     string     `json:"stop,omitempty"`
	Usage    spec.Usage `json:"usage,omitzero"`
	Fault    NodeFault  `json:"fault,omitzero"`
	Cond
}

// A Message is one model call: what the dialect gives one message id, where it
// has them.
type Message struct {
	ID      string `json:"id"`
	Session int    `json:"session"`
	Turn    int    `json:"turn"`
	Items   Span   `json:"items"`
	Mode    Mode   `json:"mode,omitempty"`
	// Like is the message of another session whose id this one bears, if the
	// fault LikeBy happens; Other the agent that speaks by OtherBy.
	Like    int    `json:"like"`
	LikeBy  Set    `json:"like_by,omitempty"`
	Other   string `json:"other,omitempty"`
	OtherBy Set    `json:"other_by,omitempty"`
	// ApartBy: its slots are those of other messages only by this fault.
	ApartBy Set `json:"apart_by,omitempty"`
	// Slotted: its texts have slots too.
	Slotted bool `json:"slotted,omitempty"`
	// Quiet: the model call's beginning, or selections, are not announced,
	// where the dialect may leave that out.
	Quiet bool       `json:"quiet,omitempty"`
	Stop  string     `json:"stop,omitempty"`
	Usage spec.Usage `json:"usage,omitzero"`
	// Meta is metadata of the message, there by MetaBy.
	Meta   json.RawMessage `json:"meta,omitempty"`
	MetaBy Set             `json:"meta_by,omitempty"`
	Fault  NodeFault       `json:"fault,omitzero"`
	// Pack says which of its fragments, and its end, share the record of the one
	// before: bit n of the n-th fragment, modulo 64. They do if the fault PackBy
	// happens.
	Pack   uint64 `json:"pack,omitempty"`
	PackBy Set    `json:"pack_by,omitempty"`
	Cond
}

// Mode is how a message is emitted.
type Mode uint8

// Streamed: in pieces. Whole: as one. Blocks: one frame for each item. Both:
// in pieces, and each item again as a frame.
const (
	Streamed Mode = iota
	Whole
	Blocks
	Both
)

// An Item is a text, a thought or a call of a message.
type Item struct {
	Kind    spec.PartKind `json:"kind"`
	Message int           `json:"message"`
	// Call is the index of the call, for a call.
	Call int    `json:"call"`
	Text string `json:"text,omitempty"`
	// Slot is the item's position, "" where it has none; that of the item Like
	// if the fault LikeBy happens.
	Slot   string `json:"slot,omitempty"`
	Like   int    `json:"like"`
	LikeBy Set    `json:"like_by,omitempty"`
	// Cuts is the range of Scenario.Cuts that holds the ends of the pieces of
	// its text, or of the call's arguments.
	Cuts Span `json:"cuts"`
	// Meta is metadata of the text or call, there by MetaBy.
	Meta   json.RawMessage `json:"meta,omitempty"`
	MetaBy Set             `json:"meta_by,omitempty"`
	Fault  NodeFault       `json:"fault,omitzero"`
	Cond
}

// A Call is one tool call.
type Call struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Session int    `json:"session"`
	Turn    int    `json:"turn"`
	Message int    `json:"message"`
	Item    int    `json:"item"`
	// Args is the arguments' text, Value the compact JSON of what it says.
	Args  string `json:"args,omitempty"`
	Value string `json:"value,omitempty"`
	// Parsed: the wire carries the value, not the text.
	Parsed bool `json:"parsed,omitempty"`
	// Child is the turn that the call delegates to; Agent and Description are
	// in its arguments, where the dialect says so.
	Child       int    `json:"child"`
	Agent       string `json:"agent,omitempty"`
	Description string `json:"description,omitempty"`
	// Batch is the number of the batch in the message that the call runs in;
	// Inline: it is answered before the message's next item.
	Batch  int  `json:"batch,omitempty"`
	Inline bool `json:"inline,omitempty"`
	// Background: answered at once, and the child's end comes when it comes.
	Background bool            `json:"background,omitempty"`
	Result     json.RawMessage `json:"result,omitempty"`
	IsError    bool            `json:"is_error,omitempty"`
	Fault      NodeFault       `json:"fault,omitzero"`
	// Like is the call whose id this one bears, if the fault LikeBy happens;
	// Alias another name of its tool, by AliasBy; Twin the call whose
	// arguments it has, by TwinBy.
	Like    int    `json:"like"`
	LikeBy  Set    `json:"like_by,omitempty"`
	Alias   string `json:"alias,omitempty"`
	AliasBy Set    `json:"alias_by,omitempty"`
	Twin    int    `json:"twin"`
	TwinBy  Set    `json:"twin_by,omitempty"`
	// Whole: its start is in the record of its end.
	Whole bool `json:"whole,omitempty"`
	// Shows are what it shows before its end (see spec.ToolSample).
	Shows []json.RawMessage `json:"shows,omitempty"`
	// Of a call about a sub-session that says nothing: its id, what its end says of
	// it, and how that ended.
	Agency   spec.AgentDeed `json:"agency,omitempty"`
	Silent   string         `json:"silent,omitempty"`
	SilentIs spec.Status    `json:"silent_is,omitempty"`
	// Kept: the call stays as it is, because another one refers to it.
	Kept bool `json:"kept,omitempty"`
	Cond
}

// A NodeFault is the one fault of a node that changes how the node is emitted.
type NodeFault struct {
	Kind fault.Kind `json:"kind,omitempty"`
	// By is the number of the fault in its scenario, as a set of one.
	By Set `json:"by,omitempty"`
	// N is a number that the kind needs: a piece, a place.
	N int `json:"n,omitempty"`
}

// An Extra is something emitted beside the tree: a note, a result of nothing, a
// limit, a replayed record.
type Extra struct {
	Kind fault.Kind `json:"kind"`
	// Session is where it is emitted, once that has begun.
	Session int `json:"session"`
	// At is how far into the order it is emitted, in 1/1024; for a replay also how
	// far back the record is that comes again.
	At    int        `json:"at"`
	Back  int        `json:"back,omitempty"`
	Note  spec.Note  `json:"note,omitempty"`
	Text  string     `json:"text,omitempty"`
	Limit spec.Limit `json:"limit,omitzero"`
	Cond
}

// A NodeFault is a fault of the scenario.
type Fault struct {
	Kind fault.Kind `json:"kind"`
	// Rule is what must hold all the same.
	Rule string `json:"rule"`
	// Session, Message and Call are the nodes that it touches, or None.
	Session int `json:"session"`
	Message int `json:"message"`
	Call    int `json:"call"`
	// Needs are the faults without which this one cannot be.
	Needs Set `json:"needs,omitempty"`
}

// On is the set of faults that happen.
func (sc *Scenario) On() Set { return (1<<(len(sc.Faults)+1) - 2) &^ sc.Off }

// Without is the scenario with more faults performed away: the given ones
// (numbers from 1) and those that need them. The nodes are shared.
func (sc *Scenario) Without(faults ...int) *Scenario {
	away := *sc
	for _, p := range faults {
		away.Off |= 1 << p
	}
	for again := true; again; {
		again = false
		for i := range sc.Faults {
			if bit := Set(1) << (i + 1); sc.Faults[i].Needs.Has(away.Off) && !away.Off.Has(bit) {
				away.Off |= bit
				again = true
			}
		}
	}
	return &away
}

// InputEnd is how the input ends.
func (sc *Scenario) InputEnd() spec.Cause {
	for i := range sc.Extras {
		if e := &sc.Extras[i]; e.Kind == fault.Truncated && e.Holds(sc.On()) {
			return sc.End
		}
	}
	return spec.EOF
}

// Away is the condition of what a fault of one of the kinds takes away.
func (f NodeFault) Away(kinds ...fault.Kind) Cond {
	for _, k := range kinds {
		if f.Kind == k {
			return Cond{Not: f.By}
		}
	}
	return Cond{}
}

// With is the condition of what a fault of the kind adds.
func (f NodeFault) With(k fault.Kind) (Cond, bool) {
	return Cond{Need: f.By}, f.Kind == k
}

// Together reports whether the calls of a message are announced one after the
// other before any arguments.
func (msg *Message) Together() bool {
	return msg.Fault.Kind == fault.ManyInOne || msg.Fault.Kind == fault.Ambiguous
}
