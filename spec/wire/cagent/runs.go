package cagent

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// innermost is the run that started last and is not known to be over.
func (d *decoder) innermost() *scope {
	if len(d.runs) == 0 {
		return nil
	}
	return d.runs[len(d.runs)-1]
}

// enter makes the session the innermost run.
func (d *decoder) enter(s *scope) {
	if s.state != running {
		s.state = running
		d.runs = append(d.runs, s)
	}
}

// leave ends a run, and with it those inside it.
func (d *decoder) leave(s *scope) {
	d.surface(s)
	d.pass(s)
	s.state, s.open, s.prompted, s.started = over, false, false, false
	s.forgetCalls()
}

// pass takes a run out that is over, and those that it started.
func (d *decoder) pass(s *scope) {
	if s.state != running {
		return
	}
	s.state = passed
	d.runs = slices.DeleteFunc(d.runs, func(o *scope) bool { return o == s })
	for _, inner := range kept(d.runs, func(o *scope) bool { return o.by == s }) {
		d.pass(inner)
	}
}

// surface shows, where runs are nested, that one is the innermost: those that
// began inside it are over.
func (d *decoder) surface(s *scope) {
	for !d.parallel && s.state == running && d.innermost() != s {
		d.pass(d.innermost())
	}
}

// speaks is the scope of an event that names its session. A session that nobody
// announced runs from then on; one that was taken to be over shows that runs
// are not nested.
func (d *decoder) speaks(f *frame) *scope {
	s := d.scope(f.session)
	d.surface(s)
	switch s.state {
	case passed:
		d.parallel = true
		d.enter(s)
	case unseen:
		d.enter(s)
	}
	s.spokenBy(f.agent)
	return s
}

// begun notes, once a run, that it says something before its start.
func (d *decoder) begun(s *scope) {
	if s == nil || s.started || s.state != running {
		return
	}
	s.started = true
	d.Violated = append(d.Violated, spec.Violation{
		Record: d.Number, Force: spec.Demanded, Clause: runsBegin, Session: s.id, Detail: "a run that says something without its stream_started",
	})
}

// Violations implements wire.Verifier.
func (d *decoder) Violations() []spec.Violation { return d.Violated }

// spokenBy takes in who speaks.
func (s *scope) spokenBy(agent string) {
	if agent != "" {
		s.agent, s.moved = agent, false
	}
}
