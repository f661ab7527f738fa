package cagent

import (
	"github.com/quock-dev/quock/spec"
)

// completed writes the end of a sub-session, with all that its producer stored
// of it.
func (w *writer) completed(e *spec.Event) error {
	b := w.book(e.Session)
	parent := b.parent
	if !b.child {
		parent = w.mirror.root
	}
	if e.Parent.OK {
		parent = e.Parent.ID
	}
	w.begin("sub_session_completed", w.speaker(&spec.Event{Kind: spec.TurnEnd, Session: parent}))
	w.member("parent_session_id", parent)
	w.Key("sub_session")
	w.session(e.Session, b.items)
	w.Close('}')
	return nil
}

// session writes a session object.
func (w *writer) session(id string, items []entry) {
	w.header(id)
	for i := range items {
		w.Open('{')
		if item := &items[i]; item.role == "" {
			w.Key("sub_session")
			w.session(item.sub, item.items)
		} else {
			w.item(item)
		}
		w.Close('}')
	}
	w.Close(']')
	w.Close('}')
}

// header begins a session object up to its items.
func (w *writer) header(id string) {
	w.Open('{')
	w.member("id", id)
	w.member("title", "Transferred task")
	w.Key("messages")
	w.Open('[')
}

// item writes one message of a book.
func (w *writer) item(item *entry) { w.stored(item, &spec.Snapshot{}) }

// stored writes a message, with what a snapshot says beside its parts.
func (w *writer) stored(item *entry, s *spec.Snapshot) {
	w.message(item.role, item.agent)
	w.Key("content")
	switch item.role {
	case "tool":
		w.content(item.text)
	default:
		w.Text(string(item.text))
	}
	if len(item.thought) > 0 {
		w.member("reasoning_content", string(item.thought))
	}
	w.calls(item.calls)
	w.answers(item.call, item.failed)
	w.optional("finish_reason", s.StopReason)
	if s.Usage != nil {
		w.Key("usage")
		w.tokens(s.Usage)
	}
	w.Close('}')
	w.Close('}')
}

// message begins a stored message with its role.
func (w *writer) message(role, agent string) {
	w.Key("message")
	w.Open('{')
	w.member("agentName", agent)
	w.Key("message")
	w.Open('{')
	w.member("role", role)
}

// content writes a result, which is a text or none.
func (w *writer) content(result []byte) {
	if len(result) == 0 {
		w.Text("")
		return
	}
	w.Raw(result, maxDepth)
}

func (w *writer) calls(calls []*written) {
	if len(calls) == 0 {
		return
	}
	w.Key("tool_calls")
	w.Open('[')
	for _, c := range calls {
		w.Open('{')
		w.member("id", c.id)
		w.member("type", "function")
		w.functionOf(c)
		w.Close('}')
	}
	w.Close(']')
}

// answers names the call that a result is of.
func (w *writer) answers(call string, failed bool) {
	if call == "" {
		return
	}
	w.member("tool_call_id", call)
	if failed {
		w.Key("is_error")
		w.Bool(true)
	}
}
