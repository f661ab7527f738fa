package scenario

import (
	"encoding/json"
	"strconv"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/spec"
)

// What is emitted beside the tree: the text of a fragment that nothing claims, text
// out of place, the id and result of a call never seen, a session never
// started, an error that ends nothing, and one that ends all.
const (
	StrayText = `{"stray`
	StraySlot = "99"
	LateWords = "by the way"
	OrphanID  = "call_lost"
	GhostID   = "ghost-session"
	ErrorText = "try again"
	FatalText = "all is lost"
	WaitID    = "ask-1"
)

// OrphanResultValue is the result of a call never seen.
var OrphanResultValue = json.RawMessage(`"of nothing"`)

// DriftSlot is the slot that a drifting piece of a call's arguments bears.
func (sc *Scenario) DriftSlot(j, piece int) string {
	return Slots.At(30 + j - sc.Messages[sc.Items[j].Message].Items.From + piece&1)
}

// Happens reports whether one of the faults happens.
func (sc *Scenario) Happens(by Set) bool { return by&^sc.Off != 0 }

// HasFault reports whether a fault of the kind happens.
func (sc *Scenario) HasFault(f NodeFault, k fault.Kind) bool { return f.Kind == k && sc.Happens(f.By) }

// CallID is the id that a call bears.
func (sc *Scenario) CallID(c int) string {
	call := &sc.Calls[c]
	if sc.Happens(call.LikeBy) {
		return sc.Calls[call.Like].ID
	}
	return call.ID
}

// CallName is the name of a call's tool.
func (sc *Scenario) CallName(c int) string {
	call := &sc.Calls[c]
	if sc.Happens(call.AliasBy) {
		return call.Alias
	}
	return call.Name
}

// asks is the call whose arguments a call has.
func (sc *Scenario) asks(c int) *Call {
	call := &sc.Calls[c]
	if sc.Happens(call.TwinBy) {
		return &sc.Calls[call.Twin]
	}
	return call
}

// CallArgs is the text of a call's arguments, and whether the wire carries a
// value instead.
func (sc *Scenario) CallArgs(c int) (args string, value bool) {
	call := sc.asks(c)
	switch f := sc.Calls[c].Fault; {
	case sc.HasFault(f, fault.NoArguments):
		return "", false
	case sc.HasFault(f, fault.Malformed):
		return call.Args[:f.N], false
	case call.Parsed:
		return call.Value, true
	}
	return call.Args, false
}

// SnapshotArgs is what a snapshot of a call carries: the value, or text that
// is no JSON.
func (sc *Scenario) SnapshotArgs(c int) (args string, value bool) {
	if sc.TextBlocks(c) {
		return sc.CallArgs(c)
	}
	switch f := sc.Calls[c].Fault; {
	case sc.HasFault(f, fault.NoArguments):
		return "{}", true
	case sc.HasFault(f, fault.Malformed):
		return sc.asks(c).Args[:f.N], false
	}
	return sc.asks(c).Value, true
}

// TextBlocks reports whether a call is a block of its message whose arguments are
// text.
func (sc *Scenario) TextBlocks(c int) bool {
	return sc.Features.ArgsText && sc.Messages[sc.Calls[c].Message].Mode == Blocks
}

// CallStatus is what a call's result says of it.
func (sc *Scenario) CallStatus(c int) spec.Status {
	switch f := sc.Calls[c].Fault; {
	case !sc.HasFault(f, fault.Refused):
		return ""
	case f.N > 0:
		return spec.Cancelled
	}
	return spec.Denied
}

// CallFailed reports whether a call's result is an error.
func (sc *Scenario) CallFailed(c int) bool {
	call := &sc.Calls[c]
	return call.IsError || sc.HasFault(call.Fault, fault.DeniedLater)
}

// Labelled reports whether each event of a message names its agent.
func (sc *Scenario) Labelled() bool {
	return sc.Features.Speakers && !sc.Features.MessageStart && sc.Features.Turns != spec.TurnsOverlap
}

// MessageID is the id that a message bears; its number, where it has none.
func (sc *Scenario) MessageID(m int) string {
	msg := &sc.Messages[m]
	if sc.Features.Numbered {
		return Slots.At(sc.number(m))
	}
	if sc.Happens(msg.LikeBy) {
		return sc.Messages[msg.Like].ID
	}
	return msg.ID
}

// number is a message's place, from 1, among those of its session that are emitted.
func (sc *Scenario) number(m int) int {
	n, on, msg := 1, sc.On(), &sc.Messages[m]
	for t := sc.Sessions[msg.Session].First; t != None && t <= msg.Turn; t = sc.Turns[t].Next {
		for i := sc.Turns[t].Messages.From; i < min(sc.Turns[t].Messages.To, m); i++ {
			if sc.Messages[i].Holds(on) {
				n++
			}
		}
	}
	return n
}

// MessageMeta is the metadata of a message.
func (sc *Scenario) MessageMeta(m int) json.RawMessage {
	if msg := &sc.Messages[m]; sc.Happens(msg.MetaBy) {
		return msg.Meta
	}
	return nil
}

// ItemMeta is the metadata of a text or call.
func (sc *Scenario) ItemMeta(j int) json.RawMessage {
	it := &sc.Items[j]
	switch {
	case sc.Happens(it.MetaBy):
		return it.Meta
	case it.Call != None && sc.HasFault(sc.Calls[it.Call].Fault, fault.Served):
		return server
	}
	return nil
}

