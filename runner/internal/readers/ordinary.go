package readers

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// ordinary returns a stream like another one in which nothing special happens: a
// question, a text in two pieces, a call with its result, a sub-agent if the other
// stream has any, an answer. It has the kinds of events that the other one has, and
// links pieces as the other one does.
func ordinary(like *spec.Stream, root string) *spec.Stream {
	o := &ordinaryStream{like: traitsOf(like), out: spec.Stream{Features: like.Features, End: spec.EOF}, session: root}
	o.add(spec.Event{Kind: spec.SessionOpen})
	o.history()
	o.add(spec.Event{Kind: spec.TurnStart, Turn: "t1"})
	o.message("m0", "user", "What is", " there?", "")
	o.message("m1", "assistant", "I", " look.", "c1")
	if o.like.children {
		o.message("m2", "assistant", "Ask", " another.", "c2")
		o.child("c2")
	}
	o.message("m3", "assistant", "A file", " of x.", "")
	o.add(spec.Event{Kind: spec.TurnEnd, Turn: "t1", StopReason: "end_turn", Usage: &spec.Usage{Input: 3, Output: 4}})
	return &o.out
}

// traits are what an ordinary stream has in common with another one.
type traits struct {
	kinds map[spec.Kind]bool
	// What some event of the other stream has: a call id or a slot on a piece of
	// arguments, a message, a sub-session with the call that made it, a whole message
	// that repeats or is complete, one of one part behind another one of it, a result
	// with its tool; and whole messages of a role.
	pieceCalls, pieceSlots, messages, children, links, restated, complete, byParts, doneNames bool
	fulls                                                                                     map[string]bool
}

func traitsOf(s *spec.Stream) traits {
	t, before := traits{kinds: map[spec.Kind]bool{}, fulls: map[string]bool{}}, map[string]bool{}
	for i := range s.Events {
		e := &s.Events[i]
		t.kinds[e.Kind] = true
		t.messages = t.messages || e.Message != ""
		t.children = t.children || e.Parent.OK
		t.links = t.links || e.ParentCall.OK
		switch e.Kind {
		case spec.CallArgs:
			t.pieceCalls, t.pieceSlots = t.pieceCalls || e.Call != "", t.pieceSlots || e.Slot != ""
		case spec.CallDone:
			t.doneNames = t.doneNames || e.Name != ""
		case spec.MessageFull:
			t.restated, t.complete = t.restated || e.Restated, t.complete || e.Complete
			for j := range e.Messages {
				m := &e.Messages[j]
				t.fulls[m.Role] = true
				t.byParts = t.byParts || before[m.Message] && len(m.Parts) == 1
				before[m.Message] = m.Message != ""
			}
		}
	}
	return t
}

// An ordinaryStream is being built. session is where the next events belong.
type ordinaryStream struct {
	like    traits
	out     spec.Stream
	session string
}

// add adds an event of a kind that the other stream has.
func (o *ordinaryStream) add(e spec.Event) {
	if !o.like.kinds[e.Kind] {
		return
	}
	if e.Session == "" {
		e.Session = o.session
	}
	if !o.like.messages {
		e.Message = ""
	}
	e.Record = len(o.out.Events) + 1
	o.out.Events = append(o.out.Events, e)
}

// message adds a message with a text in two pieces and, unless call is "", a call. A
// user's message has no pieces.
func (o *ordinaryStream) message(id, role, first, second, call string) {
	whole := spec.Snapshot{Message: id, Role: role, Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: first + second}}}
	if role != "user" {
		whole.Agent = "a"
		o.pieces(id, first, second, call)
	}
	if call != "" {
		whole.Parts = append(whole.Parts, spec.SnapshotPart{Kind: spec.CallPart, Call: call, Name: o.tool(call), Args: o.args()})
	}
	for _, part := range o.frames(whole) {
		o.add(spec.Event{Kind: spec.MessageFull, Message: id, Role: role, Restated: o.like.restated, Complete: o.like.complete, Messages: []spec.Snapshot{part}})
	}
	if call == "c1" {
		o.done(call)
	}
}

