package agui

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// runStarted begins a run. What an earlier one left open is open no more.
func (p *pass) runStarted() {
	p.Must("threadId", p.threadID)
	run := p.Must("runId", p.runID)
	listed := p.readList(p.List("input.messages", p.input.Get("messages")))
	if p.bad() || p.phase == active && p.irregular("R2", "a run in a run") {
		return
	}
	p.begin(run)
	p.emit("", spec.Event{Kind: spec.TurnStart, Turn: run})
	p.echoed(listed)
}

func (d *decoder) begin(run string) {
	d.runs++
	d.run, d.phase = run, active
	d.lanes, d.order, d.opened = map[string]*item{}, nil, nil
	clear(d.steps)
	clear(d.spans)
	for _, it := range d.calls {
		it.pending = false
	}
	d.calls = nil
}

// runFinished ends a run that did not fail: completed, waiting for answers, or
// cancelled. The end of another run ends nothing.
func (p *pass) runFinished() {
	p.Must("threadId", p.threadID)
	run, usage := p.Must("runId", p.runID), p.tokens()
	p.judgeOutcome()
	if p.bad() || p.unclosed() || run != p.run && p.strict && p.irregular("R2", "the end of another run") {
		return
	}
	p.closeLanes()
	end := spec.Event{Kind: spec.TurnEnd, Turn: run, Status: spec.Completed, Usage: usage}
	if run == p.run {
		end.Status = p.runStatus()
		p.phase = finished
	}
	p.emit("", end)
}

// unclosed notes what is open at the end of a run (R4), and reports whether that
// is a Problem.
func (p *pass) unclosed() bool {
	before := len(p.Violated)
	p.leftOpen()
	return len(p.Violated) > before && p.strict && p.irregular("R4", "something is open at the end of the run")
}

// runStatus says what waits when the run ends, and how it ended. An outcome that is
// not known is none, and none is success.
func (p *pass) runStatus() spec.Status {
	p.judgePending()
	kind, _ := p.outcome.Get("type").Text()
	switch kind {
	case "cancelled":
		return spec.Cancelled
	case "interrupt":
		for v := range p.outcome.Get("interrupts").Elements() {
			p.interrupt(v)
		}
		p.unanswered(p.calls)
		return spec.Waiting
	}
	p.unanswered(p.left(p.outcome.Get("pendingToolCallIds")))
	return spec.Completed
}

// interrupt is a question, about a call or a session.
func (p *pass) interrupt(v scan.Value) {
	e := spec.Event{Kind: spec.Wait}
	e.Wait, _ = v.Get("id").Text()
	id, about := v.Get("toolCallId").Text()
	owner, tagged := v.Get("subagentRunId").Text()
	if it := p.find(call, id); about && it != nil {
		e.Call, it.resolved = id, true
		if !tagged {
			owner = it.owner
		}
	}
	p.emit(owner, e)
}

// left are the calls that the run names as unanswered; where it names none, those
// that no result came for.
func (p *pass) left(list scan.Value) []*item {
	var named []*item
	for v := range list.Elements() {
		id, _ := v.Text()
		if it := p.find(call, id); it != nil && !it.answered {
			named = append(named, it)
		}
	}
	if len(named) == 0 {
		return p.calls
	}
	return named
}

// unanswered says of calls without a result that they wait for the application;
// not of one that is cut off, nor again.
func (p *pass) unanswered(calls []*item) {
	for _, it := range calls {
		if !it.resolved && !it.open {
			it.resolved = true
			p.emit(it.owner, spec.Event{Kind: spec.Wait, Call: it.id})
		}
	}
}

// runError fails the run, or the one that ended before, with all that is open in
// it; nothing that breaks off is complete.
func (p *pass) runError() {
	words, usage := p.Must("message", p.failure), p.tokens()
	if p.bad() {
		return
	}
	if p.phase == failed {
		p.reject("R3", "an error behind an error")
		return
	}
	if usage != nil && p.phase == active {
		p.emit("", spec.Event{Kind: spec.UsageReport, Turn: p.run, Usage: usage})
	}
	p.phase = failed
	p.emit("", spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: words})
}

// judgePending warns where the list of the calls that wait is another than the
// stream's, or an id is that of two interrupts.
func (p *pass) judgePending() {
	waits := map[string]bool{}
	for _, it := range p.calls {
		waits[it.id] = true
	}
	listed, other := 0, false
	for v := range p.outcome.Get("pendingToolCallIds").Elements() {
		id, _ := v.Text()
		listed, other = listed+1, other || !waits[id]
	}
	if other || listed > 0 && listed != len(waits) {
		p.warn("O1", "pendingToolCallIds is not the list of the calls without a result")
	}
	asked := map[string]bool{}
	for v := range p.outcome.Get("interrupts").Elements() {
		id, _ := v.Get("id").Text()
		if asked[id] {
			p.warn("O2", "interrupt "+id+" is there twice")
		}
		asked[id] = true
	}
}
