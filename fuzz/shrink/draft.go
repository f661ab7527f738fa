package shrink

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A node is one event of a draft.
type node struct {
	e *spec.Event // not changed; another value is another event
	follow.Keys
	uid    int32 // its index in the original
	record int32 // its record's number there
	group  int32 // its record: neighbours of one group are one
	begun  int32 // the event that announced its call in the original, -1 for none
	owner  int32 // the same, -1 if it can do without
	need   follow.Found
}

func (n *node) userMessage() bool {
	return n.e.Kind == spec.MessageFull && len(n.e.Messages) > 0 && n.e.Messages[0].Role == "user"
}

// A danger is a fault with what it touches.
type danger struct {
	spec.Fault
	session, message, call int32
}

// A draft is a candidate that is not written out yet.
type draft struct {
	nodes   []node
	dangers []danger
	end     spec.Cause
}

// drafting makes the draft of a subject, and says what each event leans on.
func (r *reducer) drafting(s *Subject) draft {
	d := draft{nodes: make([]node, len(s.Stream.Events)), end: s.Stream.End}
	for i := range s.Stream.Events {
		e := &s.Stream.Events[i]
		n := &d.nodes[i]
		*n = node{e: e, Keys: r.stream.AllKeys(e), uid: int32(i), record: int32(e.Record), group: int32(i), begun: -1, owner: -1}
		if i > 0 && e.Record == s.Stream.Events[i-1].Record {
			n.group = d.nodes[i-1].group
		}
	}
	r.learn(d.nodes)
	return d
}

// learn notes what each event finds, as what it needs from now on.
func (r *reducer) learn(nodes []node) {
	r.stream.Reset()
	for i := range nodes {
		n := &nodes[i]
		found, owner := r.stream.Find(n.e, &n.Keys)
		n.need = found & asks(&r.features, n.e)
		if n.need&follow.CallKnown != 0 && n.More == nil {
			n.owner = owner
		}
		n.begins(owner)
		r.stream.Take(n.e, &n.Keys, n.announces())
	}
}

// announces is the event that the call which this one announces counts as
// announced by.
func (n *node) announces() int32 {
	if n.begun < 0 {
		return n.uid
	}
	return n.begun
}

// begins notes which event announced the call that an event is about.
func (n *node) begins(owner int32) {
	switch k := n.e.Kind; {
	case n.More != nil:
	case owner >= 0 && (k == spec.CallArgs || k == spec.ArgsEnd || k == spec.CallProgress || n.owner >= 0):
		n.begun = owner
	case k == spec.CallOpen || k == spec.CallStart || k == spec.CallDone:
		n.begun = n.uid
		if owner >= 0 && k != spec.CallOpen {
			n.begun = owner
		}
	}
}

// danger finds what a fault touches, among what was mentioned last: a call may
// be one of the session's or one that it comes from. A message that nothing
// mentions has no name on the wire, and cannot be missed.
func (r *reducer) danger(h spec.Fault) danger {
	d := danger{Fault: h}
	if !h.Session.OK {
		return d
	}
	d.session = r.stream.Session(h.Session.ID)
	d.message = r.stream.Message(d.session, h.Message)
	if !r.isMentioned(d.message) {
		d.message = 0
	}
	d.call = r.stream.Call(d.session, h.Call)
	for i := 0; d.call != 0 && !r.isMentioned(d.call) && i < len(r.now.nodes); i++ {
		if n := &r.now.nodes[i]; n.e.ParentCall.ID == h.Call && n.Session == d.session {
			d.call = n.ParentCall
		}
	}
	return d
}

func (r *reducer) isMentioned(key int32) bool { return int(key) < len(r.mentioned) && r.mentioned[key] }

// valid copies the nodes that find what they need, in order, into out. With
// whole records, one that loses an event is lost.
func (r *reducer) valid(nodes, out []node) []node {
	t, lost := r.stream, true
	for lost {
		t.Reset()
		out, lost = out[:0], false
		for i := range nodes {
			n := &nodes[i]
			if found, owner := t.Find(n.e, &n.Keys); n.need&^found != 0 || n.owner >= 0 && n.owner != owner {
				lost = lost || r.options.Records
				continue
			}
			t.Take(n.e, &n.Keys, n.announces())
			out = append(out, *n)
		}
		if lost {
			nodes = wholeRecords(nodes, out)
		}
	}
	return out
}

// wholeRecords are the nodes of those records of which all are kept.
func wholeRecords(nodes, kept []node) []node {
	var whole []node
	for len(nodes) > 0 {
		n, m := length(nodes), length(kept)
		if m == 0 || kept[0].group != nodes[0].group {
			m = 0
		}
		if n == m {
			whole = append(whole, nodes[:n]...)
		}
		nodes, kept = nodes[n:], kept[m:]
	}
	return whole
}

// length is how many nodes the first record has.
func length(nodes []node) int {
	n := 0
	for n < len(nodes) && nodes[n].group == nodes[0].group {
		n++
	}
	return n
}

// threatened finds what the faults touch in the present draft.
func (r *reducer) threatened(faults []spec.Fault) {
	r.mention(r.now.nodes)
	r.now.dangers = nil
	for _, h := range faults {
		r.now.dangers = append(r.now.dangers, r.danger(h))
	}
}

// endangered are the faults whose session, message and call are there still,
// and what they need.
func (r *reducer) endangered(d *draft) []danger {
	if len(d.dangers) == 0 {
		return nil
	}
	r.mention(d.nodes)
	gone := func(key int32) bool { return key != 0 && !r.mentioned[key] }
	kept := slices.DeleteFunc(slices.Clone(d.dangers), func(h danger) bool {
		return gone(h.session) || gone(h.message) || gone(h.call)
	})
	for {
		n := len(kept)
		kept = slices.DeleteFunc(kept, func(h danger) bool {
			return slices.ContainsFunc(h.Needs, func(id int) bool { return had(d.dangers, id) && !had(kept, id) })
		})
		if len(kept) == n {
			return kept
		}
	}
}

func had(dangers []danger, id int) bool {
	return slices.ContainsFunc(dangers, func(h danger) bool { return h.ID == id })
}

// mention notes the sessions, messages and calls that nodes name.
func (r *reducer) mention(nodes []node) {
	r.mentioned = slices.Grow(r.mentioned[:0], r.stream.Names()+1)[:r.stream.Names()+1]
	clear(r.mentioned)
	for i := range nodes {
		n := &nodes[i]
		r.mentioned[n.Session], r.mentioned[n.Message], r.mentioned[n.Call] = true, true, true
		r.mentioned[n.ParentCall] = true
		if n.More != nil {
			for _, k := range n.More.Messages {
				r.mentioned[k] = true
			}
			for _, k := range n.More.Calls {
				r.mentioned[k] = true
			}
		}
	}
}
