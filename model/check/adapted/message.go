package adapted

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// messages returns the shared messages of a session that have content. If the
// two sides disagree about the owners of calls, calls are separate.
func (s *Shared) messages(ss *spec.Session, input bool) (all []spec.Message, ownerless []spec.Call) {
	for i := range ss.Messages {
		m := &ss.Messages[i]
		if m.Role == "user" && !s.both(userMessages) {
			continue
		}
		out := s.message(m)
		s.fill(&out, m, s.labelOf(ss, m), input)
		if !s.Owners {
			ownerless = append(ownerless, s.disown(&out, m)...)
		}
		if len(out.Parts) == 0 {
			continue
		}
		all = append(all, out)
	}
	if s.In.PromptOpens != s.Out.PromptOpens && ss.Parent == nil && ss.ParentCall == nil {
		all = s.promptsFirst(all)
	}
	switch {
	case s.Boundaries:
	case s.flattens():
		all = apart(all) // they are joined after the sessions are merged
	default:
		all = s.neighbours(all)
	}
	return all, ownerless
}

// neighbours joins adjacent messages, if one of the dialects does not separate
// them.
func (s *Shared) neighbours(messages []spec.Message) []spec.Message {
	var all []spec.Message
	for _, m := range messages {
		if n := len(all); n > 0 && all[n-1].Role == m.Role && all[n-1].Turn == m.Turn {
			all[n-1] = s.joined(all[n-1], m)
		} else {
			all = append(all, m)
		}
	}
	return all
}

// promptsFirst makes one message of what the user says in a turn and puts it at the
// turn's beginning, where a prompt has to be.
func (s *Shared) promptsFirst(messages []spec.Message) []spec.Message {
	rank := func(m *spec.Message) int {
		if m.Role == "user" {
			return 2 * m.Turn
		}
		return 2*m.Turn + 1
	}
	slices.SortStableFunc(messages, func(a, b spec.Message) int { return rank(&a) - rank(&b) })
	var all []spec.Message
	for _, m := range messages {
		if n := len(all); n > 0 && m.Role == "user" && all[n-1].Role == "user" && all[n-1].Turn == m.Turn {
			all[n-1] = s.joined(all[n-1], m)
		} else {
			all = append(all, m)
		}
	}
	return all
}

// apart makes one message of each part. The last one gets the message's own
// fields.
func apart(messages []spec.Message) []spec.Message {
	var all []spec.Message
	for _, m := range messages {
		for i, p := range m.Parts {
			one := spec.Message{Role: m.Role, Turn: m.Turn, Parts: []spec.Part{p}, At: m.At, Ended: m.Ended}
			if i == len(m.Parts)-1 {
				one = m
				one.Parts = []spec.Part{p}
			}
			all = append(all, one)
		}
	}
	return all
}

// disown removes the calls from a message. Texts on both sides of one that was
// abandoned become one, because where owners are derived such a call is part of no
// message.
func (s *Shared) disown(out, m *spec.Message) []spec.Call {
	calls, parts := out.Calls, out.Parts
	out.Calls, out.Parts = nil, nil
	apart := false
	for _, p := range parts {
		switch {
		case p.Kind != spec.CallPart:
			if apart || !s.continues(out, &p) {
				out.Parts = append(out.Parts, p)
			}
			apart = false
		case p.Call == nil || m.Calls[*p.Call].Status != spec.Abandoned && calls[*p.Call].Status != spec.Abandoned:
			apart = true
		}
	}
	return calls
}

// message returns a message without its contents.
func (s *Shared) message(m *spec.Message) spec.Message {
	out := spec.Message{Role: m.Role, At: m.At, Ended: m.Ended}
	if s.MessageIDs && (m.Role != "user" || s.In.PromptOpens == s.Out.PromptOpens) {
		out.ID = m.ID
	}
	if s.Turns {
		out.Turn = m.Turn
	}
	if s.both(speakers) {
		out.Agent = m.Agent
	}
	if s.both(messageEnd) || s.Same {
		out.Complete = m.Complete
	}
	if s.both(stopReasons) {
		out.StopReason = s.reason(m.StopReason)
	}
	if s.both(messageUsage) {
		out.Usage = m.Usage
	}
	if s.Same {
		out.Metadata = m.Metadata
	}
	return out
}

// fill adds parts and calls. label is the speaker according to the input. The
// output names the speaker in metadata.
func (s *Shared) fill(out, m *spec.Message, label string, input bool) {
	for i := range m.Parts {
		p := m.Parts[i]
		if p.Kind == spec.ThoughtPart && !s.both(thoughts) || p.Kind != spec.CallPart && p.Text == "" && !s.both(hasMetadata) {
			continue
		}
		if p.Kind != spec.CallPart {
			p.Metadata = s.metadata(p.Metadata, label, input)
			if s.continues(out, &p) {
				continue
			}
		}
		out.Parts = append(out.Parts, p)
	}
	if s.In.OneText || s.Out.OneText {
		out.Parts = textsFirst(out.Parts)
	}
	for i := range m.Calls {
		c := s.call(m.Calls[i])
		c.Metadata = s.metadata(m.Calls[i].Metadata, label, input)
		out.Calls = append(out.Calls, c)
	}
}

// continues joins a text to the text before it, if no slots separate them.
func (s *Shared) continues(out *spec.Message, p *spec.Part) bool {
	n := len(out.Parts)
	if s.both(textSlots) || n == 0 || out.Parts[n-1].Kind != p.Kind || string(out.Parts[n-1].Metadata) != string(p.Metadata) {
		return false
	}
	out.Parts[n-1].Text += p.Text
	return true
}

// joined joins two adjacent messages.
func (s *Shared) joined(a, b spec.Message) spec.Message {
	for _, p := range b.Parts {
		if p.Call != nil {
			i := *p.Call + len(a.Calls)
			p.Call = &i
		} else if s.continues(&a, &p) {
			continue
		}
		a.Parts = append(a.Parts, p)
	}
	a.Calls, a.Complete = append(a.Calls, b.Calls...), b.Complete
	if b.StopReason != nil {
		a.StopReason = b.StopReason
	}
	if b.Usage != nil {
		a.Usage = b.Usage
	}
	return a
}

// textsFirst joins the texts of each form and puts them before the calls.
func textsFirst(parts []spec.Part) []spec.Part {
	var texts, rest []spec.Part
	for _, p := range parts {
		at := slices.IndexFunc(texts, func(t spec.Part) bool { return t.Kind == p.Kind })
		switch {
		case p.Kind == spec.CallPart:
			rest = append(rest, p)
		case at >= 0:
			texts[at].Text += p.Text
		default:
			texts = append(texts, p)
		}
	}
	return append(texts, rest...)
}

// labelOf returns the speaking agent: the message's, else its session's.
func (s *Shared) labelOf(ss *spec.Session, m *spec.Message) string {
	switch {
	case m.Role == "user":
	case m.Agent != nil:
		return *m.Agent
	case ss.Agent != nil:
		return *ss.Agent
	}
	return ""
}