// history adds a stored question with its answer and a call.
func (o *ordinaryStream) history() {
	text := func(words string) spec.SnapshotPart { return spec.SnapshotPart{Kind: spec.TextPart, Text: words} }
	call := spec.SnapshotPart{Kind: spec.CallPart, Call: "c0", Name: "ls", Args: `{"path": "a b"}`, Answered: true, Result: json.RawMessage(`"x y"`)}
	o.add(spec.Event{Kind: spec.History, Complete: true, Messages: []spec.Snapshot{
		{Message: "h0", Role: "user", Parts: []spec.SnapshotPart{text("What was there?")}},
		{Message: "h1", Role: "assistant", Agent: "a", Parts: []spec.SnapshotPart{text("I look."), call}},
		{Message: "h2", Role: "assistant", Agent: "a", Parts: []spec.SnapshotPart{text("A file.")}},
	}})
}

// frames are the whole messages that tell a message: none of a role that the other
// stream has none of, one for each part where it repeats a message part by part.
func (o *ordinaryStream) frames(whole spec.Snapshot) (all []spec.Snapshot) {
	if !o.like.fulls[whole.Role] {
		return nil
	}
	if !o.like.byParts {
		return []spec.Snapshot{whole}
	}
	for i := range whole.Parts {
		part := whole
		part.Parts = whole.Parts[i : i+1]
		all = append(all, part)
	}
	return all
}

func (o *ordinaryStream) pieces(id, first, second, call string) {
	o.add(spec.Event{Kind: spec.MessageOpen, Message: id, Role: "assistant", Agent: "a"})
	o.add(spec.Event{Kind: spec.Text, Message: id, Text: first})
	o.add(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	o.add(spec.Event{Kind: spec.Text, Message: id, Text: second})
	if call != "" {
		name := o.tool(call)
		o.add(spec.Event{Kind: spec.CallOpen, Message: id, Call: call, Slot: o.slot(), Name: name})
		args := o.args()
		for _, piece := range []string{args[:len(args)/2], args[len(args)/2:]} {
			e := spec.Event{Kind: spec.CallArgs, Message: id, Slot: o.slot(), Text: piece}
			if o.like.pieceCalls {
				e.Call = call
			}
			o.add(e)
		}
		o.add(spec.Event{Kind: spec.ArgsEnd, Message: id, Call: call, Slot: o.slot()})
	}
	reason := "end_turn"
	if call != "" {
		reason = "tool_use"
	}
	o.add(spec.Event{Kind: spec.MessageClose, Message: id, StopReason: reason, Usage: &spec.Usage{Input: 3, Output: 4}})
}

func (o *ordinaryStream) slot() string {
	if o.like.pieceSlots {
		return "0"
	}
	return ""
}

func (o *ordinaryStream) tool(call string) string {
	if d := &o.out.Features.Delegation; call == "c2" && d.Tool != "" {
		return d.Tool
	}
	return "ls"
}

func (o *ordinaryStream) args() string {
	if key := o.out.Features.Delegation.Argument; key != "" {
		return `{"` + key + `": "a b"}`
	}
	return `{"path": "a b"}`
}

func (o *ordinaryStream) done(call string) {
	o.add(spec.Event{Kind: spec.CallStart, Call: call, Name: o.tool(call), Args: o.args()})
	o.result(call, `"x y"`)
}

// child adds a sub-agent's session, and its call's result.
func (o *ordinaryStream) child(call string) {
	o.add(spec.Event{Kind: spec.CallStart, Call: call, Name: o.tool(call), Args: o.args()})
	parent := o.session
	o.session = "k"
	open := spec.Event{Kind: spec.SessionOpen, Parent: spec.To(parent), Agent: "a b"}
	if o.like.links {
		open.ParentCall = spec.To(call)
	}
	o.add(open)
	o.add(spec.Event{Kind: spec.TurnStart, Turn: "t2"})
	o.message("k0", "user", "Look", " there.", "")
	o.message("k1", "assistant", "It", " is x.", "")
	o.add(spec.Event{Kind: spec.TurnEnd, Turn: "t2"})
	o.add(spec.Event{Kind: spec.SessionClose})
	o.session = parent
	o.result(call, `"It is x."`)
}

func (o *ordinaryStream) result(call, text string) {
	e := spec.Event{Kind: spec.CallDone, Call: call, Result: json.RawMessage(text)}
	if o.like.doneNames {
		e.Name = o.tool(call)
	}
	o.add(e)
}
