package shrink

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// A substitution puts one cheap event in the place of several: another event for
// one of them, and the others go.
type substitution struct {
	at    int32
	by    spec.Event
	need  follow.Found // what the other event needs
	gone  []int32
	owned bool // it speaks of the same call still
	from  int  // not 0: the event at this index, less one, comes in the place of at
}

// substitutions are those that there are, while few events are left.
func (r *reducer) substitutions() []substitution {
	if len(r.now.nodes) > mostRelated {
		return nil
	}
	return slices.Concat(r.carrying(), r.wholeMessages(), r.wordsForCalls(), r.wordsForPairs(), r.oneEnd(), r.closes(), r.elsewhere())
}

func (r *reducer) substituted(s *substitution, d *draft) bool {
	if s.from > 0 {
		return r.displaced(s, d)
	}
	r.kept = r.kept[:0]
	for i := range r.now.nodes {
		n := r.now.nodes[i]
		if slices.Contains(s.gone, n.uid) {
			continue
		}
		if n.uid == s.at {
			n.become(&s.by, r.stream.AllKeys(&s.by))
			n.need = s.need
			if !s.owned {
				n.owner = -1
			}
		}
		r.kept = append(r.kept, n)
	}
	r.fill(r.kept, d)
	return r.smaller(d)
}

// others are the events of a unit but one.
func others(u unit, but int32) []int32 {
	return slices.DeleteFunc(slices.Clone(u), func(uid int32) bool { return uid == but })
}

// word is a text in the message of an event, in its place or in a later one's.
func (r *reducer) word(of *node, at, but int32, u unit) substitution {
	e := spec.Event{Kind: spec.Text, Form: spec.Plain, Text: "a", Session: of.e.Session, Parent: of.e.Parent, Message: of.e.Message}
	return substitution{at: at, by: e, need: of.need & (leans[spec.Text] | always) &^ follow.IDSeen, gone: others(u, but)}
}

// wordsForCalls put a text in the place of each call, where it was announced or
// where it ended.
func (r *reducer) wordsForCalls() []substitution {
	var list []substitution
	for _, u := range byCall(r.now.nodes) {
		first, end := r.node(u[0]), u[len(u)-1]
		if len(u) < 2 || r.features.WholeMessages || first.e.Kind != spec.CallOpen && first.e.Kind != spec.CallStart {
			continue
		}
		list = append(list, r.word(first, u[0], u[0], u), r.word(first, end, end, u))
	}
	return list
}

// wordsForPairs put a text in the place of two neighbours in a message.
func (r *reducer) wordsForPairs() []substitution {
	var list []substitution
	for _, u := range byMessage(r.now.nodes) {
		for i := 1; i < len(u); i++ {
			a := r.node(u[i-1])
			if late := a.need&follow.MessageOpened != 0 && a.need&follow.MessageOpen == 0; late || a.Message == 0 || a.e.Kind == spec.MessageOpen {
				continue
			}
			list = append(list, r.word(a, u[i], u[i], u[i-1:i+1]))
		}
	}
	return list
}

// wholeMessages tell a message whole that comes in pieces: all of it, or its
// opening and texts alone.
func (r *reducer) wholeMessages() []substitution {
	if !r.features.Snapshots && !r.features.WholeMessages {
		return nil
	}
	var list []substitution
	for _, u := range byMessage(r.now.nodes) {
		first, snap := r.node(u[0]), spec.Snapshot{Message: r.node(u[0]).e.Message, Role: "assistant"}
		pieces := unit(r.only(u, spec.MessageOpen, spec.Text, spec.MessageClose))
		for _, uid := range u {
			if e := r.node(uid).e; e.Kind == spec.Text {
				snap.Parts = append(snap.Parts, spec.SnapshotPart{Kind: kindOf(e.Form), Text: e.Text})
			}
		}
		if len(pieces) < 2 || len(snap.Parts) == 0 || snap.Message == "" {
			continue
		}
		e := spec.Event{Kind: spec.MessageFull, Session: first.e.Session, Parent: first.e.Parent, Complete: true, Messages: []spec.Snapshot{snap}}
		need := first.need & (inTurn | always) &^ follow.IDSeen
		for _, at := range []int32{pieces[0], pieces[len(pieces)-1]} {
			list = append(list, substitution{at: at, by: e, need: need, gone: others(pieces, at)})
		}
	}
	return list
}

