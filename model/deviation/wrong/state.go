package wrong

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// none is the index of no turn.
const none = -1

// openTurn is the session's newest turn that has not ended, or none.
func openTurn(ss *model.Session) int {
	for i := len(ss.Turns) - 1; i >= 0; i-- {
		if ss.Turns[i].Open() {
			return i
		}
	}
	return none
}

// spoken is the session's last message of an agent for which ok holds, nil if
// there is none.
func spoken(ss *model.Session, ok func(*model.Message) bool) *model.Message {
	for i := len(ss.Messages) - 1; i >= 0; i-- {
		if m := ss.Messages[i]; m.Role == "assistant" && ok(m) {
			return m
		}
	}
	return nil
}

func anyMessage(*model.Message) bool { return true }

func isOpen(m *model.Message) bool { return m.Open }

// isNameless reports whether the message is open and has no id.
func isNameless(m *model.Message) bool { return m.Open && m.ID == "" }

// lastCall is the last call of a list for which ok holds, nil if there is none.
func lastCall(calls []*model.Call, ok func(*model.Call) bool) *model.Call {
	for i := len(calls) - 1; i >= 0; i-- {
		if ok(calls[i]) {
			return calls[i]
		}
	}
	return nil
}

// firstCall is the first call of a list for which ok holds, nil if there is
// none.
func firstCall(calls []*model.Call, ok func(*model.Call) bool) *model.Call {
	if i := slices.IndexFunc(calls, ok); i >= 0 {
		return calls[i]
	}
	return nil
}

// running reports whether the call is not over.
func running(c *model.Call) bool { return !c.Status.Terminal() }

// callsOf are the calls of a message, in order.
func callsOf(m *model.Message) []*model.Call {
	var calls []*model.Call
	for _, p := range m.Parts {
		if p.Call != nil {
			calls = append(calls, p.Call)
		}
	}
	return calls
}

// unhang takes a call from its message, if it has one. The model may go through the parts
// meanwhile.
func unhang(c *model.Call) {
	if c.Message != nil {
		c.Message.Parts = slices.DeleteFunc(slices.Clone(c.Message.Parts), func(p *model.Part) bool { return p.Call == c })
	}
}

// say adds a text to a message, as a part of its own.
func say(m *model.Message, text string) {
	m.Parts = append(m.Parts, &model.Part{Kind: spec.TextPart, Text: []byte(text)})
}

// finish marks what is open in a session as completed, without its end.
func finish(ss *model.Session) {
	for _, t := range ss.Turns {
		if t.Open() {
			t.Status = spec.Completed
		}
	}
}

// unfinished reports whether a turn of the session has not ended.
func unfinished(ss *model.Session) bool { return openTurn(ss) != none }
