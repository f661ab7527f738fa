package reading

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A child is a sub-session, by the id of the call that spawned it.
type child struct {
	parent   spec.Ref
	agent    string
	turns    int  // begun
	open     bool // the last of them has not ended
	launched bool // its call was answered before its end, or it runs in the background
	notified bool // a task_notification for it came
}

func (d *FrameDecoder) child(session string) *child {
	c := d.children[session]
	if c == nil {
		c = &child{}
		d.children[strings.Clone(session)] = c
	}
	return c
}

// enter is called for each frame with content: the first of a child opens it,
// and one that tells what was not known of an open child says so.
func (p *pass) enter(s speaker) {
	if p.scope == "" {
		return
	}
	c := p.child(p.scope)
	if p.replay {
		p.reopen(p.scope, c)
		return
	}
	if s.task != "" {
		p.tasks[s.task] = p.scope
	}
	news := p.learn(p.scope, c, spec.Ref{}, s.agent)
	switch {
	case c.turns == 0:
		p.begins(p.scope, c)
	case c.open && news:
		p.announce(p.scope, c)
	}
}

// learn takes in what a frame says of a child: news if it was not known.
func (p *pass) learn(session string, c *child, parent spec.Ref, agent string) (news bool) {
	if !parent.OK {
		if scope, ok := p.callers[session]; ok {
			parent = spec.To(scope)
		}
	}
	if !c.parent.OK && parent.OK && parent.ID != session {
		c.parent, news = parent, true
	}
	if c.agent == "" && agent != "" {
		c.agent, news = agent, true
	}
	return news
}

// begins opens a child, or a closed one again.
func (p *pass) begins(session string, c *child) {
	p.memo.opened, p.memo.turn = true, c.turns
	c.open = true
	c.turns++
	p.announce(session, c)
	p.emitIn(session, spec.Event{Kind: spec.TurnStart, Turn: slot(p.memo.turn)})
}

// reopen says what the record said when it opened the child.
func (p *pass) reopen(session string, c *child) {
	if p.memo.opened {
		p.announce(session, c)
		p.emitIn(session, spec.Event{Kind: spec.TurnStart, Turn: slot(p.memo.turn)})
	}
}

func (p *pass) announce(session string, c *child) {
	p.emitIn(session, spec.Event{Kind: spec.SessionOpen, Parent: c.parent, ParentCall: spec.To(session), Agent: c.agent})
}

// called notes in which scope a call stands. A child whose frames came first
// learns its parent by that.
func (p *pass) called(call string) {
	if call == "" || p.replay {
		return
	}
	if _, known := p.callers[call]; known {
		return
	}
	call = p.keep(call)
	p.callers[call] = p.scope
	if c := p.children[call]; c != nil && p.learn(call, c, spec.Ref{}, "") && c.open {
		p.announce(call, c)
	}
}

// An ending is how a child ended.
type ending struct {
	status spec.Status
	words  string
}

// answered ends the child of a call by the call's result, the i-th of its frame,
// unless it only says that the child was launched. A child that opens after its
// call was answered runs in the background too.
func (p *pass) answered(i int, call string, launched bool, end ending) {
	c := p.children[call]
	bit := uint64(1) << (i % 64)
	switch {
	case p.replay:
		if p.memo.ended&bit != 0 {
			p.ends(call, end)
		}
	case launched || c == nil || c.turns == 0:
		p.child(call).launched = true
	case c.open && !c.launched:
		if p.learn(call, c, spec.To(p.scope), "") {
			p.announce(call, c)
		}
		p.memo.ended |= bit
		p.close(call, c)
		p.ends(call, end)
	}
}

// close ends an open child's state.
func (p *pass) close(session string, c *child) {
	p.memo.turn = c.turns - 1
	c.open = false
	if s := p.scopes[session]; s != nil {
		s.stream = nil
	}
}

// ends says that a child's turn and session end.
func (p *pass) ends(session string, end ending) {
	turn := spec.Event{Kind: spec.TurnEnd, Turn: strconv.Itoa(p.memo.turn), Status: end.status}
	closing := spec.Event{Kind: spec.SessionClose}
	if end.status == spec.Failed {
		turn.Error, closing.Status = end.words, spec.Failed
	}
	p.emitIn(session, turn)
	p.emitIn(session, closing)
}
