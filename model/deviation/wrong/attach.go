package wrong

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var attach = []Mistake{
	{"first-message", "attach/backward", nil, "A call belongs to the first message of its turn.", firstMessage},
	{"open-message-only", "attach/backward", nil, "A call belongs to an open message or to the next.", openMessageOnly},
	{"always-next", "attach/backward", nil, "A call waits for the next message.", alwaysNext},
	{"dropped-before-speech", "attach/tool-first", rows("Z362"), "A call before the first message is dropped.", takes("HoldCall", "nothing")},
	{"held-in-reverse", "attach/tool-first", nil, "Calls before the first message come out in reverse.", heldInReverse},
	{"whole-session", "attach/turn-bound", nil, "It looks back for a message over the whole session.", wholeSession},
	{"held-crosses-turns", "attach/never-spoken", nil, "Calls of a silent turn move to the next one's message.", heldCrossesTurns},
	{"held-forgotten", "attach/never-spoken", rows("Z203"), "What a silent turn holds is forgotten when the next one begins.", heldForgotten},
	{"batch-replaces", "attach/accumulate", rows("Z207"), "A second batch replaces the first.", replaces},
	{"batch-prepended", "attach/accumulate", nil, "A second batch stands before the first.", prepends},
	{"attached-twice", "attach/exactly-once", rows("Z153"), "A completed call is added twice.", takes("Attach", "twice")},
	{"held-and-attached", "attach/exactly-once", nil, "A call that its message took is still held.", heldAndAttached},
	{"result-by-name", "attach/by-id", rows("Z185"), "A result belongs to the first open call of the same tool.", byName},
	{"result-by-arrival", "attach/by-id", rows("Z189"), "A result belongs to the first open call.", byArrival},
	{"result-takes-call", "attach/explicit-owner", rows("Z201"), "A result moves its call to the last message.", resultTakesCall},
	{"late-by-one", "attach/update-announced", nil, "A call is shown on its message when the next one completes.", lateByOne},
}

// attachments replaces the message of a completed call.
func attachments(wrong func(ss *model.Session, c *model.Call, honest *model.Message) *model.Message) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.AttachTo
		sem.AttachTo = func(ss *model.Session, c *model.Call) *model.Message {
			m := honest(ss, c)
			return answer(n, m, wrong(ss, c, m))
		}
	}
}

var (
	alwaysNext = attachments(func(*model.Session, *model.Call, *model.Message) *model.Message { return nil })

	wholeSession = attachments(func(ss *model.Session, _ *model.Call, _ *model.Message) *model.Message {
		return spoken(ss, anyMessage)
	})

	openMessageOnly = attachments(func(_ *model.Session, _ *model.Call, m *model.Message) *model.Message {
		if m != nil && !m.Open {
			return nil
		}
		return m
	})

	firstMessage = attachments(func(ss *model.Session, _ *model.Call, m *model.Message) *model.Message {
		for _, first := range ss.Messages {
			if m != nil && first.Turn == m.Turn && first.Role == m.Role {
				return first
			}
		}
		return m
	})
)

func heldInReverse(sem *model.Semantics, n *Count) {
	sem.HoldCall = func(ss *model.Session, c *model.Call) {
		n.when(len(ss.Held) > 0)
		ss.Held = slices.Insert(ss.Held, 0, c)
	}
}

func heldCrossesTurns(sem *model.Semantics, n *Count) {
	sem.TakeHeld = func(_ *model.State, ss *model.Session, m *model.Message) {
		n.when(slices.ContainsFunc(ss.Held, func(c *model.Call) bool { return c.Turn != m.Turn }))
		for i, c := range ss.Held {
			c.Message = m
			m.Parts = slices.Insert(m.Parts, i, &model.Part{Kind: spec.CallPart, Call: c})
		}
		ss.Held = nil
	}
}

func heldForgotten(sem *model.Semantics, n *Count) {
	honest := sem.TakeHeld
	sem.TakeHeld = func(s *model.State, ss *model.Session, m *model.Message) {
		honest(s, ss, m)
		if n.when(len(ss.Held) > 0) {
			ss.Held = nil
		}
	}
}

func heldAndAttached(sem *model.Semantics, n *Count) {
	honest := sem.TakeHeld
	sem.TakeHeld = func(s *model.State, ss *model.Session, m *model.Message) {
		held := slices.Clone(ss.Held)
		honest(s, ss, m)
		if n.when(len(held) != len(ss.Held)) {
			ss.Held = held
		}
	}
}

// replaces takes the calls with results in one record for a batch.
func replaces(sem *model.Semantics, n *Count) {
	honest := sem.Attach
	sem.Attach = func(m *model.Message, c *model.Call) {
		earlier := func(p *model.Part) bool { return p.Call != nil && (p.Call.Ended != c.Ended || c.Ended == 0) }
		if n.when(slices.ContainsFunc(m.Parts, earlier)) {
			m.Parts = slices.DeleteFunc(m.Parts, earlier)
		}
		honest(m, c)
	}
}

func prepends(sem *model.Semantics, n *Count) {
	honest := sem.Attach
	sem.Attach = func(m *model.Message, c *model.Call) {
		first := slices.IndexFunc(m.Parts, func(p *model.Part) bool { return p.Call != nil })
		if !n.when(first >= 0) {
			honest(m, c)
			return
		}
		c.Message = m
		m.Parts = slices.Insert(m.Parts, first, &model.Part{Kind: spec.CallPart, Call: c})
	}
}

func lateByOne(sem *model.Semantics, n *Count) {
	honest := sem.Attach
	waiting := func() {}
	sem.Attach = func(m *model.Message, c *model.Call) {
		n.when(true)
		waiting()
		waiting = func() { honest(m, c) }
	}
}

var (
	byName = results(func(_ *model.State, ss *model.Session, e *spec.Event, c *model.Call) *model.Call {
		if e.Kind != spec.CallDone || c == nil {
			return c
		}
		if d := firstCall(ss.Calls, func(d *model.Call) bool { return d.Name == c.Name && running(d) }); d != nil {
			return d
		}
		return c
	})

	byArrival = results(func(_ *model.State, ss *model.Session, e *spec.Event, c *model.Call) *model.Call {
		if d := firstCall(ss.Calls, running); d != nil && e.Kind == spec.CallDone {
			return d
		}
		return c
	})
)

func resultTakesCall(sem *model.Semantics, n *Count) {
	honest, own := sem.ResultCall, sem.Attach
	sem.ResultCall = func(s *model.State, ss *model.Session, e *spec.Event) *model.Call {
		c, last := honest(s, ss, e), spoken(ss, anyMessage)
		if n.when(e.Kind == spec.CallDone && c != nil && c.Message != nil && last != nil && last != c.Message) {
			unhang(c)
			own(last, c)
		}
		return c
	}
}
