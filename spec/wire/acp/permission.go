package acp

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// permission reads a request for an approval.
func (p *pass) permission(l *line, r *request) {
	s := p.sessionOf(l.params)
	if s == nil {
		return
	}
	wanted := l.params.Get("toolCall")
	if wanted.None() {
		wanted = l.params.Get("subject").Get("toolCall")
	}
	r.session, r.options = s, map[string]bool{}
	for option := range l.params.Get("options").Elements() {
		id, _ := option.Get("optionId").Text()
		kind, _ := option.Get("kind").Text()
		r.options[strings.Clone(id)] = strings.HasPrefix(kind, "allow")
	}
	if wanted.Kind() != '{' {
		p.emit(s, spec.Event{Kind: spec.Wait})
		return
	}
	u, _ := updateOf(wanted)
	u.asks = true
	s = p.speaker(s, u.meta)
	known := len(p.out)
	c := p.toolCall(s, &u, true)
	if c == nil {
		return
	}
	if !c.whole {
		c.whole = true
		if len(p.out) > known || c.input != "" {
			p.emit(s, spec.Event{Kind: spec.ArgsEnd, Call: c.id, Args: c.input, ArgsValue: c.input != ""})
		}
	}
	r.session, r.call = s, c
	p.emit(s, spec.Event{Kind: spec.Wait, Call: c.id})
}

// decided reads the answer to a request for an approval.
func (p *pass) decided(r *request, result scan.Value) {
	option, selected := result.Get("outcome").Get("optionId").Text()
	p.verifyDecision(r, selected)
	allowed, known := r.options[option]
	c := r.call
	switch {
	case !known || c == nil || c.done:
		p.note(r.session, spec.NoteCustom, "")
	case allowed:
		p.runs(r.session, c)
	default:
		c.done, c.whole, c.status = true, true, spec.Denied
		p.emit(r.session, spec.Event{
			Kind: spec.CallDone, Call: c.id, Name: c.name, Args: c.input, ArgsValue: c.input != "", Status: spec.Denied,
		})
	}
}
