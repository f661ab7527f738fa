package writing

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// toolRecord writes a record about a call that runs. Its start also opens the
// sub-session that it makes.
func (w *threadWriter) toolRecord(events []spec.Event) error {
	e := &events[0]
	b := w.branch(e.Session)
	c := b.call(e.Session, e.Call)
	if e.Kind == spec.CallDone && e.Restated {
		w.update(e.Session, "tools", w.answered(e, c))
		return nil
	}
	agent := ""
	for i := range events[1:] {
		if err := w.makes(&events[i+1], e, c, &agent); err != nil {
			return err
		}
	}
	w.open("tools", w.runBy(e.Session, c), "")
	w.Open('{')
	switch e.Kind {
	case spec.CallStart:
		w.starts(e, c, agent)
	case spec.CallProgress:
		w.toolEvent("tool-output-delta", e)
		w.Key("delta")
		w.value(e.Result, `""`)
	default:
		w.ends(e, c)
		if c.name != "" {
			b.state = append(b.state, w.answered(e, c))
		}
	}
	w.Close('}')
	w.close()
	return nil
}

// runBy is the namespace of a call that runs, in JavaScript with its task.
func (w *threadWriter) runBy(session string, c *callWritten) []string {
	if w.python {
		return reading.Path(session)
	}
	return append(reading.Path(session), reading.ToolsSegment+c.task)
}

// makes takes in the sub-session that a call opens: its task is the session's.
func (w *threadWriter) makes(made, start *spec.Event, c *callWritten, agent *string) error {
	task, ok := strings.CutPrefix(made.Session, reading.Below(start.Session, ""))
	switch {
	case made.Kind == spec.TurnStart:
		return nil
	case made.Kind != spec.SessionOpen, w.python, !ok, strings.Contains(task, "|"):
		return wire.NotRepresentable(made, "", "not in one record with "+start.Kind.String())
	}
	c.task, *agent = task, made.Agent
	return nil
}

func (w *threadWriter) toolEvent(event string, e *spec.Event) {
	w.Member("event", event)
	w.Member("tool_call_id", e.Call)
}

func (w *threadWriter) value(v json.RawMessage, none string) {
	if len(v) == 0 {
		v = json.RawMessage(none)
	}
	w.Raw(v, wire.MaxDepth)
}

// starts gives the arguments: JavaScript's are JSON in a string.
func (w *threadWriter) starts(e *spec.Event, c *callWritten, agent string) {
	w.toolEvent("tool-started", e)
	w.Member("tool_name", e.Name)
	args := c.args
	if v, fault := scan.Parse([]byte(args), wire.MaxDepth); fault != nil || v.Kind() != '{' {
		args = "{}"
	}
	if agent != "" && reading.AgentIn(scan.Value(args)) != agent {
		args = `{"` + reading.Delegation.Argument + `":` + string(scan.AppendText(nil, agent)) + `}`
	}
	w.Key("input")
	if w.python {
		w.Raw([]byte(args), wire.MaxDepth)
		return
	}
	w.Text(args)
}

// ends gives the result: of a tool its message, of a delegation a command that has it;
// or the error that it threw.
func (w *threadWriter) ends(e *spec.Event, c *callWritten) {
	if words, ok := scan.Value(e.Result).Text(); ok && e.IsError && w.Forms.Has(thrown) {
		w.toolEvent("tool-error", e)
		w.Member("message", words)
		return
	}
	w.toolEvent("tool-finished", e)
	w.Key("output")
	if w.Forms.Has(bareOutputs) && c.name != reading.Delegation.Tool && !e.IsError && scan.Value(e.Result).Kind() != '{' {
		w.value(e.Result, "null")
		return
	}
	if c.name != reading.Delegation.Tool || e.IsError {
		w.Raw([]byte(w.answered(e, c)), wire.MaxDepth)
		return
	}
	w.Open('{')
	w.Member("lg_name", "Command")
	w.Key("update")
	w.messages([]string{w.answered(e, c)})
	w.Begin("goto", '[')
	w.Close(']')
	w.Close('}')
}

// answered is a tool's message. That of a delegation has no status.
func (w *threadWriter) answered(e *spec.Event, c *callWritten) string {
	return w.built("ToolMessage", "tool", func(m *threadWriter) {
		switch {
		case e.IsError:
			m.Member("status", "error")
		case c.name != reading.Delegation.Tool:
			m.Member("status", "success")
		}
		if len(e.Result) > 0 {
			m.Value("content", e.Result, wire.MaxDepth)
		}
		m.Member("tool_call_id", e.Call)
		m.Optional("name", c.name)
	})
}

// call is the newest call of an id, which is new where none was announced.
func (b *branchWritten) call(session, id string) *callWritten {
	if c := b.calls[id]; c != nil {
		return c
	}
	return b.announce(session, id, "")
}

func (b *branchWritten) announce(session, id, name string) *callWritten {
	b.made++
	c := &callWritten{id: id, name: name, task: derived(session, id, strconv.Itoa(b.made))}
	b.calls[id] = c
	return c
}