// server is the metadata of a call that the model's server ran.
var server = json.RawMessage(`{"server_name":"corp"}`)

// AsideSlot is the position of the block behind all items of a message.
func (sc *Scenario) AsideSlot(m int) string {
	items := sc.Messages[m].Items
	for j := items.To - 1; j >= items.From; j-- {
		if !sc.Items[j].Holds(sc.On()) {
			continue
		}
		if at, err := strconv.Atoi(sc.Slot(j)); err == nil {
			return Slots.At(at + 1)
		}
	}
	return Slots.At(0)
}

// Slot is the position that an item bears.
func (sc *Scenario) Slot(j int) string {
	it := &sc.Items[j]
	msg := &sc.Messages[it.Message]
	switch {
	case sc.Happens(it.LikeBy):
		return sc.Items[it.Like].Slot
	case msg.ApartBy != 0 && !sc.Happens(msg.ApartBy):
		return Slots.At(20 + j - msg.Items.From)
	case msg.Mode == Blocks, msg.Mode == Whole && !sc.Features.ArgsDeltas:
		return Slots.At(sc.frames(msg.Items.From, j))
	}
	return it.Slot
}

// WholeEnds reports whether a message emitted whole has ended.
func (sc *Scenario) WholeEnds() bool { return sc.Features.Turns != spec.TurnsOverlap }

// frames is how many of the items from one to another are emitted: the position of
// the next frame of their message.
func (sc *Scenario) frames(from, to int) int {
	n := 0
	for j := from; j < to; j++ {
		if sc.Items[j].Holds(sc.On()) {
			n++
		}
	}
	return n
}

// Precedes reports whether a block has the figures of its message's start, and a
// later one those of its end.
func (sc *Scenario) Precedes(j int) bool {
	if j == None || !sc.Features.Kept {
		return false
	}
	msg := &sc.Messages[sc.Items[j].Message]
	return sc.HasFault(msg.Fault, fault.UsageAgain) && sc.frames(j+1, msg.Items.To) > 0
}

// Agent is the agent that a message names.
func (sc *Scenario) Agent(m int) string {
	msg := &sc.Messages[m]
	switch {
	case sc.Thinks(m):
		return ""
	case sc.Happens(msg.OtherBy):
		return msg.Other
	case !sc.Features.Speakers || sc.Features.Unsigned || sc.Features.Turns == spec.TurnsOverlap:
		return ""
	}
	return sc.SessionAgent(msg.Session)
}

// Thinks reports whether a message is a thought, where those are messages of their
// own, which name no agent.
func (sc *Scenario) Thinks(m int) bool {
	items := sc.Messages[m].Items
	return sc.Features.ThoughtsApart && items.Len() > 0 && sc.Items[items.From].Kind == spec.ThoughtPart
}

// SessionAgent is the agent that a sub-session runs.
func (sc *Scenario) SessionAgent(s int) string {
	if by := sc.Sessions[s].By; by != None {
		return sc.asks(by).Agent
	}
	return ""
}

// Prompt is the user message of a turn.
func (sc *Scenario) Prompt(t int) string {
	turn := &sc.Turns[t]
	if turn.By != None && sc.Features.Delegation.Description != "" {
		return sc.asks(turn.By).Description
	}
	return turn.Prompt
}

// Links reports whether the wire links a sub-session to its call: by an id, or
// by a description that no other call has.
func (sc *Scenario) Links(s int) bool {
	by := sc.Sessions[s].By
	if by == None || !sc.Features.ChildLink {
		return false
	}
	if sc.Features.Delegation.Description == "" {
		return true
	}
	for c := range sc.Calls {
		call := &sc.Calls[c]
		if sc.Happens(call.TwinBy) && (c == by || call.Twin == by) && call.Holds(sc.On()) {
			return false
		}
	}
	return true
}

// NextCall is the next call of the same message and batch.
func (sc *Scenario) NextCall(c *Call) int {
	for j := c.Item + 1; j < sc.Messages[c.Message].Items.To; j++ {
		if next := sc.Items[j].Call; next != None && sc.Calls[next].Batch == c.Batch && !sc.Calls[next].Background {
			return next
		}
	}
	return None
}

// Tools are the tools that agents use beside the one that delegates.
var Tools = []string{"read", "write_file", "search", "ls", "tasks", "mcp__fs__read"}

// NoteKinds are the kinds of note that a dialect has.
func NoteKinds(f *spec.Features) []spec.Note {
	if len(f.Notes) > 0 {
		return f.Notes
	}
	return anyNote
}

var anyNote = []spec.Note{spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteHeartbeat, spec.NoteUnknown}

// OpenArgs are the arguments that an announcement carries: the value where the wire has
// no other.
func (sc *Scenario) OpenArgs(c int) (args string, value bool) {
	if sc.Features.MessageTurns {
		return sc.SnapshotArgs(c)
	}
	return sc.CallArgs(c)
}

// OpenCarries reports whether an announcement can carry arguments itself.
func (sc *Scenario) OpenCarries() bool {
	return sc.Features.Turns == spec.TurnsMarked && sc.Features.Slots && !sc.Features.Packs
}
