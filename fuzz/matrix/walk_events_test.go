package matrix_test

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
)

func (w *walk) turnStart(s *walkSession) []func() {
	return way(w.f.TurnStarts && s.turn == "", func() {
		s.turns++
		s.turn = fmt.Sprintf("t%d", s.turns)
		w.say(s, spec.Event{Kind: spec.TurnStart, Turn: s.turn})
	})
}

// inTurn reports whether content is valid: where the wire marks turns, in one.
func (w *walk) inTurn(s *walkSession) bool { return !w.f.TurnStarts || s.turn != "" }

func (w *walk) turnEnd(s *walkSession) []func() {
	return way(w.f.Terminal && w.inTurn(s) && w.argsEmitted(s), func() {
		e := spec.Event{Kind: spec.TurnEnd, Turn: s.turn}
		e.Status = []spec.Status{spec.Completed, spec.Completed, spec.Failed}[w.rng.IntN(3)]
		if w.f.TurnUsage {
			e.Usage = w.figures()
		}
		if w.f.TurnStops {
			e.StopReason = w.reason()
		}
		w.over(s)
		w.say(s, e)
	})
}

// over ends the session's turn, and what was open in it; where a session is one
// turn, the session as well.
func (w *walk) over(s *walkSession) {
	s.turn, s.messages, s.calls = "", nil, nil
	s.open = s.open && w.f.Turns != spec.TurnsRun
}

// allOver ends every turn.
func (w *walk) allOver() {
	for _, s := range w.sessions {
		w.over(s)
	}
}

func (w *walk) figures() *spec.Usage {
	return &spec.Usage{Input: 1 + w.rng.Int64N(90), Output: 1 + w.rng.Int64N(9)}
}

func (w *walk) reason() string {
	if len(w.f.StopWords) > 0 {
		return w.f.StopWords[w.rng.IntN(len(w.f.StopWords))]
	}
	return "end_turn"
}

func (w *walk) newMessage(s *walkSession) *walkMessage {
	w.messages++
	m := &walkMessage{}
	if w.f.MessageIDs {
		m.id = fmt.Sprintf("m%d", w.messages)
	}
	if w.f.NextCloses || !w.f.MessageIDs {
		s.messages = nil
	}
	s.messages = append(s.messages, m)
	return m
}

// argsEmitted reports whether the arguments of every call were emitted.
func (w *walk) argsEmitted(s *walkSession) bool {
	return !w.f.ArgsDeltas || !slices.ContainsFunc(s.calls, func(c *walkCall) bool { return c.args != "" })
}

// free reports whether a message can begin: where that ends the one before, only
// with its arguments emitted.
func (w *walk) free(s *walkSession) bool {
	return w.inTurn(s) && (w.f.MessageIDs && !w.f.NextCloses || w.argsEmitted(s))
}

func (w *walk) messageOpen(s *walkSession) []func() {
	return way(w.f.MessageStart && w.free(s), func() {
		m := w.newMessage(s)
		e := spec.Event{Kind: spec.MessageOpen, Message: m.id, Role: "assistant"}
		if w.f.Speakers {
			e.Agent = []string{"scout", "clerk"}[w.rng.IntN(2)]
		}
		w.say(s, e)
	})
}

func (w *walk) messageClose(s *walkSession) []func() {
	return each(s.messages, func(*walkMessage) bool { return w.f.MessageEnd && w.argsEmitted(s) }, func(m *walkMessage) {
		e := spec.Event{Kind: spec.MessageClose, Message: m.id}
		if w.f.MessageUsage {
			e.Usage = w.figures()
		}
		if w.f.StopReasons {
			e.StopReason = w.reason()
		}
		s.messages = slices.DeleteFunc(s.messages, func(o *walkMessage) bool { return o == m })
		w.say(s, e)
	})
}

// text goes on with a message or, where nothing marks its start, begins one.
func (w *walk) text(s *walkSession) []func() {
	if w.f.WholeMessages || !w.inTurn(s) {
		return nil
	}
	ways := each(s.messages, func(*walkMessage) bool { return true }, func(m *walkMessage) { w.textOn(s, m) })
	if !w.f.MessageStart && w.free(s) {
		ways = append(ways, func() { w.textOn(s, w.newMessage(s)) })
	}
	return ways
}

func (w *walk) textOn(s *walkSession, m *walkMessage) {
	e := spec.Event{Kind: spec.Text, Message: m.id, Form: spec.Plain, Text: w.words()}
	if w.f.Thoughts && w.rng.IntN(2) == 0 {
		e.Form = spec.Thought
	}
	if w.f.TextSlots {
		e.Slot = "t"
	}
	m.parts = append(m.parts, spec.SnapshotPart{Kind: map[spec.Form]spec.PartKind{spec.Plain: spec.TextPart, spec.Thought: spec.ThoughtPart}[e.Form], Text: e.Text})
	w.say(s, e)
}

