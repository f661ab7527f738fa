package langgraph

import (
	"bytes"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// links finds the call that made a sub-session by what both say: the call's
// description and the session's first human message. It follows the open
// delegations of each session through the events themselves, so that decoder
// and encoder agree.
type links map[string]*family

// A family are the delegations of one session.
type family struct {
	byID   map[string]*delegated // open ones, the newest of an id
	bySlot map[string]slots      // by message; a slot that another call took is nil
	dirty  []*delegated          // arguments to be read
	ready  map[string][]*delegated
	done   map[string]string // finished call id → its message
}

type slots map[string]*delegated

// A delegated is one delegation call, or a call whose name is not known yet.
type delegated struct {
	id, name, message string
	args              []byte
	dirty             bool // args grew since they were looked at
	read              bool // args were complete: description and agent are theirs
	description       string
	agent             string
}

func (l links) family(session string) *family {
	f := l[session]
	if f == nil {
		f = &family{
			byID: map[string]*delegated{}, bySlot: map[string]slots{},
			ready: map[string][]*delegated{}, done: map[string]string{},
		}
		l[session] = f
	}
	return f
}

// observe takes in what an event says of delegations.
func (l links) observe(e *spec.Event) {
	switch e.Kind {
	case spec.CallOpen:
		l.family(e.Session).opened(e)
	case spec.CallArgs:
		l.family(e.Session).fragment(e)
	case spec.CallDone:
		l.family(e.Session).finish(e.Call)
	case spec.MessageClose:
		delete(l.family(e.Session).bySlot, e.Message)
	case spec.MessageFull:
		for i := range e.Messages {
			l.family(e.Session).snapshot(&e.Messages[i])
		}
	}
}

func (f *family) opened(e *spec.Event) {
	c := f.byID[e.Call]
	if e.Call == "" || c == nil || c.message != e.Message {
		c = f.add(e.Call, e.Name, e.Message)
	} else if c.name == "" {
		c.name = e.Name
		f.touch(c)
	}
	if f.bySlot[e.Message] == nil {
		f.bySlot[e.Message] = slots{}
	}
	f.bySlot[e.Message][e.Slot] = c
	f.bySlot[e.Message][""] = c
}

// add follows a new call, unless it is known to be no delegation.
func (f *family) add(id, name, message string) *delegated {
	f.forget(f.byID[id])
	if id == "" || name != "" && !delegation.Is(name) {
		return nil
	}
	c := &delegated{id: id, name: name, message: message}
	f.byID[id] = c
	return c
}

// fragment adds arguments to the call that they name, else to the one opened
// last at their slot.
func (f *family) fragment(e *spec.Event) {
	c := f.byID[e.Call]
	if e.Call == "" {
		c = f.bySlot[e.Message][e.Slot]
	}
	if c == nil {
		return
	}
	c.args = append(c.args, e.Text...)
	f.touch(c)
}

func (f *family) touch(c *delegated) {
	if !c.dirty {
		c.dirty = true
		f.dirty = append(f.dirty, c)
	}
}

// snapshot takes the arguments of a restated message's open calls.
func (f *family) snapshot(s *spec.Snapshot) {
	delete(f.bySlot, s.Message)
	for i := range s.Parts {
		p := &s.Parts[i]
		if done, ok := f.done[p.Call]; p.Kind != spec.CallPart || p.Call == "" || ok && done == s.Message {
			continue
		}
		c := f.byID[p.Call]
		if c == nil || c.message != s.Message {
			c = f.add(p.Call, p.Name, s.Message)
		}
		if c != nil && !c.read && p.Args != "" {
			c.args = append(c.args[:0], p.Args...)
			f.touch(c)
		}
	}
}

func (f *family) finish(id string) {
	c := f.byID[id]
	if c == nil {
		return
	}
	f.done[id] = c.message
	f.forget(c)
}

// forget drops a call that no session can be linked to any more.
func (f *family) forget(c *delegated) {
	if c == nil {
		return
	}
	delete(f.byID, c.id)
	f.taken(c)
}

// taken keeps a call from being linked again.
func (f *family) taken(c *delegated) {
	same := f.ready[c.description]
	if i := slices.Index(same, c); i >= 0 {
		f.ready[c.description] = slices.Delete(same, i, i+1)
	}
}

// claim links the prompt of a sub-session of session to the one delegation
// that it can be of.
func (l links) claim(session, prompt string) (call, agent string, ok bool) {
	f := l.family(session)
	f.settle()
	same := f.ready[prompt]
	if len(same) != 1 {
		return "", "", false
	}
	c := same[0]
	f.taken(c)
	return c.id, c.agent, true
}

// take links a call that the wire names.
func (l links) take(session, call string) (agent string) {
	f := l.family(session)
	f.settle()
	c := f.byID[call]
	if c == nil {
		return ""
	}
	f.taken(c)
	return c.agent
}

// settle reads the arguments that came since; those that are complete make
// their call ready to be linked.
func (f *family) settle() {
	for _, c := range f.dirty {
		c.dirty = false
		if f.byID[c.id] == c && !c.read && delegation.Is(c.name) && c.complete() {
			f.ready[c.description] = append(f.ready[c.description], c)
		}
	}
	f.dirty = f.dirty[:0]
}

// complete reads the arguments if they are one JSON object.
func (c *delegated) complete() bool {
	if !bytes.HasSuffix(bytes.TrimRight(c.args, " \n\r\t"), []byte("}")) {
		return false
	}
	args, err := scan.Parse(c.args, wire.MaxDepth)
	if err != nil {
		return false
	}
	description, ok := args.Get(delegation.Description).Text()
	c.read = true
	c.description = strings.Clone(description)
	c.agent = text(args.Get(delegation.Argument))
	return ok
}
