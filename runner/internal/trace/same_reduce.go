package trace

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// reduced is a transcript without what only one of the dialects can say.
func (c *common) reduced(t *spec.Transcript) spec.Transcript {
	less := spec.Transcript{}
	for _, s := range t.Sessions {
		if s.Parent == nil || c.children {
			less.Sessions = append(less.Sessions, c.session(s))
		}
	}
	c.rename(less.Sessions)
	return less
}

// rename gives the first root the id "", where one of the dialects has no name for it.
func (c *common) rename(sessions []spec.Session) {
	root := slices.IndexFunc(sessions, func(s spec.Session) bool { return s.Parent == nil })
	if c.a.NamelessRoot == c.b.NamelessRoot || root < 0 {
		return
	}
	for i := range sessions {
		if p := sessions[i].Parent; p != nil && *p == sessions[root].ID {
			sessions[i].Parent = new(string)
		}
	}
	sessions[root].ID = ""
}

func (c *common) session(s spec.Session) spec.Session {
	s.Status, s.Unattributed = "", nil
	if !c.agents {
		s.Agent = nil
	}
	if !c.links || !c.ids {
		s.ParentCall = nil
	}
	messages := s.Messages
	s.Messages = nil
	if s.Parent != nil && !c.within {
		s.Held, s.Orphans = nil, nil
		return s
	}
	for _, m := range messages {
		s.Messages = append(s.Messages, c.message(m)...)
	}
	if !c.messages {
		s.Held = slices.Concat(s.Held, s.Abandoned)
		for _, m := range messages {
			s.Held = append(s.Held, m.Calls...)
		}
		s.Abandoned = nil
	}
	s.Held = c.calls(s.Held)
	return s
}

// message is a message without what only one can say; as one message for each of its
// texts, where not both say which text is in which message.
func (c *common) message(m spec.Message) (all []spec.Message) {
	if m.Role == "user" && !c.users {
		return nil
	}
	if !c.agents {
		m.Agent = nil
	}
	if !c.metadata {
		m.Metadata = nil
	}
	var parts []spec.Part
	for _, p := range m.Parts {
		if p.Kind == spec.ThoughtPart && !c.thoughts || p.Kind == spec.CallPart && !c.messages {
			continue
		}
		if !c.metadata {
			p.Metadata = nil
		}
		parts = append(parts, p)
	}
	if c.messages {
		m.Parts, m.Calls = parts, c.calls(m.Calls)
		return []spec.Message{m}
	}
	for i := range parts {
		m.ID, m.Calls, m.Parts = "", nil, parts[i:i+1]
		all = append(all, m)
	}
	return all
}

func (c *common) calls(calls []spec.Call) []spec.Call {
	calls = slices.Clone(calls)
	for i := range calls {
		call := &calls[i]
		if !c.metadata {
			call.Metadata = nil
		}
		if !c.results {
			call.Result = nil
		}
		if !c.errors {
			call.IsError = false
		}
		if !c.errors && call.Status == spec.Failed {
			call.Status = spec.Done
		}
	}
	return calls
}

// align leaves out of the sessions of one id what one record need not have although
// its dialect can say it: prompts, which a program may write or not; what is in part
// of a sub-agent; and calls that are named otherwise.
func (c *common) align(want, got []spec.Session) {
	for i := range want {
		j := slices.IndexFunc(got, func(s spec.Session) bool { return s.ID == want[i].ID })
		if j < 0 {
			continue
		}
		a, b := &want[i], &got[j]
		c.prompts(a, b)
		if c.a.ChildrenInPart != c.b.ChildrenInPart && a.Parent != nil && b.Parent != nil {
			c.inPart(a, b)
		}
		if !c.ids {
			a.Held, b.Held = sharedCalls(a.Held, b.Held), sharedCalls(b.Held, a.Held)
			a.Orphans, b.Orphans = nil, nil
		}
	}
}

// prompts leaves out those that only one has: by their ids, else all where one has none.
func (c *common) prompts(a, b *spec.Session) {
	before := len(a.Messages) + len(b.Messages)
	if c.messages {
		ids, others := idsOf(a.Messages), idsOf(b.Messages)
		a.Messages = slices.DeleteFunc(a.Messages, func(m spec.Message) bool { return user(m) && !others[m.ID] })
		b.Messages = slices.DeleteFunc(b.Messages, func(m spec.Message) bool { return user(m) && !ids[m.ID] })
	} else if slices.ContainsFunc(a.Messages, user) != slices.ContainsFunc(b.Messages, user) {
		a.Messages, b.Messages = slices.DeleteFunc(a.Messages, user), slices.DeleteFunc(b.Messages, user)
	}
	if len(a.Messages)+len(b.Messages) < before {
		c.leave("what the user said, where only one says it")
	}
}

func user(m spec.Message) bool { return m.Role == "user" }

// inPart leaves out of the one that has a sub-agent in full what the other does not
// have. What the other has, the full one must have.
func (c *common) inPart(full, part *spec.Session) {
	if c.a.ChildrenInPart {
		full, part = part, full
	}
	c.leave("what a sub-agent says, where only one has it")
	ids := idsOf(part.Messages)
	full.Messages = slices.DeleteFunc(full.Messages, func(m spec.Message) bool { return !ids[m.ID] })
	for i := range full.Messages {
		m := &full.Messages[i]
		other := part.Messages[slices.IndexFunc(part.Messages, func(o spec.Message) bool { return o.ID == m.ID })]
		m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p spec.Part) bool {
			return p.Kind != spec.CallPart && !slices.ContainsFunc(other.Parts, func(o spec.Part) bool { return o.Kind == p.Kind && o.Text == p.Text })
		})
	}
	if !c.messages {
		full.Held = sharedCalls(full.Held, part.Held)
	}
}

func idsOf(all []spec.Message) map[string]bool {
	ids := map[string]bool{}
	for i := range all {
		ids[all[i].ID] = true
	}
	return ids
}

// sharedCalls are the calls whose ids others have, too.
func sharedCalls(calls, others []spec.Call) []spec.Call {
	return slices.DeleteFunc(slices.Clone(calls), func(c spec.Call) bool {
		return !slices.ContainsFunc(others, func(o spec.Call) bool { return o.ID == c.ID })
	})
}

func (c *common) leave(what string) {
	if !slices.Contains(c.unsaid, what) {
		c.unsaid = append(c.unsaid, what)
	}
}
