package codex

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

func (w *writer) status(t *callRecord) {
	status := "completed"
	switch {
	case t.kind == change && (t.done != nil || t.result() != nil):
		return // it is the result
	case t.done == nil:
		status = inProgress
	case t.done.Status == spec.Denied:
		status = declined
	case t.done.IsError:
		status = failed
	}
	w.Member("status", status)
}

// own writes the members of an item of the program itself.
func (w *writer) own(t *callRecord) {
	if t.kind == search && w.searches[t.head.Call] != t.head.Call {
		w.Member("id", t.head.Call)
	}
	if t.kind == search && t.head.Args == "" && t.done == nil {
		w.Members(`{"query":"","action":{"type":"other"}}`, wire.MaxDepth)
	}
	w.Members(t.head.Args, wire.MaxDepth)
	switch {
	case t.kind == todo && t.result() != nil:
		w.Value("items", t.result(), wire.MaxDepth)
	case t.kind == command && t.start != nil && t.done == nil && t.progress == nil:
		w.Members(`{"aggregated_output":"","exit_code":null}`, wire.MaxDepth)
	default:
		w.output(outputs[t.kind], string(t.result()))
	}
}

// output writes a result whose members the item has; of any other ReadBack says
// that it is lost.
func (w *writer) output(keys []string, text string) {
	if it, ok := members(text); ok {
		w.Members(string(it.object(keys, absent)), wire.MaxDepth)
	}
}

// remote writes the members of a tool of a server. A failure in words is an
// error, which has no result.
func (w *writer) remote(t *callRecord) {
	server, name, found := strings.Cut(t.head.Name, ".")
	if !found || server == "" {
		server, name = "", t.head.Name
	}
	w.Member("server", server)
	w.Member("tool", name)
	w.Value("arguments", []byte(t.head.Args), wire.MaxDepth)
	result := t.result()
	words := t.done != nil && t.done.IsError && len(result) > 0 && result[0] == '"'
	if !words {
		w.Value("result", result, wire.MaxDepth)
		w.Value("error", nil, wire.MaxDepth)
		return
	}
	w.Value("result", nil, wire.MaxDepth)
	w.Begin("error", '{')
	w.Value("message", result, wire.MaxDepth)
	w.Close('}')
}

// collab writes the members of a tool for agents.
func (w *writer) collab(t *callRecord) {
	w.Member("tool", t.head.Name)
	sender := t.head.Session
	if len(t.opened) > 0 && t.opened[0].Parent.OK {
		sender = t.opened[0].Parent.ID
	}
	w.Member("sender_thread_id", sender)
	if t.head.Name == spawn {
		w.Begin("receiver_thread_ids", '[')
		for _, e := range t.opened {
			w.Text(e.Session)
		}
		w.Close(']')
	}
	w.Members(t.head.Args, wire.MaxDepth)
	if t.result() == nil && t.done == nil {
		w.Members(`{"agents_states":{}}`, wire.MaxDepth)
		return
	}
	w.Value("agents_states", t.result(), wire.MaxDepth)
}
