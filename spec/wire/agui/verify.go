package agui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// violate notes what a record does against the specification. The name of the
// clause is the first of rule.
func (p *pass) violate(fatal bool, rule, detail string) *spec.Violation {
	name, _, _ := strings.Cut(rule, ",")
	force := spec.Usual
	if fatal {
		force = spec.Demanded
	}
	p.Violated = append(p.Violated, spec.Violation{Record: p.Number, Force: force, Refused: fatal, Clause: clauses[name], Detail: detail, Session: p.tag})
	return &p.Violated[len(p.Violated)-1]
}

// warn notes what a reader strips or ignores.
func (p *pass) warn(rule, detail string) { p.violate(false, rule, detail) }

// Violations are what the latest record does against the specification, in the
// order in which it was found; what its schema rejects is looked for only here. It
// is valid until the next record, whose bytes may be the same.
func (d *decoder) Violations() []spec.Violation {
	p := pass{decoder: d, event: d.latest.event}
	if p.text != "" && d.latestAt == d.Number {
		p.tag, _ = p.agentID.Text()
		p.validate()
	}
	d.latest.event = event{}
	return p.Violated
}

// A mark is a step or a span of reasoning that is open. Steps are one of each
// owner, spans are not.
type mark struct{ owner, name string }

func (p *pass) stepStarted() {
	name := p.Must("stepName", p.event.step)
	if p.beside(); p.problem != nil {
		return
	}
	at := mark{p.tag, name}
	if p.steps[at] {
		p.violate(true, "R7", "the start of step "+name+", which is open")
	}
	p.steps[at] = true
}

func (p *pass) stepFinished() {
	name := p.Must("stepName", p.event.step)
	if p.beside(); p.problem != nil {
		return
	}
	at := mark{p.tag, name}
	if !p.steps[at] {
		p.violate(true, "R7", "the end of step "+name+", which is not open")
	}
	delete(p.steps, at)
}

func (p *pass) spanStarted() {
	id := p.Must("messageId", p.message)
	if p.beside(); p.problem != nil {
		return
	}
	if p.spans[id] {
		p.violate(true, "V1", "the start of a span of reasoning that is open").Message = id
	}
	p.spans[id] = true
}

func (p *pass) spanEnded() {
	id := p.Must("messageId", p.message)
	if p.beside(); p.problem != nil {
		return
	}
	if !p.spans[id] {
		p.violate(true, "V1", "the end of a span of reasoning that is not open").Message = id
	}
	delete(p.spans, id)
}

// leftOpen notes what is open where a run finishes (R4), items in the order in
// which they were opened, all else by name.
func (p *pass) leftOpen() {
	for _, it := range p.opened {
		if p.live(it) && !p.chunks(it) {
			p.itemLeftOpen(it)
		}
	}
	for _, id := range sorted(p.agents, strings.Compare) {
		if p.running(id) {
			p.violate(true, "R4", "sub-agent "+id+" is running at the end of the run").Session = id
		}
	}
	byOwner := func(a, b mark) int { return cmp.Or(cmp.Compare(a.owner, b.owner), cmp.Compare(a.name, b.name)) }
	for _, at := range sorted(p.steps, byOwner) {
		p.violate(true, "R4", "step "+at.name+" is open at the end of the run").Session = at.owner
	}
	for _, id := range sorted(p.spans, strings.Compare) {
		p.violate(true, "R4", "a span of reasoning is open at the end of the run").Message = id
	}
}

func (p *pass) itemLeftOpen(it *item) {
	what := "a message"
	if it.kind == call {
		what = "a call"
	}
	v := p.violate(true, "R4", what+" is open at the end of the run")
	v.Session = it.owner
	if it.kind == call {
		v.Call = it.id
		return
	}
	v.Message = it.shown()
}

// sorted are the keys of a map, in order.
func sorted[K comparable, V any](m map[K]V, order func(a, b K) int) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, order)
	return keys
}
