package cagent

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// newTurn begins a turn of the session.
func (d *decoder) newTurn(s *scope) {
	s.turns++
	s.open, s.failed, s.prompted, s.unsure = false, false, false, false
	s.forgetCalls()
	clear(s.done)
}

// started reads stream_started. A run that starts while another is under way is
// that of a sub-session. One of a session that runs begins its next turn.
func (d *decoder) started(f *frame) string {
	if !f.tagged {
		return "stream_started without a session_id"
	}
	s := d.scope(f.session)
	d.delegate(s)
	if !s.prompted {
		d.newTurn(s)
	}
	d.enter(s)
	s.open, s.prompted, s.started, s.moved, s.agent = false, false, true, false, f.agent
	if s.child {
		d.emit(s, spec.Event{Kind: spec.SessionOpen, Parent: s.parent, Agent: f.agent})
	}
	d.emit(s, spec.Event{Kind: spec.TurnStart, Turn: s.turn()})
	return ""
}

// delegate finds out whose sub-session a session is that starts to run while
// others do. One that the user speaks to, or that ran before as nobody's, is
// none.
func (d *decoder) delegate(s *scope) {
	d.surface(s)
	if s.by = nil; s.state == running || len(d.runs) == 0 || s.turns > 0 && !s.child {
		return
	}
	s.child = true
	d.compare(d.innermost())
	by := d.delegator()
	if by == nil {
		return
	}
	by.children++
	if s.by, s.causes = by, causes(by); !s.parent.OK {
		s.parent = spec.To(by.id)
	}
}

// compare finds out, as a run starts, that the innermost one cannot have started
// it, but another one can: then runs are not nested.
func (d *decoder) compare(inner *scope) {
	waiting := kept(d.runs, func(s *scope) bool { return s.waiting > s.children })
	d.parallel = d.parallel || inner.executing == 0 && len(waiting) > 0
}

// stopped reads stream_stopped.
func (d *decoder) stopped(f *frame) string {
	if !f.tagged {
		return "stream_stopped without a session_id"
	}
	s := d.scope(f.session)
	status, why := ending(wire.Text(f.reason), wire.Text(f.finish))
	d.leave(s)
	s.failed = s.failed || status == spec.Failed
	d.emit(s, spec.Event{Kind: spec.TurnEnd, Turn: s.turn(), Status: status, StopReason: why})
	return ""
}

// ending is how a run ended and why it stopped: what the model said of that,
// else a reason that no status says.
func ending(reason, finish string) (status spec.Status, why string) {
	switch status = spec.Completed; reason {
	case "error":
		status = spec.Failed
	case "canceled", "cancelled":
		status = spec.Cancelled
	case "", "normal":
	default:
		why = reason
	}
	if finish != "" {
		why = finish
	}
	return status, why
}

// failed reads an error, which ends a run: that of its session; of the whole
// stream where nothing runs.
func (d *decoder) failed(f *frame) {
	e := spec.Event{Kind: spec.Error, Fatal: true, Error: wire.Text(f.text)}
	if !f.tagged && len(d.runs) == 0 {
		e.Global = true
		d.out = append(d.out, e)
		return
	}
	s := d.failing(f)
	if s != nil {
		d.leave(s)
		s.failed = true
	}
	d.emit(s, e)
}

// used reads token_usage: totals, of which the latest stand.
func (d *decoder) used(f *frame) {
	if !f.tagged || f.usage.Kind() != '{' {
		d.note(f)
		return
	}
	u := tokens(f.usage)
	s := d.scope(f.session)
	d.emit(s, spec.Event{Kind: spec.UsageReport, Usage: &u})
}

func tokens(v scan.Value) spec.Usage {
	var u spec.Usage
	for key, v := range v.Members() {
		switch n, _ := v.Int(); key {
		case "input_tokens":
			u.Input = n
		case "output_tokens":
			u.Output = n
		}
	}
	return u
}

// completed reads sub_session_completed. Of a session that was never seen the
// embedded messages are its history; else they only repeat what was told.
func (d *decoder) completed(f *frame) string {
	id, ok := f.sub.Get("id").Text()
	if !ok {
		return "sub_session_completed without a sub_session"
	}
	parent, known := f.parent.Text()
	by := spec.Ref{ID: strings.Clone(parent), OK: known}
	s := d.scopes[id]
	switch {
	case s == nil || s.state == unseen:
		s = d.unseen(strings.Clone(id), f.sub, by)
	case by.OK && by.ID != id && s.parent != by:
		s.child, s.parent = true, by
		d.emit(s, spec.Event{Kind: spec.SessionOpen, Parent: by})
	}
	d.leave(s)
	e := spec.Event{Kind: spec.SessionClose}
	if s.failed {
		e.Status = spec.Failed
	}
	d.emit(s, e)
	return ""
}

// unseen gives what a finished sub-session holds that was never seen; one that
// holds nothing stays unknown.
func (d *decoder) unseen(id string, sub scan.Value, parent spec.Ref) *scope {
	for range sub.Get("messages").Elements() {
		s := d.scope(id)
		d.child(s, sub, parent)
		return s
	}
	return &scope{id: id}
}
