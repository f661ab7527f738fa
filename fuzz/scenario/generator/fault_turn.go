package generator

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// onTurn puts a fault of a kind on a turn for which ok holds.
func onTurn(k fault.Kind, ok func(m *maker, i int) bool) func(m *maker) {
	return func(m *maker) {
		i := m.search(len(m.Turns), func(i int) bool { return m.Turns[i].Fault.Kind == 0 && ok(m, i) })
		if i == scenario.None {
			return
		}
		t := &m.Turns[i]
		if by := m.fault(k, t.Session, scenario.None, scenario.None); by != 0 {
			t.Fault = scenario.NodeFault{Kind: k, By: by}
			m.Faults[len(m.Faults)-1].Rule = m.turnRule(k, i)
		}
	}
}

// turnRule is the rule that a fault of a turn is about.
func (m *maker) turnRule(k fault.Kind, i int) string {
	switch {
	case k == fault.StartedTwice && m.f.MessageTurns:
		return "step/by-message-id"
	case k != fault.TurnEndLost:
		return k.Rule()
	case m.Turns[i].UserTurn:
		return "notify/user-turn-clears"
	case m.f.Owner == spec.Derived && m.Turns[i].Next != scenario.None:
		return "attach/turn-bound"
	}
	return k.Rule()
}

// endable: the turn has an end of its own, and no result waits behind it.
func endable(m *maker, i int) bool {
	if m.f.Nested && m.Sessions[m.Turns[i].Session].Fault.Kind == fault.NeverClosed {
		return false
	}
	if m.endless(m.Turns[i].Session) {
		return false
	}
	for c := range m.Calls {
		if m.Calls[c].Turn == i && m.Calls[c].Fault.Kind == fault.LateResult {
			return false
		}
	}
	next := m.Turns[i].Next
	if m.f.PromptOpens && m.Turns[i].Session == 0 && next != scenario.None {
		return false
	}
	return next == scenario.None || m.Turns[next].Fault.Kind != fault.TurnStartLost
}

// endless: a turn of the session has no end of its own.
func (m *maker) endless(session int) bool {
	return session != 0 && (m.f.Turns == spec.TurnsOverlap || m.f.ResultEnds)
}

// delayable: the end can come after the next turn's start.
func delayable(m *maker, i int) bool { return endable(m, i) && m.Turns[i].Next != scenario.None }

// joinable: without its start, the turn is known by its prompt or first model
// call.
func joinable(m *maker, i int) bool {
	t := &m.Turns[i]
	if m.f.ResultEnds && t.Session != 0 {
		return false
	}
	if t.Messages.Len() == 0 || t.Prompt == "" && m.Sessions[t.Session].First == i {
		return false
	}
	for p := m.Sessions[t.Session].First; p != i; p = m.Turns[p].Next {
		if k := m.Turns[p].Fault.Kind; m.Turns[p].Next == i && (k == fault.TurnEndLost || k == fault.TurnEndLate) {
			return false
		}
	}
	return true
}

// rootTurn: a turn whose end says how it ended. Where only errors of the whole stream
// end the root's, it is one of a sub-session.
func rootTurn(m *maker, i int) bool {
	if m.f.ErrorCloses {
		return m.Turns[i].Session != 0
	}
	return m.f.Turns == spec.TurnsMarked && !m.f.PromptOpens || m.Turns[i].Session == 0
}

// endsBadly ends a turn as failed. Where a response ends it, there are several ways.
func endsBadly(m *maker) {
	n := len(m.Faults)
	onTurn(fault.EndsFailed, rootTurn)(m)
	if len(m.Faults) == n {
		return
	}
	for i := range m.Turns {
		if t := &m.Turns[i]; t.Fault.By == 1<<len(m.Faults) {
			t.Fault.N = m.wayOut()
		}
	}
}

// interrupted asks the user something: in the end of the root's last turn, where
// turns end so, else anywhere, and nothing is emitted behind it.
func interrupted(m *maker) {
	if m.f.ErrorCloses || m.f.MessageTurns {
		onTurn(fault.Interrupted, func(m *maker, i int) bool { return i == m.Sessions[0].Last })(m)
		return
	}
	stop(fault.Interrupted)(m)
}

// onSession puts a fault of a kind on a sub-session for which ok holds.
func onSession(k fault.Kind, ok func(m *maker, s *scenario.Session) bool) func(m *maker) {
	return func(m *maker) {
		i := m.search(len(m.Sessions), func(i int) bool {
			return i > 0 && m.Sessions[i].Fault.Kind == 0 && ok(m, &m.Sessions[i])
		})
		if i == scenario.None {
			return
		}
		s := &m.Sessions[i]
		if by := m.fault(k, i, scenario.None, s.By); by != 0 {
			s.Fault = scenario.NodeFault{Kind: k, By: by}
		}
	}
}

// leavable: the session has an end of its own that can be lost.
func leavable(m *maker, s *scenario.Session) bool {
	if m.f.Nested && m.endsUnseen(s) {
		return false
	}
	return m.f.Turns == spec.TurnsMarked || m.Calls[s.By].Background
}

// endsUnseen: a turn of the session has no end in its place. Where sessions are
// marked by what runs, nothing would say that it is over.
func (m *maker) endsUnseen(s *scenario.Session) bool {
	for t := s.First; t != scenario.None; t = m.Turns[t].Next {
		if k := m.Turns[t].Fault.Kind; k == fault.TurnEndLost || k == fault.TurnEndLate {
			return true
		}
	}
	return false
}

// once: the session runs once.
func once(_ *maker, s *scenario.Session) bool { return s.First == s.Last }

// wayOut is how a turn ends that does not complete, among those that the dialect has:
// see scenario.Ending.
func (m *maker) wayOut() int {
	switch {
	case m.f.PromptOpens:
		return m.N(3)
	case m.f.FailsApart:
		return 1
	case m.f.TurnCancels:
		return m.N(2)
	}
	return 0
}
