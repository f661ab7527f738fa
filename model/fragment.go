package model

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// args adds a fragment of arguments to its call (family fragment).
func (s *State) args(e *spec.Event) {
	if s.sem.Nothing(e) {
		return
	}
	ss := s.session(e)
	if e = named(ss, e); e.Call != "" {
		s.argsByID(ss, e)
		return
	}
	m := s.argsMessage(ss, e)
	if m == nil {
		s.stray(ss, spec.UnclaimedFragment, e.Text)
		return
	}
	c, owners := s.sem.FragmentOwner(s, ss, m, e)
	if owners == 0 && m.guessed {
		s.reopenFor(m, e)
		c, owners = s.sem.FragmentOwner(s, ss, m, e)
	}
	switch {
	case owners == 1:
		s.addArgs(ss, c, e)
	case owners > 1:
		s.stray(ss, spec.AmbiguousFragment, e.Text)
	case e.Slot != "" && m.Open:
		s.sem.Hold(s, ss, m, e)
	default:
		s.stray(ss, spec.UnclaimedFragment, e.Text)
	}
}

// reopenFor reopens a message that only the next message ended: it goes on with a
// new fragment, also where the fragment's call is not known yet
// (missing/late-fragment).
func (s *State) reopenFor(m *Message, e *spec.Event) {
	if !e.Restated {
		s.goesOn(m)
	}
}

// named returns a continuation of arguments with its call id. The word "null"
// is no id, unless a call has it (fragment/empty-is-nothing).
func named(ss *Session, e *spec.Event) *spec.Event {
	if e.Call != "null" || ss.byCall.get(e.Call) != nil {
		return e
	}
	nameless := *e
	nameless.Call = ""
	return &nameless
}

// argsByID handles a fragment that names its call (fragment/drifting-slot).
func (s *State) argsByID(ss *Session, e *spec.Event) {
	c := s.sem.FragmentCall(ss, e)
	if c != nil {
		s.addArgs(ss, c, e)
		return
	}
	if m := s.argsMessage(ss, e); m != nil {
		if s.reopenFor(m, e); m.Open {
			s.sem.Hold(s, ss, m, e)
			return
		}
	}
	s.stray(ss, spec.UnclaimedFragment, e.Text)
}

// fragmentCall returns the newest call with the fragment's id, in the
// fragment's message if it names one.
func fragmentCall(ss *Session, e *spec.Event) *Call {
	for c := ss.byCall.get(e.Call); c != nil; c = c.prev {
		if e.Message == "" || c.Message == nil || c.Message.ID == e.Message {
			return c
		}
	}
	return nil
}

// argsMessage returns the message that a fragment names, else the session's
// open one.
func (s *State) argsMessage(ss *Session, e *spec.Event) *Message {
	if e.Message != "" {
		m, _ := s.message(ss, e)
		return m
	}
	for i := len(ss.Messages) - 1; i >= 0; i-- {
		if ss.Messages[i].Open {
			return ss.Messages[i]
		}
	}
	return nil
}

// fragmentOwner finds the call of a fragment without an id: the call that was
// opened last at the fragment's slot of its message. Without a slot it is the
// only call with open arguments. It also returns the number of possible owners.
func fragmentOwner(_ *State, _ *Session, m *Message, e *spec.Event) (*Call, int) {
	if e.Slot != "" {
		if c := m.last.get(e.Slot); c != nil {
			return c, 1
		}
		return nil, 0
	}
	var owner *Call
	n := 0
	for _, p := range m.Parts {
		if c := p.Call; c != nil && !c.ArgsDone && !c.Status.Terminal() {
			owner, n = c, n+1
		}
	}
	return owner, n
}

func (s *State) addArgs(ss *Session, c *Call, e *spec.Event) {
	switch {
	case e.Restated && e.Text == string(c.Args):
		return
	case c.Status.Terminal(), c.ArgsDone && s.Features.ArgsMarker:
		s.stray(ss, spec.LateFragment, e.Text)
		return
	case c.ArgsValue:
		return // the value is whole; this text only previews it
	}
	if e.Restated {
		c.Args, c.proven = s.sem.Restate(c.Args, e.Text), 0
		return
	}
	s.goesOn(c.Message)
	c.Args = s.sem.Join(c.Args, e.Text)
	s.checkWhole(c, e.Text)
}

