package check

import "github.com/quock-dev/quock/spec"

// The checks of family attach.
var attach = []Check{
	{"attach/backward", backward},
	{"attach/tool-first", toolFirst},
	{"attach/turn-bound", turnBound},
	{"attach/never-spoken", neverSpoken},
	{"attach/accumulate", accumulate},
	{"attach/exactly-once", exactlyOnce},
	{"attach/by-id", byID},
	{"attach/explicit-owner", explicitOwner},
	{"attach/update-announced", updateAnnounced},
}

// backward: a completed call is on the latest message of its turn.
func backward(e *Evidence) Judgement { return e.judged(e.anyMessage(hasCalls), placement) }

// toolFirst: a call before the first message is held for that.
func toolFirst(e *Evidence) Judgement {
	leads := e.anyMessage(func(m *spec.Message) bool { return len(m.Parts) > 0 && m.Parts[0].Kind == spec.CallPart })
	held := e.anySession(func(s *spec.Session) bool { return len(s.Held) > 0 })
	return e.judged(leads || held, placement|partOrder)
}

// turnBound: neither holding nor looking back crosses the turn's edge.
func turnBound(e *Evidence) Judgement {
	later := e.anySession(func(s *spec.Session) bool { return len(s.Turns) > 1 })
	return e.judged(later && e.anyCall(anything), placement)
}

// neverSpoken: calls of a silent turn stay held.
func neverSpoken(e *Evidence) Judgement {
	return e.judged(e.anySession(func(s *spec.Session) bool { return len(s.Held) > 0 }), placement)
}

// accumulate: a second batch is added to the first.
func accumulate(e *Evidence) Judgement {
	return e.judged(e.anyMessage(func(m *spec.Message) bool { return len(m.Calls) > 1 }), placement)
}

// exactlyOnce: each completed call is in one place, once.
func exactlyOnce(e *Evidence) Judgement { return e.judged(e.anyCall(anything), placement) }

// byID: results pair with calls by id.
func byID(e *Evidence) Judgement {
	return e.judged(e.anyCall(func(c *spec.Call) bool { return !spec.EmptyJSON(c.Result) }), result)
}

// explicitOwner: the call stays on the message that the wire names.
func explicitOwner(e *Evidence) Judgement { return e.judged(e.anyMessage(hasCalls), placement) }

// updateAnnounced: an observation right after the completion shows the call on
// a message that was there before.
func updateAnnounced(e *Evidence) Judgement {
	return e.judged(e.Position >= 0 && e.anyMessage(hasCalls), placement)
}
