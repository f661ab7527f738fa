package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// isAgent reports whether the task is a subagent: an ordinary command that runs
// long is a task too.
func (f *taskFrame) isAgent() bool {
	if f.call == "" || f.kind == "local_bash" {
		return false
	}
	return f.kind == "local_agent" || f.agent != ""
}

// taskStarted opens a child, or a closed one again.
func (p *pass) taskStarted() *wire.Problem {
	f := p.taskFrame()
	if p.wrong {
		return p.misshapen()
	}
	if !f.isAgent() {
		p.emit(note(spec.NoteSystem, ""))
		return nil
	}
	from := len(p.out)
	p.started(&f)
	if len(p.out) == from {
		p.emit(note(spec.NoteSystem, ""))
	}
	return nil
}

func (p *pass) started(f *taskFrame) {
	c := p.child(f.call)
	if p.replay {
		p.reopen(f.call, c)
		return
	}
	if f.task != "" {
		p.tasks[f.task] = f.call
	}
	news := p.learn(f.call, c, p.spawner(f), f.agent)
	switch {
	case !c.open:
		c.launched = c.launched || f.background || c.turns > 0
		p.begins(f.call, c)
	case news:
		p.announce(f.call, c)
	}
}

// spawner is the scope that started the task, as far as the frame tells.
func (p *pass) spawner(f *taskFrame) spec.Ref {
	if scope, ok := p.callers[f.call]; ok {
		return spec.To(scope)
	}
	if scope, ok := p.tasks[f.parent]; ok {
		return spec.To(scope)
	}
	if f.depth == 1 {
		return spec.To("")
	}
	return spec.Ref{}
}

// taskNotification ends a child that runs in the background. For any other it
// only comes before the result that does, or tells of a command. A session that
// is not open and that no result has closed is ended all the same, for the
// model to report.
func (p *pass) taskNotification() *wire.Problem {
	f := p.taskFrame()
	if p.wrong {
		return p.misshapen()
	}
	session := f.call
	if session == "" {
		session = p.tasks[f.task]
	}
	end := ending{status: notified(f.status), words: f.summary}
	switch p.verdict(session) {
	case endsChild:
		p.ends(session, end)
	case endsNothing:
		p.emitIn(session, spec.Event{Kind: spec.SessionClose, Status: closing(end.status)})
	default:
		p.emit(note(spec.NoteSystem, ""))
	}
	return nil
}

func notified(status string) spec.Status {
	switch status {
	case "failed":
		return spec.Failed
	case "stopped", "killed":
		return spec.Cancelled
	}
	return spec.Completed
}

func closing(status spec.Status) spec.Status {
	if status == spec.Failed {
		return spec.Failed
	}
	return ""
}

// What a task_notification says.
const (
	endsNone    = iota // nothing
	endsChild          // that an open child ends
	endsNothing        // the end of a session that is not open
)

// verdict decides what a notification for the session says.
func (p *pass) verdict(session string) int {
	if p.replay {
		return int(p.memo.ended)
	}
	v := p.judge(session)
	p.memo.ended = uint64(v)
	return v
}

func (p *pass) judge(session string) int {
	c := p.children[session]
	if c == nil || c.turns == 0 {
		if _, called := p.callers[session]; called || c != nil || session == "" {
			return endsNone
		}
		return endsNothing
	}
	again := c.notified
	c.notified = true
	switch {
	case c.open && c.launched:
		p.close(session, c)
		return endsChild
	case c.open || !c.launched && !again:
		return endsNone
	}
	return endsNothing
}
