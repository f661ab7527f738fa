package reading

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A toolRun is what a record of tools says of where it belongs: the session that
// made the call, and the session that the task which runs it is.
type toolRun struct {
	session, task string
	call          string
}

func (d *decoder) toolRun(e *protocolEvent) toolRun {
	r := toolRun{session: SessionOf(e.path), call: wire.Text(e.data.Get("tool_call_id"))}
	last := len(e.path) - 1
	if last >= 0 && d.shape == wholeNamespace && strings.HasPrefix(e.path[last], ToolsSegment) {
		r.task, r.session = r.session, SessionOf(e.path[:last])
	}
	return r
}

// toolRuns reads a record of the channel tools.
func (d *decoder) toolRuns(e *protocolEvent) {
	r := d.toolRun(e)
	event, _ := e.data.Get("event").Text()
	switch event {
	case "tool-started":
		d.toolStarts(&r, e)
	case "tool-output-delta":
		d.enter(r.session)
		progress := spec.Event{Kind: spec.CallProgress, Session: r.session, Call: r.call}
		if v := e.data.Get("delta"); !v.None() && v != `""` {
			progress.Result = json.RawMessage(v)
		}
		d.say(progress)
	case "tool-finished":
		d.toolEnds(&r, output(e.data.Get("output"), r.call))
	case "tool-error":
		d.toolEnds(&r, spec.Event{IsError: true, Result: json.RawMessage(e.data.Get("message"))})
	default:
		d.unknown(r.session, "", e.raw)
	}
}

// toolStarts says that a call runs. A delegation's opens its sub-session. One that
// nothing announced is in a message of its own, named by its task.
func (d *decoder) toolStarts(r *toolRun, e *protocolEvent) {
	b := d.enter(r.session)
	name, input := wire.Text(e.data.Get("tool_name")), e.data.Get("input")
	start := spec.Event{Kind: spec.CallStart, Session: r.session, Call: r.call, Name: name}
	if b.calls[r.call] == nil {
		start.Message = e.unannounced(r)
		start.Args, start.ArgsValue = given(input)
		b.calls[r.call] = &announced{message: start.Message}
	}
	d.say(start)
	if r.task == "" {
		return
	}
	d.ran(r.task, r.call)
	if Delegation.Tool == name && !d.thread.branch(r.task).running {
		d.begin(r.task, AgentIn(input))
	}
}

func (e *protocolEvent) unannounced(r *toolRun) string {
	if n := len(e.path); n > 0 {
		return strings.Clone(e.path[n-1])
	}
	return r.call
}

// given are arguments as a record of tools gives them: JSON in a string, or a value.
func given(input scan.Value) (args string, value bool) {
	if words, ok := input.Text(); ok {
		return strings.Clone(words), false
	}
	if input.None() {
		return "", false
	}
	return input.Compact(), true
}

// toolEnds gives a call its result, which ends the session that its task is.
func (d *decoder) toolEnds(r *toolRun, done spec.Event) {
	b := d.enter(r.session)
	done.Kind, done.Session, done.Call = spec.CallDone, r.session, r.call
	d.say(done)
	if c := b.calls[r.call]; c != nil {
		c.over = true
	}
	child := r.task
	if child == "" {
		child = d.madeBy(r)
	}
	if child != "" {
		d.thread.branch(child).running = false
	}
}

// madeBy is the session that a call made, where the record does not name its task.
func (d *decoder) madeBy(r *toolRun) string {
	for session, call := range d.thread.tasks {
		if call == r.call && ParentOf(session) == r.session && d.thread.branch(session).running {
			return session
		}
	}
	return ""
}

// output is the result in a tool's output: that of its tool message, or of the
// one of the command's messages that answers the call; else the value as it is.
func output(v scan.Value, call string) spec.Event {
	m := v
	if kwargs := m.Get("kwargs"); kwargs != "" && m.Get("lc") != "" {
		m = kwargs
	}
	if update := m.Get("update"); update.Kind() == '{' {
		m = answer(update.Get("messages"), call)
	} else {
		m = v
	}
	if m.Kind() == '{' {
		if message := parseMessage(m); message.role == roleTool {
			return result(&message)
		}
	}
	if v.None() {
		return spec.Event{}
	}
	return spec.Event{Result: json.RawMessage(v)}
}

// answer is the message that answers a call, else the last one.
func answer(list scan.Value, call string) (found scan.Value) {
	for v := range list.Elements() {
		found = v
		if m := parseMessage(v); m.role == roleTool && m.call == call {
			return v
		}
	}
	return found
}

// result is what a tool message says.
func result(m *message) spec.Event {
	e := spec.Event{IsError: m.failed}
	if !m.content.None() {
		e.Result = json.RawMessage(m.content)
	}
	return e
}

// sameValue reports whether a JSON text is the value.
func sameValue(words []byte, v scan.Value) bool {
	_, fault := scan.Parse(words, wire.MaxDepth)
	return fault == nil && spec.JSONEqual(words, []byte(v))
}
