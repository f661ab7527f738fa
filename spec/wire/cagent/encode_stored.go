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
	w.Member("parent_session_id", parent)
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
	w.Member("id", id)
	w.Member("title", "Transferred task")
	w.Begin("messages", '[')
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
		w.Member("reasoning_content", string(item.thought))
	}
	w.calls(item.calls)
	w.answers(item.call, item.failed)
	w.Optional("finish_reason", s.StopReason)
	if s.Usage != nil {
		w.Key("usage")
		w.tokens(s.Usage)
	}
	w.Close('}')
	w.Close('}')
}

// message begins a stored message with its role.
func (w *writer) message(role, agent string) {
	w.Begin("message", '{')
	w.Member("agentName", agent)
	w.Begin("message", '{')
	w.Member("role", role)
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
	w.Begin("tool_calls", '[')
	for _, c := range calls {
		w.Open('{')
		w.Member("id", c.id)
		w.Member("type", "function")
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
	w.Member("tool_call_id", call)
	if failed {
		w.Flag("is_error", true)
	}
}
