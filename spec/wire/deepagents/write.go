package deepagents

import (
	"fmt"
	"strconv"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// write appends the state as the server's getState gives it.
func (t *thread) write(dst []byte, session string) ([]byte, error) {
	t.polls++
	w := writer{scan.NewWriter(dst)}
	w.Open('{')
	w.Key("values")
	w.values(t)
	w.Key("next")
	w.Open('[')
	w.Close(']')
	w.Key("tasks")
	w.tasks(t)
	w.Key("checkpoint")
	w.checkpoint(session, t.polls)
	w.Key("parent_checkpoint")
	w.checkpoint(session, t.polls-1)
	w.Close('}')
	if w.Err != nil {
		return dst, fmt.Errorf("write a state: %w", w.Err)
	}
	return w.Out, nil
}

type writer struct{ scan.Writer }

func (w *writer) values(t *thread) {
	w.Open('{')
	w.Key("messages")
	w.Open('[')
	for _, m := range t.messages {
		w.Raw([]byte(m.json), wire.MaxDepth)
	}
	w.Close(']')
	if len(t.log) > 0 {
		w.Key(toolLog)
		w.Open('[')
		for i := range t.log {
			w.entry(&t.log[i])
		}
		w.Close(']')
	}
	w.Close('}')
}

func (w *writer) entry(l *line) {
	w.Open('{')
	w.member("id", l.ID)
	w.member("subagent", l.agent)
	w.member("tool", l.Tool)
	w.member("status", "start")
	w.member("task_id", l.call)
	w.Close('}')
}

func (w *writer) member(key, text string) {
	w.Key(key)
	w.Text(text)
}

// tasks are one that waits for all interrupts, and one for each error.
func (w *writer) tasks(t *thread) {
	w.Open('[')
	if len(t.waits) > 0 {
		w.Open('{')
		w.member("id", "waiting")
		w.member("name", "tools")
		w.Key("interrupts")
		w.Open('[')
		for _, id := range t.waits {
			w.Open('{')
			w.member("id", id)
			w.Key("value")
			w.Open('{')
			w.Close('}')
			w.Close('}')
		}
		w.Close(']')
		w.Close('}')
	}
	for i, words := range t.failures {
		w.Open('{')
		w.member("id", "failed-"+strconv.Itoa(i))
		w.member("name", "tools")
		w.member("error", words)
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
	w.member("checkpoint_ns", session)
	w.member("checkpoint_id", session+"@"+strconv.Itoa(n))
	w.Close('}')
}