// checkWhole completes arguments that have become one JSON object or array, in
// dialects without a marker (fragment/not-before-complete).
func (s *State) checkWhole(c *Call, fragment string) {
	if s.Features.ArgsMarker || s.Policies.ArgumentsComplete == "marker" || c.ArgsDone {
		return
	}
	if s.sem.Whole(c, fragment) {
		c.ArgsDone = true
		s.nameAgent(c)
	}
}

// whole feeds the fragment to the call's scanner, so that each fragment is read
// once.
func whole(c *Call, fragment string) bool {
	return c.scan.feed(fragment) && c.valid()
}

// stray keeps a fragment that nothing claims, and reports it.
func (s *State) stray(ss *Session, kind spec.AnomalyKind, text string) {
	s.sem.Stray(s, ss, kind, text)
}

func stray(s *State, ss *Session, kind spec.AnomalyKind, text string) {
	s.report(kind, ss.ID, "a fragment that no open item claims")
	ss.Unattributed = append(ss.Unattributed, owned(text))
}

// hold keeps a fragment until the start that claims it (fragment/unclaimed).
func hold(_ *State, _ *Session, m *Message, e *spec.Event) {
	m.pending = append(m.pending, *e)
}

// claim gives a new call the fragments that waited for it.
func (s *State) claim(ss *Session, m *Message, c *Call) {
	kept := m.pending[:0]
	for i := range m.pending {
		e := &m.pending[i]
		if e.Call != "" && e.Call == c.ID || e.Call == "" && e.Slot == c.Slot && e.Slot != "" {
			s.addArgs(ss, c, e)
			continue
		}
		kept = append(kept, *e)
	}
	m.pending = kept
}

// dropPending reports the fragments that nothing claimed before the certain end
// of their message.
func (s *State) dropPending(ss *Session, m *Message) {
	for i := range m.pending {
		s.stray(ss, spec.UnclaimedFragment, m.pending[i].Text)
	}
	m.pending = nil
}

// argsEnd is the marker of complete arguments.
func (s *State) argsEnd(e *spec.Event) {
	ss := s.known(e)
	if ss == nil {
		return
	}
	if e = named(ss, e); e.Call != "" {
		if c := s.sem.FragmentCall(ss, e); c != nil {
			s.endArgs(c, e)
		}
		return
	}
	if m := s.argsMessage(ss, e); m != nil {
		if c, n := s.sem.FragmentOwner(s, ss, m, e); n == 1 {
			s.endArgs(c, e)
		}
	}
}

// endArgs takes the arguments that the marker repeats, if it does.
func (s *State) endArgs(c *Call, e *spec.Event) {
	if !c.Status.Terminal() {
		s.setArgs(c, e.Args, e.ArgsValue)
		s.finishArgs(c)
	}
}

// finishArgs marks arguments as complete, and as malformed if they are no JSON
// (fragment/malformed-kept).
func (s *State) finishArgs(c *Call) {
	if !c.malformed && len(c.Args) > 0 && !c.ArgsValue && !c.valid() {
		c.malformed = true
		s.sem.Malformed(s, c)
	}
	if c.ArgsDone {
		return
	}
	c.ArgsDone = true
	s.nameAgent(c)
}

// valid reports whether the arguments are a JSON value. Those that were are not read again
// before they have grown, or others have come.
func (c *Call) valid() bool {
	if c.proven > 0 && c.proven == len(c.Args) || isJSON(c.Args) {
		c.proven = len(c.Args)
		return true
	}
	return false
}

// isJSON reports whether a text is a JSON value. Its strings may have bytes that are not UTF-8.
func isJSON(text []byte) bool { return scan.Check(text, usualDepth) == nil || json.Valid(text) }

// usualDepth is how deep arguments nest that are read the fast path.
const usualDepth = 64

// setArgs takes whole arguments: the first ones, or ones that complete or
// confirm streamed ones (repeat/partial-then-full).
func (s *State) setArgs(c *Call, text string, value bool) {
	if text == "" {
		return
	}
	if len(c.Args) == 0 || s.sem.Replaces(c, text) {
		c.Args, c.ArgsValue = []byte(text), value
		c.malformed, c.proven = false, 0
	} else if !value && c.ArgsValue && spec.JSONEqual(c.Args, []byte(text)) {
		c.Args, c.ArgsValue, c.proven = []byte(text), false, 0
	}
}

// replaces reports whether whole arguments replace streamed ones: the two
// differ as values, and the streamed ones are incomplete or invalid.
func replaces(c *Call, text string) bool {
	if !c.valid() {
		return isJSON([]byte(text)) || !c.ArgsDone
	}
	return !c.ArgsDone && !spec.JSONEqual(c.Args, []byte(text))
}
