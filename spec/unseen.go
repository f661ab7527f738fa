package spec

import "slices"

// Items that a reader may not show yet. A reader without partial calls shows a
// call once its arguments are complete. A reader without partial messages shows
// a message, with its calls, once it has ended. Either may show the item
// earlier; then it is compared as usual.

// unseenCall reports whether a wanted call may be missing: it has no result,
// does not run, and its arguments are incomplete.
func (d *differ) unseenCall(c *Call) bool {
	return d.lacks(FieldPartialCalls) && c.ArgsOpen && c.Status != Executing && unanswered(c.Status) && len(c.Result) == 0
}

// unseenMessage reports whether a wanted message may be missing: it has not
// ended, or it contains only calls that may be missing.
func (d *differ) unseenMessage(m *Message) bool {
	if d.lacks(FieldPartialMessages) && !m.Complete {
		return true
	}
	text := slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Kind != CallPart })
	return !text && len(m.Calls) > 0 && d.allUnseen(m.Calls)
}

func (d *differ) allUnseen(calls []Call) bool {
	return !slices.ContainsFunc(calls, func(c Call) bool { return !d.unseenCall(&c) })
}

// unseenSession reports whether a wanted session may be missing, because
// everything in it may be.
func (d *differ) unseenSession(s *Session) bool {
	if !d.lacks(FieldPartialCalls|FieldPartialMessages) || len(s.Messages)+len(s.Abandoned) == 0 {
		return false
	}
	seen := slices.ContainsFunc(s.Messages, func(m Message) bool { return !d.unseenMessage(&m) })
	return !seen && d.allUnseen(s.Abandoned) && len(s.Held)+len(s.Orphans)+len(s.Unattributed) == 0
}

// unlistedIn returns the ids of the wanted sessions that may be missing and are
// missing.
func (d *differ) unlistedIn(want, got *Transcript) []string {
	var ids []string
	for i := range want.Sessions {
		id := want.Sessions[i].ID
		if d.unseenSession(&want.Sessions[i]) && !slices.ContainsFunc(got.Sessions, func(s Session) bool { return s.ID == id }) {
			ids = append(ids, id)
		}
	}
	return ids
}

// unlisted reports whether a link leads to a session that the candidate may
// omit and does omit.
func (d *differ) unlisted(id *string) bool { return id != nil && slices.Contains(d.unseen, *id) }

// unseenActive reports whether an active call may be missing: the call itself
// may be missing, or it is preparing and nothing says that its arguments are
// complete.
func (d *differ) unseenActive(a *ActiveCall) bool {
	at := d.standing(a.Session, a.Call)
	return at == hidden || at == nowhere && a.Phase == Preparing && d.lacks(FieldPartialCalls)
}

// unseenRun reports whether an agent's run may be missing.
func (d *differ) unseenRun(a *AgentRun) bool { return d.standing(a.Parent, a.Call) == hidden }

// callsSeen returns all wanted calls of a session, without those that may be
// missing with their message and are missing.
func (d *differ) callsSeen(want *Session, got []Call) []Call {
	if !d.lacks(FieldPartialMessages) {
		return allCalls(want)
	}
	there := func(c Call) bool { return slices.ContainsFunc(got, func(g Call) bool { return g.ID == c.ID }) }
	seen := *want
	seen.Messages = slices.Clone(want.Messages)
	for i := range seen.Messages {
		if m := &seen.Messages[i]; d.unseenMessage(m) {
			m.Calls = filter(m.Calls, func(c *Call) bool { return there(*c) })
		}
	}
	return allCalls(&seen)
}

// A place says where a wanted call of a session stands.
type place int

const (
	nowhere place = iota // on no message: only active, or never seen
	shown                // where it must be seen
	hidden               // where it may be missing
)

func (d *differ) standing(session, call string) place {
	if !d.lacks(FieldPartialCalls | FieldPartialMessages) {
		return nowhere
	}
	found := nowhere
	for i := range d.want.Sessions {
		if d.want.Sessions[i].ID == session {
			found = max(found, d.standingIn(&d.want.Sessions[i], call))
		}
	}
	return found
}

func (d *differ) standingIn(s *Session, call string) place {
	found := nowhere
	for i := range s.Messages {
		m := &s.Messages[i]
		for j := range m.Calls {
			switch {
			case m.Calls[j].ID != call:
			case d.unseenMessage(m) || d.unseenCall(&m.Calls[j]):
				return hidden
			default:
				found = shown
			}
		}
	}
	return found
}

// asSeen returns the wanted message without the calls that may be missing and
// are missing in the other one. It removes their parts too, and joins texts
// that become adjacent if the other message has them joined.
func (d *differ) asSeen(want, got *Message) *Message {
	if !d.lacks(FieldPartialCalls) {
		return want
	}
	left := map[string]int{}
	for i := range got.Calls {
		left[got.Calls[i].ID]++
	}
	for i := range want.Calls {
		left[want.Calls[i].ID]--
	}
	seen, index := *want, make([]int, len(want.Calls))
	seen.Calls = nil
	for i := range want.Calls {
		c := &want.Calls[i]
		if index[i] = len(seen.Calls); left[c.ID] < 0 && d.unseenCall(c) {
			left[c.ID]++
			index[i] = -1
			continue
		}
		seen.Calls = append(seen.Calls, *c)
	}
	if len(seen.Calls) == len(want.Calls) {
		return want
	}
	seen.Parts = renumbered(want.Parts, index)
	if len(got.Parts) < len(seen.Parts) {
		seen.Parts = joined(seen.Parts)
	}
	return &seen
}

// renumbered returns the parts with new call indexes, without those whose call
// is gone.
func renumbered(parts []Part, index []int) []Part {
	var kept []Part
	for _, p := range parts {
		if p.Call != nil && *p.Call >= 0 && *p.Call < len(index) {
			at := index[*p.Call]
			if at < 0 {
				continue
			}
			p.Call = &at
		}
		kept = append(kept, p)
	}
	return kept
}

// joined returns the parts with adjacent texts of one form joined.
func joined(parts []Part) []Part {
	var all []Part
	for _, p := range parts {
		if n := len(all); n > 0 && p.Kind != CallPart && all[n-1].Kind == p.Kind && len(p.Metadata)+len(all[n-1].Metadata) == 0 {
			all[n-1].Text += p.Text
			continue
		}
		all = append(all, p)
	}
	return all
}
