package minima

import "github.com/quock-dev/quock/spec"

// logs lists what a tool log says of a call's run.
func (c *chooser) logs(i, k int) {
	for _, id := range []string{"l0", "l1"} {
		c.add(i, spec.Event{
			Kind: spec.ToolLog, Call: callID(c.w.sessions[i].calls[k].id), Log: []spec.LogEntry{{ID: id, Tool: "ls"}},
		}, nil)
	}
}

// done lists the results of a call; a further or a late one is a stray.
func (c *chooser) done(i, k int) {
	call := &c.w.sessions[i].calls[k]
	if !c.has(Results) || (call.over || call.turn != c.w.sessions[i].turns) && !c.has(Unexpected) {
		return
	}
	over := func(w *world) { w.sessions[i].calls[k].over = true }
	e := spec.Event{Kind: spec.CallDone, Call: callID(call.id), Result: []byte(`"r"`)}
	if c.Features.DoneCarries {
		e.Name, e.Args, e.ArgsValue = "f", c.whole(), !c.Features.ArgsText
	}
	c.add(i, e, over)
	if call.over {
		e.Result = []byte(`"q"`)
		c.add(i, e, over)
	}
	if c.has(Failures) && c.Features.ErrorResults {
		e.IsError = true
		c.add(i, e, over)
		e.Status, e.IsError = spec.Denied, true
		c.add(i, e, over)
		if call.over && c.Features.Turns == spec.TurnsOverlap {
			e.Restated = true
			c.add(i, e, over)
		}
	}
}

// orphan lists results of calls that were never seen.
func (c *chooser) orphan(i int) {
	if !c.has(Unexpected) || !c.has(Results) {
		return
	}
	e := spec.Event{Kind: spec.CallDone, Call: "c9", Result: []byte(`"r"`)}
	c.add(i, e, nil)
}

// startLost lists the result of a call that was neither announced nor started, and
// has all that those would have said.
func (c *chooser) startLost(i int) {
	if ss := &c.w.sessions[i]; !c.has(Results) || !c.Features.DoneCarries || ss.called >= min(max(c.Calls, 1), most) {
		return
	}
	call := c.w.calls
	e := spec.Event{Kind: spec.CallDone, Call: callID(call), Result: []byte(`"r"`), Name: "f", Args: c.whole(), ArgsValue: !c.Features.ArgsText}
	made := func(w *world) {
		w.calling(i, -1, call, 0)
		w.running(i)
		w.sessions[i].calls[w.sessions[i].called-1].over = true
	}
	c.add(i, e, made)
	if c.has(Failures) && c.Features.ErrorResults {
		e.IsError = true
		c.add(i, e, made)
		e.Status = spec.Denied
		c.add(i, e, made)
	}
}
