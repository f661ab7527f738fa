package agui

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// An agent is an invocation that was announced.
type agent struct {
	run  int
	runs bool
}

func (d *decoder) running(id string) bool {
	a := d.agents[id]
	return a != nil && a.runs && a.run == d.runs
}

// agentStarted announces an invocation of a sub-agent. A repeated one continues
// its session.
func (p *pass) agentStarted() {
	id, agentName := p.Must("subagentRunId", p.agentID), p.Must("name", p.name)
	parent, _ := p.May("parentSubagentRunId", p.parentAgent)
	by, linked := p.May("parentToolCallId", p.parentCall)
	if p.bad() || p.anonymous(id) || p.startedBefore(id) {
		return
	}
	if a := p.agents[parent]; parent != "" && (a == nil || a.run != p.runs) {
		p.warn("S7", "parent invocation "+parent+" was not announced in this run")
	}
	p.agents[id] = &agent{run: p.runs, runs: true}
	p.emit(id, spec.Event{Kind: spec.SessionOpen, Parent: spec.To(parent), ParentCall: spec.Ref{ID: by, OK: linked}, Agent: agentName})
	p.emit(id, spec.Event{Kind: spec.TurnStart, Turn: id})
}

// anonymous rejects an invocation that could not be told from the parent.
func (p *pass) anonymous(id string) bool {
	if id == "" {
		p.reject("S1", "an invocation without an id")
	}
	return id == ""
}

func (p *pass) startedBefore(id string) bool {
	a := p.agents[id]
	return a != nil && a.run == p.runs && p.irregular("S1, S2", "a second start of an invocation")
}

// agentFinished ends an invocation, for good or until somebody answers.
func (p *pass) agentFinished() {
	id := p.Must("subagentRunId", p.agentID)
	p.judgeOutcome()
	if p.bad() || p.anonymous(id) || !p.running(id) && p.irregular("S2", "the end of an invocation that does not run") {
		return
	}
	p.closeLane(id)
	status := spec.Completed
	if kind, _ := p.outcome.Get("type").Text(); kind == "suspended" {
		status = spec.Waiting
		p.suspended(id)
	} else {
		p.unanswered(p.callsOf(id))
	}
	p.ended(id, spec.Event{Kind: spec.TurnEnd, Turn: id, Status: status}, spec.Closed)
}

// suspended says what a paused invocation waits for; it may wait for a descendant
// only, which it does not name.
func (p *pass) suspended(id string) {
	none := true
	for v := range p.outcome.Get("interruptIds").Elements() {
		wait, _ := v.Text()
		p.emit(id, spec.Event{Kind: spec.Wait, Wait: wait})
		none = false
	}
	if none {
		p.emit(id, spec.Event{Kind: spec.Wait})
	}
	for _, it := range p.callsOf(id) {
		it.resolved = true
	}
}

// callsOf are the calls of an agent without a result.
func (d *decoder) callsOf(id string) []*item {
	var own []*item
	for _, it := range d.calls {
		if it.owner == id {
			own = append(own, it)
		}
	}
	return own
}

// agentFailed ends an invocation that failed, with its open calls; the run goes on.
func (p *pass) agentFailed() {
	id, words := p.Must("subagentRunId", p.agentID), p.Must("message", p.failure)
	if p.bad() || p.anonymous(id) || !p.running(id) && p.irregular("S2", "the end of an invocation that does not run") {
		return
	}
	delete(p.lanes, id)
	p.order = slices.DeleteFunc(p.order, func(agent string) bool { return agent == id })
	for _, it := range p.callsOf(id) {
		it.resolved = true
	}
	p.ended(id, spec.Event{Kind: spec.TurnEnd, Turn: id, Status: spec.Failed, Error: words}, spec.Failed)
}

// ended says that an invocation is over. Of one that does not run only the
// session's end is told, which the model reports.
func (p *pass) ended(id string, turn spec.Event, status spec.Status) {
	if p.running(id) {
		p.emit(id, turn)
		p.agents[id].runs = false
	}
	p.emit(id, spec.Event{Kind: spec.SessionClose, Status: status, Error: turn.Error})
}