// closes put the end of a session in the place of two edges of its turns.
func (r *reducer) closes() []substitution {
	if !r.features.ChildEdges {
		return nil
	}
	var list []substitution
	for _, u := range bySession(r.now.nodes) {
		edges := r.only(u, spec.TurnStart, spec.TurnEnd)
		for i := 1; i < len(edges); i++ {
			n := r.node(edges[i])
			e := spec.Event{Kind: spec.SessionClose, Session: n.e.Session, Parent: n.e.Parent}
			list = append(list, substitution{at: n.uid, by: e, need: n.need & always &^ follow.IDSeen, gone: edges[i-1 : i]})
		}
	}
	return list
}

func kindOf(f spec.Form) spec.PartKind {
	if f == spec.Thought {
		return spec.ThoughtPart
	}
	return spec.TextPart
}

// carrying let another event of a call carry the arguments that come in pieces.
func (r *reducer) carrying() []substitution {
	var list []substitution
	for _, a := range r.arguments() {
		if len(a.pieces) == 0 {
			continue
		}
		call := r.node(a.pieces[0]).begun
		for i := range r.now.nodes {
			n := &r.now.nodes[i]
			if n.begun != call || n.e.Args != "" || !carries(n.e.Kind) {
				continue
			}
			whole, first := *n.e, *n.e
			whole.Args, first.Args = a.text, r.node(a.pieces[0]).e.Text
			whole.ArgsValue = !r.features.ArgsText && json.Valid([]byte(a.text))
			list = append(list, substitution{at: n.uid, by: whole, need: n.need, gone: a.pieces, owned: true})
			if len(a.pieces) > 1 && n.e.Kind == spec.CallOpen {
				list = append(list, substitution{at: n.uid, by: first, need: n.need, gone: a.pieces[:1], owned: true})
			}
		}
	}
	return list
}

// carries reports whether an event of a kind may carry whole arguments.
func carries(k spec.Kind) bool {
	return k == spec.CallOpen || k == spec.CallStart || k == spec.ArgsEnd || k == spec.CallDone
}

// oneEnd ends two turns or sessions at once.
func (r *reducer) oneEnd() []substitution {
	var kinds []spec.Kind
	if r.features.UserTurn {
		kinds = append(kinds, spec.UserTurn)
	}
	if r.features.Cancels {
		kinds = append(kinds, spec.Cancel)
	}
	var list []substitution
	ends := r.only(unit(uidsOf(r.now.nodes)), spec.TurnEnd, spec.SessionClose)
	for _, k := range kinds {
		for j := range ends {
			for i := range j {
				list = append(list, substitution{at: ends[j], by: spec.Event{Kind: k, Global: true}, gone: ends[i : i+1]})
			}
		}
	}
	return list
}

func uidsOf(nodes []node) []int32 {
	uids := make([]int32, len(nodes))
	for i := range nodes {
		uids[i] = nodes[i].uid
	}
	return uids
}

// elsewhere tries each event in the place of another one of its session, which
// goes: where it only matters that the session speaks there.
func (r *reducer) elsewhere() []substitution {
	nodes := r.now.nodes
	var list []substitution
	for i := range nodes {
		for j := range nodes {
			if i != j && len(nodes) <= mostAll && nodes[i].Session == nodes[j].Session && nodes[i].Session != 0 {
				list = append(list, substitution{at: nodes[j].uid, from: i + 1})
			}
		}
	}
	return list
}

// displaced fills in the present draft with an event in the place of another.
func (r *reducer) displaced(s *substitution, d *draft) bool {
	r.kept = r.kept[:0]
	for i := range r.now.nodes {
		switch n := r.now.nodes[i]; {
		case n.uid == s.at:
			r.kept = append(r.kept, r.now.nodes[s.from-1])
		case i != s.from-1:
			r.kept = append(r.kept, n)
		}
	}
	r.fill(r.kept, d)
	return r.smaller(d)
}
