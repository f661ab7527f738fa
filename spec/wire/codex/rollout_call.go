package codex

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// calls reads a call that the model made. Its arguments are text, or a value.
func (p *pass) calls(tool, args string, value bool) func(*pass) {
	id := p.Must("payload.call_id", p.item.Get("call_id"))
	return func(*pass) { p.makes(id, tool, args, value && args != "") }
}

func (p *pass) makes(id, tool, args string, value bool) {
	p.goesOn(spec.CallPart)
	l := p.log
	l.calls[strings.Clone(id)] = &call{message: l.message, name: strings.Clone(tool)}
	p.part(spec.SnapshotPart{Kind: spec.CallPart, Slot: l.next(), Call: id, Name: tool, Args: args, ArgsValue: value})
}

// searched reads a search of the model's provider, which is a call and its
// completion in one. Both layers have it.
func (p *pass) searched(action scan.Value) func(*pass) {
	id := p.TextOf("id", p.item.Get("id"))
	find := item{kind: search, Object: scan.Object{{Key: "query", Value: p.item.Get("query")}, {Key: "action", Value: action}}}
	if find.Object[0].Value.None() {
		find.Object[0].Value = action.Get("query")
	}
	return func(*pass) {
		if id != "" && p.log.stated[id] {
			p.silent()
			return
		}
		p.log.know(id)
		if id == "" {
			id = search + "_" + strconv.Itoa(p.log.searches)
			p.log.searches++
		}
		args := find.args()
		p.makes(id, search, args, args != "")
		p.log.calls[id].answered = true
		p.write(spec.Event{Kind: spec.CallDone, Call: id})
	}
}

// aborted is the output of a call that was interrupted.
var aborted = regexp.MustCompile(`^(Wall time: [0-9.]+ seconds\n)?aborted by user( after [0-9.]+s)?$`)

// output reads what the model is told of a call, which ends it. How it ended its
// item says; without one an abort is known by its words alone.
func (p *pass) output() func(*pass) {
	id, result := p.Must("payload.call_id", p.item.Get("call_id")), p.item.Get("output")
	if result.None() {
		result = p.item.Get("tools")
	}
	text, _ := result.Text()
	return func(*pass) {
		l := p.log
		done := spec.Event{Kind: spec.CallDone, Call: id, Result: wire.Verbatim(result)}
		c := l.calls[id]
		switch {
		case c == nil:
		case c.ended:
			done.IsError, done.Status = c.failed, c.status
		case aborted.MatchString(text):
			done.Status = spec.Cancelled
		}
		if c != nil {
			c.answered = true
			p.relateAgents(c, id, text)
			if c.message == l.message {
				l.response = response{}
			}
		}
		p.write(done)
	}
}

// relateAgents opens and closes the sub-sessions that the output of a call of this file
// is about.
func (p *pass) relateAgents(c *call, id, text string) {
	if !strings.HasPrefix(text, "{") {
		return
	}
	v, fault := scan.Parse([]byte(text), wire.MaxDepth)
	if fault != nil {
		return
	}
	if child, ok := v.Get("agent_id").Text(); ok && c.name == spawn {
		nick, _ := v.Get("nickname").Text()
		p.children[strings.Clone(child)] = true
		p.emitIn(child, spec.Event{Kind: spec.SessionOpen, Parent: spec.To(p.log.session), ParentCall: spec.To(id), Agent: nick})
		return
	}
	for child, state := range v.Get("status").Members() {
		if p.children[child] && over(stateOf(state)) {
			p.closes(child, stateOf(state))
		}
	}
}

// stateOf is the word of an agent's state: a text, or the key of what it carries.
func stateOf(v scan.Value) string {
	if text, ok := v.Text(); ok {
		return text
	}
	for key := range v.Members() {
		return key
	}
	return ""
}

// ended reads how a call ended, from the item of its id. Before the output it says
// how that will be; behind it, it overrules a status that only cleaned up. Once
// the turn has ended it changes nothing.
func (p *pass) ended(id string, status string, isError bool) func(*pass) {
	p.next = spec.Event{Call: id, IsError: isError, Status: spec.Done}
	e := &p.next
	switch {
	case status == declined:
		e.Status, e.IsError = spec.Denied, false
	case isError:
		e.Status = spec.Failed
	}
	return func(*pass) {
		c := p.log.calls[id]
		if c == nil {
			c = &call{}
			p.log.calls[strings.Clone(id)] = c
		}
		switch {
		case status == inProgress:
			*e = spec.Event{Kind: spec.CallProgress, Call: id}
		case c.answered && !p.log.open:
			p.silent()
			return
		case c.answered && !c.ended:
			e.Kind, e.Restated = spec.CallDone, true
			c.ended = true
		default:
			e.Kind = spec.CallProgress
			if e.Status != spec.Denied {
				e.Status = ""
			}
			c.ended, c.failed, c.status = true, e.IsError, e.Status
		}
		p.write(*e)
	}
}

// outcome is how an item or an event says that its call ended.
func (p *pass) outcome(it *item) (status string, isError bool) {
	status = p.TextOf("status", it.Get("status"))
	switch code := it.Get("exit_code"); {
	case !code.None():
		n, ok := code.Int()
		if code.Kind() != '0' {
			p.Mismatch("exit_code")
		}
		return status, !ok || n != 0
	case !it.Get("error").None(), it.Get("success") == "false", it.Get("result").Get("Err") != "":
		return status, true
	}
	return status, status == failed
}
