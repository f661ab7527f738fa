package deepagents

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// write writes the state as the server's getState gives it, or in one of the forms.
func (t *thread) write(w *writer, session string) {
	if w.forms.Has(plain) && session == "" && len(t.messages) > 0 && !t.paused {
		w.values(t)
		return
	}
	w.state(t, session)
}

// within begins the state of a graph, up to that of a task of it.
func (w *writer) within(g graph) {
	w.Open('{')
	w.Key("values")
	w.values(g.thread)
	w.Begin("next", '[')
	w.Text(g.name)
	w.Close(']')
	w.Begin("tasks", '[')
	w.Open('{')
	w.Member("id", g.id)
	w.Member("name", g.name)
	w.Key("state")
}

func (w *writer) state(t *thread, session string) {
	w.Open('{')
	w.Key("values")
	w.values(t)
	w.Begin("next", '[')
	w.Close(']')
	w.Key("tasks")
	w.tasks(t)
	if w.forms.Has(otherwise) && len(t.waits) > 0 {
		w.Begin("interrupts", '{')
		w.Key("waiting")
		w.interrupts(t.waits, "interrupt_id")
		w.Close('}')
	}
	if !w.bare {
		w.Key("checkpoint")
		w.checkpoint(session, t.polls)
		w.Key("parent_checkpoint")
		w.checkpoint(session, t.polls-1)
	}
	w.Close('}')
}

type writer struct {
	scan.Writer
	forms spec.Forms
	bare  bool // its checkpoint is that of the state it stands in
}

func (w *writer) values(t *thread) {
	w.Open('{')
	w.Begin("messages", '[')
	for _, m := range t.messages {
		w.Raw([]byte(m.json), wire.MaxDepth)
	}
	w.Close(']')
	if len(t.log) > 0 {
		w.Begin(toolLog, '[')
		for i := range t.log {
			w.entry(&t.log[i])
		}
		w.Close(']')
	}
	w.Close('}')
}

func (w *writer) entry(l *line) {
	w.Open('{')
	w.Member("id", l.ID)
	w.Member("subagent", l.agent)
	w.Member("tool", l.Tool)
	w.Member("status", "start")
	switch {
	case !w.forms.Has(otherwise):
		w.Member("task_id", l.call)
	case !l.sole:
		w.Member("tool_call_id", l.call)
	}
	w.Close('}')
}

// tasks are one that waits for all interrupts, and one for each error.
func (w *writer) tasks(t *thread) {
	w.Open('[')
	if len(t.waits) > 0 && !w.forms.Has(otherwise) {
		w.Open('{')
		w.Member("id", "waiting")
		w.Member("name", "tools")
		w.Key("interrupts")
		w.interrupts(t.waits, "id")
		w.Close('}')
	}
	for i, words := range t.failures {
		w.Open('{')
		w.Member("id", "failed-"+strconv.Itoa(i))
		w.Member("name", "tools")
		if w.forms.Has(otherwise) {
			w.Begin("error", '{')
			w.Member("message", words)
			w.Close('}')
		} else {
			w.Member("error", words)
		}
		w.Close('}')
	}
	w.Close(']')
}

func (w *writer) interrupts(ids []string, key string) {
	w.Open('[')
	for _, id := range ids {
		w.Open('{')
		w.Member(key, id)
		w.Begin("value", '{')
		w.Close('}')
		w.Close('}')
	}
	w.Close(']')
}

// checkpoint is that of the nth poll of a session, null before the first.
func (w *writer) checkpoint(session string, n int) {
	if n == 0 {
		w.Null()
		return
	}
	w.Open('{')
	w.Member("checkpoint_ns", session)
	w.Member("checkpoint_id", session+"@"+strconv.Itoa(n))
	w.Close('}')
}
