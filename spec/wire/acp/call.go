package acp

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A call is what is known of one.
type call struct {
	id, name, input string
	past            bool // its turn has ended
	stopped         bool // and that after a cancel
	whole           bool // its arguments are complete
	started, done   bool
	status          spec.Status // what an answer to its permission request made of it
	result          result
}

// A result is what a call brought so far.
type result struct {
	output, content scan.Value
	terminal        string
}

// placeholder stands where arguments are not known yet.
const placeholder = "{}"

// toolCall reads a mention of a call.
func (p *pass) toolCall(s *session, u *update, announced bool) *call {
	id := p.Must("toolCallId", u.call)
	status, _ := u.status.Text()
	if p.Wrong != "" {
		return nil
	}
	s = p.speaker(s, u.meta)
	c := s.calls[id]
	if final := done(status); c == nil || c.past && !final && (announced || status == "pending") {
		p.begin(s)
		c = p.first(s, strings.Clone(id), u, final && !announced)
	}
	s.spoken = s.spoken || s.open
	before := len(p.out)
	if name := toolName(u); c.name == "" && name != "" {
		if c.name = strings.Clone(name); !c.past && !c.done {
			p.emit(s, spec.Event{Kind: spec.CallOpen, Call: c.id, Name: c.name})
		}
	}
	p.inputs(s, c, u)
	changed := p.outputs(s, c, u)
	p.status(s, c, status, changed)
	if len(p.out) == before && !announced {
		e := spec.Event{Kind: spec.CallProgress, Call: c.id, Result: c.preview(changed)}
		if c.past && !c.done {
			e.Args, e.ArgsValue = c.input, c.input != ""
		}
		p.emit(s, e)
	}
	return c
}

func done(status string) bool {
	return status == "completed" || status == "failed" || status == "cancelled"
}

// first makes a call known. Where the mention is its start or end, that is its event.
func (p *pass) first(s *session, id string, u *update, end bool) *call {
	c := &call{id: id, name: strings.Clone(toolName(u))}
	s.calls[id] = c
	s.active = append(s.active, c)
	root := s.top()
	if root.owners == nil {
		root.owners = map[string]*session{}
	}
	root.owners[id] = s
	if s.run != "" {
		s.run = ""
		p.emit(s, spec.Event{Kind: spec.MessageClose})
	}
	status, _ := u.status.Text()
	if starts := status == "in_progress"; !starts && !end || c.name == "" {
		p.emit(s, spec.Event{Kind: spec.CallOpen, Call: id, Name: c.name})
	}
	return c
}

// toolName is the name of the tool; titles and kinds are for people.
func toolName(u *update) string {
	if name, ok := u.name.Text(); ok {
		return name
	}
	name, _ := u.meta.Get("claudeCode").Get("toolName").Text()
	return name
}

// inputs takes the arguments as far as they are known.
func (p *pass) inputs(s *session, c *call, u *update) {
	if c.whole || c.done || u.input == "" || u.input.None() && !p.v2 {
		return
	}
	input := ""
	if !u.input.None() {
		input = u.input.Compact()
	}
	if input == c.input {
		return
	}
	c.input = strings.Clone(input)
	if status, _ := u.status.Text(); !u.asks && !c.past && input != placeholder && input != "" && status != "in_progress" && !done(status) && u.output.None() {
		p.emit(s, spec.Event{Kind: spec.CallArgs, Call: c.id, Text: c.input, Restated: true})
	}
}

// outputs takes what a call brought, and reports whether it is something new.
func (p *pass) outputs(s *session, c *call, u *update) bool {
	changed := false
	set := func(have *scan.Value, v scan.Value) {
		if v != "" && (p.v2 || !v.None()) {
			*have = scan.Value(strings.Clone(string(v)))
			changed = true
		}
	}
	if u.kind == "tool_call_content_chunk" {
		set(&c.result.content, joined(c.result.content, u.content))
	} else {
		set(&c.result.output, u.output)
		set(&c.result.content, u.content)
	}
	if data, ok := u.meta.Get("terminal_output_delta").Get("data").Text(); ok {
		c.result.terminal += data
		changed = true
	}
	if text, ok := s.terminals[c.id]; ok && text != c.result.terminal {
		c.result.terminal, changed = text, true
	}
	if !u.output.None() && !c.whole && !c.done {
		c.whole = true
		if u.status.None() {
			p.emit(s, spec.Event{Kind: spec.ArgsEnd, Call: c.id, Args: c.input, ArgsValue: c.input != ""})
		}
	}
	return changed
}

// joined is a list with one more element.
func joined(list, element scan.Value) scan.Value {
	if list.Kind() != '[' || strings.Trim(string(list), "[] \t\r\n") == "" {
		return "[" + element + "]"
	}
	return list[:len(list)-1] + "," + element + "]"
}

// status takes how far a call is. How it ended stays; more of its result may come.
func (p *pass) status(s *session, c *call, status string, changed bool) {
	switch {
	case c.done && changed && (c.status != "" || !done(status)):
		p.emit(s, spec.Event{Kind: spec.CallDone, Call: c.id, Result: c.value(), Restated: true})
	case done(status):
		p.finish(s, c, status)
	case c.starts(status) && !c.started && !c.done:
		p.runs(s, c)
	}
}

// starts reports whether a status says that the call runs. An update moves no call into a
// later turn: "toolCallId" is unique in the session.
func (c *call) starts(status string) bool { return status == "in_progress" && !c.past }

// finish ends a call. A failure after a cancel is the cancel's.
func (p *pass) finish(s *session, c *call, status string) {
	if c.done && c.status != "" {
		return
	}
	e := spec.Event{Kind: spec.CallDone, Call: c.id, Name: c.name, Args: c.input, ArgsValue: c.input != "", Result: c.value()}
	switch {
	case status == "cancelled", status == "failed" && (c.stopped || s.cancelled && !c.past):
		e.Status = spec.Cancelled
	case status == "failed":
		e.IsError = true
	}
	c.done, c.whole = true, true
	p.emit(s, e)
	p.endFlat(s, c, e.IsError)
}

// endFlat ends the flat sub-session of a call that has ended.
func (p *pass) endFlat(s *session, c *call, failed bool) {
	child := s.top().flat[c.id]
	if child == nil || !child.open || child.parent.ID != s.id {
		return
	}
	e := spec.Event{}
	if failed {
		e.Status = spec.Failed
	}
	p.closes(child, e)
}

// runs says that a call runs. Its arguments are complete.
func (p *pass) runs(s *session, c *call) {
	c.started, c.whole = true, true
	p.emit(s, spec.Event{Kind: spec.CallStart, Call: c.id, Name: c.name, Args: c.input, ArgsValue: c.input != ""})
}

// value is the result as far as it is known, nil for none.
func (c *call) value() json.RawMessage {
	r := &c.result
	if r.output.None() && r.content.None() && r.terminal == "" {
		return nil
	}
	w := scan.NewWriter(nil)
	w.Open('{')
	if !r.output.None() {
		w.Value("output", []byte(r.output), maxDepth)
	}
	if !r.content.None() {
		w.Value("content", []byte(r.content), maxDepth)
	}
	w.Optional("terminal", r.terminal)
	w.Close('}')
	return w.Out
}

// preview is the result of a call that goes on, where the mention brought some of it.
func (c *call) preview(changed bool) json.RawMessage {
	if !changed || c.done {
		return nil
	}
	return c.value()
}
