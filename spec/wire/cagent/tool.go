package cagent

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// partial reads a call that is being written: its announcement, more of its
// arguments, or both.
func (d *decoder) partial(f *frame) string {
	if f.id == "" {
		return "partial_tool_call without an id"
	}
	s, c := d.writing(f)
	d.begun(s)
	known := c != nil
	if s != nil && !known {
		c = d.announced(f, s)
	}
	message := ""
	if c != nil {
		message = number(c.message)
	}
	args, value := f.arguments()
	opens := args == "" && f.definition || !known && (s != nil || args == "")
	if opens {
		d.emit(s, spec.Event{Kind: spec.CallOpen, Message: message, Call: f.id, Name: f.function, Agent: f.agent})
	}
	if args != "" || !opens {
		whole := value || d.whole(f, c, known)
		d.emit(s, spec.Event{Kind: spec.CallArgs, Message: message, Call: f.id, Text: args, Restated: whole})
	}
	return ""
}

// announced begins a call in the open message; nil where the run is over.
func (d *decoder) announced(f *frame, s *scope) *call {
	if d.content(s); !s.open {
		return nil
	}
	s.takeSpeaker(f)
	return d.announce(s, f.id, f.function, f.definition)
}

// whole reports whether the arguments are all so far. A definition that comes
// again says so, one that does not come again the opposite.
func (d *decoder) whole(f *frame, c *call, known bool) bool {
	switch {
	case known && f.definition:
		return true
	case known && c.defined && !f.args.None():
		return false
	}
	return !d.late
}

// writing is the session of a call that is being written, and the call where it
// was announced before in the message that is open.
func (d *decoder) writing(f *frame) (*scope, *call) {
	open := filter(d.calls[f.id], func(c *call) bool { return !c.started && c.current() && c.scope.open })
	if !f.definition && d.parallel && !f.tagged && len(open) > 0 {
		s := d.holder(open, f)
		return s, newest(open, s, waitsToStart)
	}
	s := d.speaker(f)
	if s == nil && len(open) == 1 {
		s = open[0].scope
	}
	return s, newest(open, s, waitsToStart)
}

// named finds the call that an event is about, and announces one that was not
// announced, on the last message of its session.
func (d *decoder) named(f *frame, prefer func(*call) bool) (*call, *scope) {
	c, s := d.caller(f, prefer)
	if c == nil && s != nil && f.function != "" {
		e := spec.Event{Kind: spec.CallOpen, Message: d.last(s), Call: f.id, Name: f.function, Agent: f.agent}
		c = d.announce(s, f.id, f.function, f.definition)
		d.emit(s, e)
	}
	return c, s
}

// starts reads tool_call.
func (d *decoder) starts(f *frame) string {
	if f.id == "" {
		return "tool_call without an id"
	}
	c, s := d.named(f, waitsToStart)
	d.begun(s)
	e := spec.Event{Kind: spec.CallStart, Call: f.id, Name: f.function}
	e.Args, e.ArgsValue = f.arguments()
	if c != nil {
		c.start()
	}
	d.emit(s, e)
	return ""
}

// output reads what a call says while it runs.
func (d *decoder) output(f *frame) string {
	if f.id == "" {
		return "tool_call_output without an id"
	}
	_, s := d.caller(f, runsNow)
	d.emit(s, spec.Event{Kind: spec.CallProgress, Call: f.id, Result: quoted(f.text)})
	return ""
}

// answered reads tool_call_response. One that carries the call's name announces
// what was not announced, unless it only repeats a result of this run.
func (d *decoder) answered(f *frame) string {
	if f.id == "" {
		return "tool_call_response without an id"
	}
	e := spec.Event{Kind: spec.CallDone, Call: f.id, Result: quoted(f.response)}
	if f.response.Kind() != '"' {
		e.Result = quoted(f.result.Get("output"))
	}
	e.IsError = f.result.Get("isError") == "true"
	c, s := d.caller(f, runsNow)
	if c == nil && s != nil && f.function != "" && !s.done[f.id] {
		c, s = d.named(f, runsNow)
		open := &d.out[len(d.out)-1]
		open.Args, open.ArgsValue = f.arguments()
	}
	switch {
	case c != nil:
		if c.denied {
			e.Status = spec.Denied
		}
		d.finish(c)
		s.handed(c)
	case s != nil:
		s.owes(f.id, s.done[f.id])
	}
	d.emit(s, e)
	return ""
}

// handed says that after a handoff another agent may speak.
func (s *scope) handed(c *call) {
	if c.name == "handoff" {
		s.moved = true
	}
}

// confirm reads a call that waits for the user.
func (d *decoder) confirm(f *frame) string {
	if f.id == "" {
		return "tool_call_confirmation without an id"
	}
	_, s := d.named(f, waitsToStart)
	d.emit(s, spec.Event{Kind: spec.Wait, Call: f.id})
	return ""
}

// blocked reads hook_blocked: the call is denied, as its response will not say.
func (d *decoder) blocked(f *frame) string {
	if f.id == "" {
		return "hook_blocked without an id"
	}
	c, s := d.named(f, waitsToStart)
	if c != nil {
		c.denied = true
	}
	e := spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Text: wire.Text(f.text)}
	d.emit(s, e)
	return ""
}

// waits reads what waits for the user and is about no call.
func (d *decoder) waits(f *frame) {
	s := d.innermost()
	switch {
	case f.tagged:
		s = d.speaks(f)
	case d.parallel:
		s = d.only(d.askers(), f)
	}
	d.emit(s, spec.Event{Kind: spec.Wait, Wait: wire.Text(f.raw.Get("elicitation_id"))})
}

// quoted is a text as a JSON value, nil for what is no text.
func quoted(v scan.Value) json.RawMessage {
	if v.Kind() != '"' {
		return nil
	}
	return json.RawMessage(strings.Clone(string(v)))
}
