package cagent

import "slices"

// speaker is the session of what a model says, where the event does not name
// it. One after the other it is the innermost run. In parallel it is the only
// run whose model can speak: not one that waits for its calls; of several the
// only one that the agent's name leaves.
func (d *decoder) speaker(f *frame) *scope {
	if f.tagged {
		return d.speaks(f)
	}
	if !d.parallel {
		return d.innermost()
	}
	return d.only(d.speakers(), f)
}

// speakers are the runs whose model can speak: those that execute nothing;
// else, since a result may be lost, those that no sub-session runs for.
func (d *decoder) speakers() []*scope {
	if len(d.runs) == 1 {
		return d.runs
	}
	if idle := kept(d.runs, func(s *scope) bool { return s.executing == 0 }); len(idle) > 0 {
		return idle
	}
	return kept(d.runs, func(s *scope) bool { return d.inside(s) == 0 })
}

// askers are the runs that can ask the user something: those that do more than
// wait for sub-sessions.
func (d *decoder) askers() []*scope {
	if len(d.runs) == 1 {
		return d.runs
	}
	return kept(d.runs, func(s *scope) bool { return s.executing == 0 || s.executing > d.inside(s) })
}

// inside is how many runs a run started that have not ended.
func (d *decoder) inside(s *scope) int {
	return len(kept(d.runs, func(o *scope) bool { return o.by == s }))
}

// only is the run that is left of some: the single one, else the single one
// whose agent is, or may be, the event's.
func (d *decoder) only(left []*scope, f *frame) *scope {
	if len(left) > 1 && (f.agent != "" || f.id != "") {
		left = kept(left, func(s *scope) bool { return s.moved || s.agent == f.agent })
	}
	if len(left) == 1 {
		return left[0]
	}
	for _, s := range left {
		s.unsure = true
	}
	return nil
}

func kept(runs []*scope, may func(*scope) bool) []*scope {
	var left []*scope
	for _, s := range runs {
		if may(s) {
			left = append(left, s)
		}
	}
	return left
}

// caller is the call without a result that an event about one means, and its
// session; where it is of none, the session alone. One after the other that is
// the innermost run that has such a call, else the innermost run. In parallel
// it is the only session that has one, else the only run.
func (d *decoder) caller(f *frame, prefer func(*call) bool) (*call, *scope) {
	open := d.calls[f.id]
	if f.tagged {
		s := d.speaks(f)
		return newest(open, s, prefer), s
	}
	if best := filter(open, prefer); len(best) > 0 {
		open = best
	}
	if len(open) == 0 {
		return nil, d.runner(f)
	}
	s := d.holder(open, f)
	return newest(open, s, prefer), s
}

// runner is the session of an event about a call that is not open: a run in
// which that was answered, else one after the other the innermost, in parallel
// the only one.
func (d *decoder) runner(f *frame) *scope {
	past := kept(d.runs, func(s *scope) bool { return s.done[f.id] })
	switch {
	case len(past) == 0 && d.parallel:
		return d.only(d.runs, f)
	case len(past) == 0:
		return d.innermost()
	case d.parallel:
		return d.only(past, f)
	}
	return past[len(past)-1]
}

// holder is the session that one of the calls is of.
func (d *decoder) holder(open []*call, f *frame) *scope {
	var sessions []*scope
	for _, c := range open {
		if !slices.Contains(sessions, c.scope) {
			sessions = append(sessions, c.scope)
		}
	}
	if d.parallel {
		return d.only(sessions, f)
	}
	for i := len(d.runs) - 1; i >= 0; i-- {
		if slices.Contains(sessions, d.runs[i]) {
			return d.runs[i]
		}
	}
	return sessions[len(sessions)-1]
}

func filter(calls []*call, ok func(*call) bool) []*call {
	var left []*call
	for _, c := range calls {
		if ok(c) {
			left = append(left, c)
		}
	}
	return left
}

// newest is the newest of the calls that is the session's, a preferred one
// before others.
func newest(calls []*call, s *scope, prefer func(*call) bool) *call {
	var found *call
	for _, c := range calls {
		if c.scope == s && (found == nil || prefer(c) || !prefer(found)) {
			found = c
		}
	}
	return found
}

func waitsToStart(c *call) bool { return !c.started }

func runsNow(c *call) bool { return c.started }

// delegator is the run that started a run of another session, nil where that
// cannot be told. One after the other it is the innermost. In parallel it is
// the only one with a delegation that has no run yet; else with any such call;
// else the only one.
func (d *decoder) delegator() *scope {
	if !d.parallel {
		return d.innermost()
	}
	for _, pending := range []func(*scope) bool{
		func(s *scope) bool { return s.waiting > s.children },
		func(s *scope) bool { return s.executing > s.children },
	} {
		if left := kept(d.runs, pending); len(left) == 1 {
			return left[0]
		}
	}
	if len(d.runs) == 1 {
		return d.runs[0]
	}
	return nil
}

// failing is the session whose run an error ends that names none: as with
// speaker, but a run that waits for a delegation that never became a run does
// not fail with it.
func (d *decoder) failing(f *frame) *scope {
	if f.tagged {
		return d.scope(f.session)
	}
	s := d.innermost()
	if d.parallel {
		s = d.only(d.speakers(), f)
	}
	if s != nil && s.waiting > s.children {
		return nil
	}
	return s
}