// restate says again, whole, what streamed of a message.
func (w *walk) restate(s *walkSession) []func() {
	return each(s.messages, func(m *walkMessage) bool { return w.f.Snapshots && m.id != "" }, func(m *walkMessage) {
		w.say(s, spec.Event{Kind: spec.MessageFull, Restated: true, Messages: []spec.Snapshot{{Message: m.id, Role: "assistant", Parts: slices.Clone(m.parts)}}})
	})
}

// whole emits a message at once.
func (w *walk) whole(s *walkSession) []func() {
	return way(w.f.WholeMessages && w.inTurn(s), func() {
		m := w.newMessage(s)
		parts := []spec.SnapshotPart{{Kind: spec.TextPart, Text: w.words()}}
		w.say(s, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Message: m.id, Role: "assistant", Parts: parts}}})
	})
}

func (w *walk) prompt(s *walkSession) []func() {
	return way(w.f.UserMessages && s.parent == nil && w.argsEmitted(s), func() {
		w.messages++
		if w.f.UserMessageEdge {
			w.over(s)
		}
		parts := []spec.SnapshotPart{{Kind: spec.TextPart, Text: w.words()}}
		w.say(s, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Message: fmt.Sprintf("u%d", w.messages), Role: "user", Parts: parts}}})
	})
}

func (w *walk) usage(s *walkSession) []func() {
	return each(s.messages, func(m *walkMessage) bool { return w.f.MessageUsage && m.id != "" }, func(m *walkMessage) {
		w.say(s, spec.Event{Kind: spec.UsageReport, Message: m.id, Usage: w.figures()})
	})
}

func (w *walk) callOpen(s *walkSession) []func() {
	if !w.f.Preparing || !w.inTurn(s) {
		return nil
	}
	if w.f.Owner == spec.Derived {
		return []func(){func() { w.open(s, nil) }}
	}
	return each(s.messages, func(*walkMessage) bool { return true }, func(m *walkMessage) { w.open(s, m) })
}

func (w *walk) open(s *walkSession, m *walkMessage) {
	c := w.newCall(s, m)
	e := spec.Event{Kind: spec.CallOpen, Call: c.id, Name: c.name}
	if m != nil {
		c.slot = fmt.Sprint(m.slots)
		m.slots++
		e.Message, e.Slot = m.id, c.slot
	}
	w.say(s, e)
}

func (w *walk) newCall(s *walkSession, m *walkMessage) *walkCall {
	w.calls++
	c := &walkCall{id: fmt.Sprintf("c%d", w.calls), name: "ls", args: `{"path":"a\"b"}`, message: m, owner: s}
	if d := &w.f.Delegation; d.Tool != "" && w.rng.IntN(2) == 0 {
		c.name, c.args = d.Tool, fmt.Sprintf(`{%q:"scout"}`, d.Argument)
	}
	c.whole = c.args
	s.calls = append(s.calls, c)
	if m != nil {
		m.parts = append(m.parts, spec.SnapshotPart{Kind: spec.CallPart, Call: c.id, Name: c.name})
	}
	return c
}

// streams reports whether arguments of the call can still come: its message is
// open, or its calls outlast that.
func (w *walk) streams(s *walkSession, c *walkCall) bool {
	return !c.complete && !c.started && (c.message == nil || slices.Contains(s.messages, c.message))
}

// args emits the next piece of arguments.
func (w *walk) args(s *walkSession) []func() {
	return each(s.calls, func(c *walkCall) bool { return w.f.ArgsDeltas && c.args != "" && w.streams(s, c) }, func(c *walkCall) {
		n := 1 + w.rng.IntN(len(c.args))
		e := spec.Event{Kind: spec.CallArgs, Call: c.id, Slot: c.slot, Text: c.args[:n]}
		if c.message != nil {
			e.Message = c.message.id
		}
		if w.f.Slots {
			e.Call = ""
		}
		c.args = c.args[n:]
		w.say(s, e)
	})
}

func (w *walk) argsEnd(s *walkSession) []func() {
	return each(s.calls, func(c *walkCall) bool {
		return w.f.ArgsMarker && !w.f.StartEndsArgs && c.args == "" && w.streams(s, c)
	}, func(c *walkCall) {
		c.complete = true
		e := spec.Event{Kind: spec.ArgsEnd, Call: c.id, Slot: c.slot}
		if c.message != nil {
			e.Message = c.message.id
		}
		w.say(s, e)
	})
}

func (w *walk) callStart(s *walkSession) []func() {
	start := func(c *walkCall) {
		c.started = true
		w.say(s, spec.Event{Kind: spec.CallStart, Call: c.id, Name: c.name})
	}
	if w.f.Executing && !w.f.Preparing && w.f.Owner == spec.Derived {
		return way(w.inTurn(s), func() { start(w.newCall(s, nil)) })
	}
	return each(s.calls, func(c *walkCall) bool { return w.f.Executing && !c.started && (c.args == "" || !w.f.ArgsDeltas) }, start)
}

