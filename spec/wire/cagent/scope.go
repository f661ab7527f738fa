package cagent

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// A state is how far a session's run has come.
type state uint8

const (
	unseen  state = iota // no run of it was seen
	running              // it is among decoder.runs
	passed               // an outer run spoke, so it is over, although nothing said so
	over                 // it ended
)

// A scope is what the decoder knows of a session.
type scope struct {
	id     string
	agent  string // who spoke last in it
	moved  bool   // it was handed off, so that anybody may speak next
	state  state
	child  bool
	parent spec.Ref

	turns    int
	prompted bool // a user message began the turn; its run has not started
	started  bool // its run did, or that it did not is noted
	failed   bool // the last run failed

	messages int    // assistant messages begun
	open     bool   // the last of them takes content
	name     string // its message_id, where there are any
	unsure   bool   // something that nothing attributes may be of this session

	// Of the calls of the last message: those without a result; those of them
	// that run; those of these that delegate, and the children that started
	// meanwhile.
	pending, executing, waiting, children int

	// Of the calls with a result those whose result's message was not added yet, the
	// oldest first: those of which it is to come, and those of which it may, since the
	// result came again or behind the beginning of another message.
	owed, doubtful []string

	held []*call         // the calls of the last message
	done map[string]bool // those with a result in this run

	by     *scope  // whose call started the run
	causes []*call // those without a result that may be that call
}

// A call is one without a result.
type call struct {
	id, name string
	scope    *scope
	message  int
	defined  bool // its announcement had a definition
	started  bool
	denied   bool
	answered bool
}

const delegation = "transfer_task"

func (d *decoder) scope(id string) *scope {
	s := d.scopes[id]
	if s == nil {
		s = &scope{id: id, done: map[string]bool{}}
		d.scopes[id] = s
	}
	if !d.rooted {
		d.root, d.rooted = id, true
	}
	return s
}

func number(n int) string { return strconv.Itoa(n) }

// turn is the number of the turn that runs, or ran last.
func (s *scope) turn() string { return number(max(s.turns-1, 0)) }

// begin opens the next message; the one before takes nothing more, and what its
// calls started is over.
func (d *decoder) begin(s *scope) {
	s.messages++
	s.open, s.unsure, s.name = true, false, ""
	s.forgetCalls()
	for _, inner := range kept(d.runs, func(o *scope) bool { return o.by == s }) {
		d.pass(inner)
	}
}

// forgetCalls forgets what the calls of the last message are at.
func (s *scope) forgetCalls() {
	s.pending, s.executing, s.waiting, s.children, s.owed, s.doubtful, s.held = 0, 0, 0, 0, nil, nil, nil
}

// content is the message that content belongs to, opened by it; "" for what
// comes when the run is over.
func (d *decoder) content(s *scope) string {
	if !s.open {
		if s.state == over {
			return ""
		}
		d.begin(s)
	}
	return number(s.messages)
}

// last is the message said last, else the first.
func (d *decoder) last(s *scope) string {
	if s.messages == 0 {
		d.begin(s)
		s.open = false
	}
	return number(s.messages)
}

// announce remembers a call of the last message.
func (d *decoder) announce(s *scope, id, name string, defined bool) *call {
	c := &call{id: id, name: name, scope: s, message: s.messages, defined: defined}
	d.calls[id], s.held = append(d.calls[id], c), append(s.held, c)
	s.pending++
	return c
}

// current reports whether the call is of the session's last message.
func (c *call) current() bool { return c.message == c.scope.messages }

// start says that the call runs; the message that holds it is over.
func (c *call) start() {
	s := c.scope
	s.open = false
	if c.started {
		return
	}
	if c.started = true; !c.current() {
		return
	}
	s.executing++
	if c.name == delegation {
		s.waiting++
	}
}

// finish says that the call has its result.
func (d *decoder) finish(c *call) {
	s := c.scope
	d.drop(c)
	d.ended(c)
	c.answered, s.done[c.id] = true, true
	s.owes(c.id, !c.current())
	if !c.current() {
		return
	}
	s.pending--
	if !c.started {
		return
	}
	s.executing--
	if c.name == delegation {
		s.waiting--
		s.children = max(s.children-1, 0)
	}
}

// owes says that a result is there whose message is to be added; in doubt, may be.
func (s *scope) owes(call string, doubt bool) {
	if s.open || doubt {
		s.doubtful = append(s.doubtful, call)
		return
	}
	s.owed = append(s.owed, call)
}

// drop takes a call from those without a result.
func (d *decoder) drop(c *call) {
	d.calls[c.id] = slices.DeleteFunc(d.calls[c.id], func(o *call) bool { return o == c })
	if len(d.calls[c.id]) == 0 {
		delete(d.calls, c.id)
	}
}

// ended takes out the run that only this call can have started: it is over,
// although nothing said so.
func (d *decoder) ended(c *call) {
	for _, r := range slices.Clone(d.runs) {
		if !slices.Contains(r.causes, c) {
			continue
		}
		if r.causes = slices.DeleteFunc(r.causes, func(o *call) bool { return o == c }); len(r.causes) == 0 {
			d.pass(r)
		}
	}
}

// causes are the calls of a run that may start another: its delegations that
// run, else all that run.
func causes(s *scope) []*call {
	all := filter(s.held, func(c *call) bool { return c.started && !c.answered })
	if named := filter(all, func(c *call) bool { return c.name == delegation }); len(named) > 0 {
		return named
	}
	return all
}
