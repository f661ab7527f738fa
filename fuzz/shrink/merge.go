package shrink

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// How many sessions are merged pair by pair at most, and how many events there
// are at most when anything is.
const (
	mostMerged  = 6
	mostMerging = 200
)

// A merging makes one thing of two: a name becomes another, and some ends go,
// so that what the second begins goes on in the first.
type merging struct {
	what    byte
	session int32 // that both are in, of turns and messages
	from    string
	to      string
	ends    []int32 // events that go
	turn    string  // of sessions: the turn that the second one's go on, "" for their own
}

// mergings lists what may be merged: sessions first, as they are the largest.
func (r *reducer) mergings() []merging {
	var list []merging
	if len(r.now.nodes) > mostMerging {
		return nil
	}
	sessions := bySession(r.now.nodes)
	for j := range sessions {
		if len(sessions) > mostMerged {
			break
		}
		for i := range j {
			list = append(list, r.sessions(sessions[i], sessions[j])...)
		}
		list = append(list, r.unlinking(sessions[j])...)
	}
	for _, u := range sessions {
		list = append(list, r.inside(u)...)
	}
	return list
}

// node is an event of the present draft.
func (r *reducer) node(uid int32) *node { return &r.now.nodes[r.find(uid)] }

// sessions are the ways to make two sessions one: the ends of the later one go,
// or those of the earlier, with a turn that goes on or not, or none.
func (r *reducer) sessions(a, b unit) []merging {
	m := merging{what: aSession, from: r.node(b[0]).e.Session, to: r.node(a[0]).e.Session}
	var ways []merging
	for _, ends := range [][]int32{r.only(b, spec.TurnEnd, spec.SessionClose), r.only(a, spec.TurnEnd, spec.SessionClose), nil} {
		m.ends = append(r.only(b, spec.SessionOpen), ends...)
		ways = append(ways, m)
	}
	if starts := r.only(a, spec.TurnStart); len(starts) > 0 {
		m.ends = ways[1].ends
		m.turn = r.node(starts[len(starts)-1]).e.Turn
		ways = append(ways, m)
	}
	return ways
}

// only are the events of some kinds.
func (r *reducer) only(u unit, kinds ...spec.Kind) []int32 {
	var uids []int32
	for _, uid := range u {
		if slices.Contains(kinds, r.node(uid).e.Kind) {
			uids = append(uids, uid)
		}
	}
	return uids
}

// unlinking takes a sub-session off its call, which goes.
func (r *reducer) unlinking(u unit) []merging {
	for _, uid := range u {
		n := r.node(uid)
		if n.ParentCall == 0 {
			continue
		}
		m := merging{what: aCall, from: n.e.Session}
		for i := range r.now.nodes {
			if r.now.nodes[i].Call == n.ParentCall {
				m.ends = append(m.ends, r.now.nodes[i].uid)
			}
		}
		return []merging{m}
	}
	return nil
}

// What can be made one.
const (
	aSession byte = iota + 1
	aTurn
	aMessage
	aCall
)

// inside lists neighbouring turns and messages of a session.
func (r *reducer) inside(u unit) []merging {
	var list []merging
	last := map[byte]merging{}
	seen := map[string]bool{}
	for _, uid := range u {
		n := r.node(uid)
		for _, m := range []merging{{what: aTurn, from: n.e.Turn}, {what: aMessage, from: n.e.Message}} {
			key := string(m.what) + m.from
			if m.from == "" || seen[key] {
				continue
			}
			seen[key] = true
			m.session, m.to = n.Session, last[m.what].from
			if m.to != "" {
				m.ends = r.endsOf(u, m)
				list = append(list, m)
			}
			last[m.what] = m
		}
	}
	return list
}

// endsOf are the ends of the first of two turns or messages.
func (r *reducer) endsOf(u unit, m merging) []int32 {
	var ends []int32
	for _, uid := range u {
		e := r.node(uid).e
		if m.what == aTurn && e.Kind == spec.TurnEnd && e.Turn == m.to ||
			m.what == aMessage && e.Kind == spec.MessageClose && e.Message == m.to {
			ends = append(ends, uid)
		}
	}
	return ends
}

// merged fills in the present draft with a merging made.
func (r *reducer) merged(m *merging, d *draft) bool {
	changed := r.rewritten(func(n *node) *spec.Event {
		if slices.Contains(m.ends, n.uid) {
			return nil
		}
		e := *n.e
		if !m.change(&e, n.Session) {
			return n.e
		}
		return &e
	}, d)
	if changed && m.what != aCall {
		d.dangers = slices.Clone(d.dangers)
		for i := range d.dangers {
			d.dangers[i].Fault = m.fault(d.dangers[i].Fault, d.dangers[i].session)
		}
	}
	return changed
}

// change changes a copy of an event, and says whether it did.
func (m *merging) change(e *spec.Event, session int32) bool {
	switch m.what {
	case aSession:
		return m.sessions(e)
	case aCall:
		unlinked := e.Session == m.from && e.ParentCall.OK
		if unlinked {
			e.ParentCall = spec.Ref{}
		}
		return unlinked
	case aTurn:
		return session == m.session && replaced(&e.Turn, m.from, m.to)
	}
	return session == m.session && m.messages(e)
}

func (m *merging) sessions(e *spec.Event) bool {
	changed := !e.Global && replaced(&e.Session, m.from, m.to)
	if changed && m.turn != "" && e.Turn != "" {
		e.Turn = m.turn
	}
	changed = e.Parent.OK && replaced(&e.Parent.ID, m.from, m.to) || changed
	if e.Parent.OK && e.Parent.ID == e.Session {
		e.Parent, e.ParentCall = spec.Ref{}, spec.Ref{}
	}
	return changed
}

func (m *merging) messages(e *spec.Event) bool {
	changed := replaced(&e.Message, m.from, m.to)
	return snapshots(e, func(s *spec.Snapshot) bool { return replaced(&s.Message, m.from, m.to) }) || changed
}

func replaced(field *string, from, to string) bool {
	if *field != from {
		return false
	}
	*field = to
	return true
}

// fault is the fault of what is merged.
func (m *merging) fault(h spec.Fault, session int32) spec.Fault {
	switch {
	case m.what == aSession && h.Session.OK:
		replaced(&h.Session.ID, m.from, m.to)
	case m.what == aMessage && session == m.session:
		replaced(&h.Message, m.from, m.to)
	}
	return h
}