func (w *walk) callProgress(s *walkSession) []func() {
	return each(s.calls, func(c *walkCall) bool { return w.f.Owner == spec.Named && c.started }, func(c *walkCall) {
		w.say(s, spec.Event{Kind: spec.CallProgress, Call: c.id, Result: json.RawMessage(`"so far"`)})
	})
}

// callDone answers a call; where nothing announces calls, one that is new.
func (w *walk) callDone(s *walkSession) []func() {
	ways := each(s.calls, func(*walkCall) bool { return true }, func(c *walkCall) { w.answer(s, c) })
	if w.f.Owner == spec.Derived && !w.f.Preparing && !w.f.Executing && w.inTurn(s) {
		ways = append(ways, func() { w.answer(s, w.newCall(s, nil)) })
	}
	return ways
}

func (w *walk) answer(s *walkSession, c *walkCall) {
	e := spec.Event{Kind: spec.CallDone, Call: c.id, Result: json.RawMessage(`"ok"`)}
	e.IsError = w.f.ErrorResults && w.rng.IntN(3) == 0
	if w.f.DoneCarries {
		e.Name, e.Args, e.ArgsValue = c.name, c.whole, !w.f.ArgsText
	}
	s.calls = slices.DeleteFunc(s.calls, func(o *walkCall) bool { return o == c })
	w.say(s, e)
	if w.f.ChildResult {
		w.shut(c)
	}
}

// shut ends the sub-session of a call, and those below.
func (w *walk) shut(c *walkCall) {
	for _, s := range w.sessions {
		if s.by == c && s.open {
			for _, below := range s.calls {
				w.shut(below)
			}
			w.over(s)
			s.open = false
		}
	}
}

// sessionOpen begins a sub-session that a call asks for.
func (w *walk) sessionOpen(s *walkSession) []func() {
	if w.f.Children != spec.ChildrenSpeak || len(w.sessions) > 4 {
		return nil
	}
	return each(s.calls, func(c *walkCall) bool { return !c.asking }, func(c *walkCall) {
		c.asking = true
		child := &walkSession{id: fmt.Sprintf("s%d", len(w.sessions)), parent: s, by: c, open: true}
		w.sessions = append(w.sessions, child)
		if w.f.ChildEdges {
			w.say(child, spec.Event{Kind: spec.SessionOpen})
		}
	})
}

func (w *walk) sessionClose(s *walkSession) []func() {
	return way(w.f.ChildEdges && s.parent != nil, func() {
		w.over(s)
		s.open = false
		w.say(s, spec.Event{Kind: spec.SessionClose, Status: []spec.Status{spec.Closed, spec.Failed}[w.rng.IntN(2)]})
	})
}

func (w *walk) wait(s *walkSession) []func() {
	return each(s.calls, func(*walkCall) bool { return w.f.Waits }, func(c *walkCall) {
		w.say(s, spec.Event{Kind: spec.Wait, Call: c.id, Wait: "for-" + c.id})
	})
}

func (w *walk) retract(s *walkSession) []func() {
	return each(s.messages, func(m *walkMessage) bool { return w.f.Retracts && m.id != "" && !w.f.EventIDs }, func(m *walkMessage) {
		s.messages = slices.DeleteFunc(s.messages, func(o *walkMessage) bool { return o == m })
		s.calls = slices.DeleteFunc(s.calls, func(c *walkCall) bool { return c.message == m })
		w.say(s, spec.Event{Kind: spec.Retract, Message: m.id})
	})
}

func (w *walk) failing(s *walkSession) []func() {
	return way(w.f.Errors && s.parent == nil, func() {
		fatal := w.rng.IntN(4) == 0 && w.late()
		w.say(s, spec.Event{Kind: spec.Error, Error: "no", Fatal: fatal})
		if fatal {
			w.allOver()
		}
	})
}

func (w *walk) limit(s *walkSession) []func() {
	return way(w.f.Quota && s.parent == nil, func() {
		l := &spec.Limit{Window: []string{"", "day", "week"}[w.rng.IntN(3)], Rejected: w.rng.IntN(2) == 0}
		w.say(s, spec.Event{Kind: spec.LimitReport, Limit: l})
	})
}

func (w *walk) note(s *walkSession) []func() {
	kinds := w.f.Notes
	if len(kinds) == 0 {
		kinds = []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown}
	}
	return way(true, func() {
		w.say(s, spec.Event{Kind: spec.NoteEvent, Note: kinds[w.rng.IntN(len(kinds))], Text: "note", Raw: json.RawMessage(`{"x":1}`)})
	})
}

func (w *walk) userTurn(s *walkSession) []func() {
	return way(w.f.UserTurn && s.parent == nil && s.turn == "", func() {
		w.allOver()
		w.events = append(w.events, spec.Event{Kind: spec.UserTurn, Global: true})
	})
}

func (w *walk) cancel(s *walkSession) []func() {
	return way(w.f.Cancels && s.parent == nil && w.late(), func() {
		w.allOver()
		w.events = append(w.events, spec.Event{Kind: spec.Cancel, Global: true})
	})
}
