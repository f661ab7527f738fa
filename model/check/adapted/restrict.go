package adapted

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Restrict returns the meanings of input and output, restricted to what both
// dialects can represent, ready for comparison. It changes neither argument.
func (s *Shared) Restrict(want, got *spec.Transcript) (w, g *spec.Transcript) {
	w, g = s.side(want, true), s.side(got, false)
	if s.One {
		w.Sessions, g.Sessions = s.single(w.Sessions, g.Sessions, openers(want))
	}
	cut := s.In.CallsOutlast != s.Out.CallsOutlast && anyLimited(want) && anyLimited(got)
	for i := range w.Sessions {
		for j := range g.Sessions {
			if w.Sessions[i].ID == g.Sessions[j].ID {
				s.pair(&w.Sessions[i], &g.Sessions[j], cut)
			}
		}
	}
	w.Outcome, g.Outcome = s.outcomes(want.Outcome, got.Outcome)
	if w.Outcome != g.Outcome {
		w.Outcome, g.Outcome = s.outcomes(s.outcomeOf(want), got.Outcome)
	}
	return w, g
}

// side returns one of the two transcripts without what is not shared.
func (s *Shared) side(t *spec.Transcript, input bool) *spec.Transcript {
	out := &spec.Transcript{Quota: t.Quota}
	keys := s.sessionKeys(t)
	key := func(id *string) *string {
		if id == nil {
			return nil
		}
		k := keys[*id]
		return &k
	}
	for i := range t.Sessions {
		one := s.session(&t.Sessions[i], input)
		one.ID, one.Parent = keys[one.ID], key(one.Parent)
		for _, c := range one.Calls() {
			c.Child = key(c.Child)
		}
		out.Sessions = append(out.Sessions, one)
	}
	for _, a := range t.Agents {
		a.Session, a.Parent, a.Log = key(a.Session), keys[a.Parent], nil
		if a.Status == spec.Running { // it did not complete: a run that breaks off may be marked as failed
			a.Status = spec.Failed
		}
		out.Agents = append(out.Agents, a)
	}
	return out
}

// sessionKeys returns the ids by which sessions of the two sides are matched:
// their own ids between variants of a dialect, else how they began.
func (s *Shared) sessionKeys(t *spec.Transcript) map[string]string {
	keys := make(map[string]string, len(t.Sessions))
	for i := range t.Sessions {
		ss := &t.Sessions[i]
		parent, known := "", ss.Parent != nil
		if known {
			parent, known = keys[*ss.Parent]
		}
		switch {
		case s.Same:
			keys[ss.ID] = ss.ID
		case ss.Parent == nil && ss.ParentCall == nil && (s.In.NamelessRoot || s.Out.NamelessRoot):
			keys[ss.ID] = ""
		case known && ss.ParentCall != nil && s.both(childLink):
			keys[ss.ID] = parent + "/" + *ss.ParentCall
		default:
			keys[ss.ID] = ss.ID
		}
	}
	return keys
}

// names returns the compared names of the input's sessions.
func (s *Shared) names(t *spec.Transcript) map[string]string {
	names, placed := s.sessionKeys(t), false
	if !s.One {
		return names
	}
	for i := range t.Sessions {
		ss := &t.Sessions[i]
		root := !placed && ss.Parent == nil && ss.ParentCall == nil
		placed = placed || root
		if names[ss.ID] = ""; !root && !s.flattens() {
			delete(names, ss.ID)
		}
	}
	return names
}

func (s *Shared) session(ss *spec.Session, input bool) spec.Session {
	out := spec.Session{ID: ss.ID, Parent: ss.Parent}
	if s.both(childLink) {
		out.ParentCall = ss.ParentCall
	}
	if s.both(speakers) {
		out.Agent = ss.Agent
	}
	if s.Turns {
		out.Status = ss.Status
		for _, t := range ss.Turns {
			out.Turns = append(out.Turns, s.turn(t))
		}
	}
	silent := func(f *spec.Features) bool { return f.Children == spec.ChildrenSilent }
	if (silent(&s.In) || silent(&s.Out)) && (ss.Parent != nil || ss.ParentCall != nil) {
		return out
	}
	var ownerless []spec.Call
	out.Messages, ownerless = s.messages(ss, input)
	out.Held, out.Abandoned = s.loose(ss.Held), s.loose(ss.Abandoned)
	if !s.Owners { // one list, by id
		out.Held, out.Abandoned = sortedByID(slices.Concat(ownerless, out.Held, out.Abandoned)), nil
	}
	if !s.turnStarts() {
		withContent(&out)
	}
	return out
}

// turnStarts reports whether both dialects mark the start of a turn. Then a
// turn can be empty.
func (s *Shared) turnStarts() bool { return s.In.TurnStarts && s.Out.TurnStarts }

// withContent removes turns without content. A dialect that marks no start
// cannot represent them.
func withContent(ss *spec.Session) {
	at := make([]int, len(ss.Turns))
	for i := range at {
		at[i] = -1
	}
	var kept []spec.Turn
	for i := range ss.Messages {
		m := &ss.Messages[i]
		if m.Turn >= len(at) {
			continue
		}
		if at[m.Turn] < 0 {
			at[m.Turn] = len(kept)
			kept = append(kept, ss.Turns[m.Turn])
		}
		m.Turn = at[m.Turn]
	}
	ss.Turns = kept
}

func (s *Shared) turn(t spec.Turn) spec.Turn {
	out := spec.Turn{Status: t.Status}
	if s.In.Errors && s.Out.Errors {
		out.Error = t.Error
	}
	ended := s.Same || t.Status == spec.Completed // otherwise the turn's end would have to carry them
	if s.both(turnStops) && ended {
		out.StopReason = s.reason(t.StopReason)
	}
	if s.both(turnUsage) && ended {
		out.Usage = t.Usage
	}
	switch {
	case t.Status == spec.Waiting && !s.both(waits):
		out.Status = "" // whatever status the output has
	case t.Status == spec.Cancelled && !s.both(cancels):
		out.Status = spec.Incomplete
	}
	return out
}

// single makes one session of each side: the root of the input, with or without
// the messages of its sub-sessions, and the whole output.
// Of flattened sub-sessions openers gives the call that opened each.
func (s *Shared) single(want, got []spec.Session, openers []opener) (w, g []spec.Session) {
	into := func(all []spec.Session, messages []spec.Message) []spec.Session {
		one := spec.Session{Messages: messages}
		for i := range all {
			one.Turns = append(one.Turns, all[i].Turns...)
			one.Held = append(one.Held, all[i].Held...)
			one.Abandoned = append(one.Abandoned, all[i].Abandoned...)
		}
		return []spec.Session{one}
	}
	var messages [][]spec.Message
	for i := range got {
		messages = append(messages, got[i].Messages)
	}
	whole := interleave(messages, nil, nil)
	var kept []spec.Session
	for i := range want {
		if root := want[i].Parent == nil && want[i].ParentCall == nil; root && len(kept) == 0 {
			kept = append(kept, want[i])
		}
	}
	if !s.flattens() {
		return into(kept, interleave(messagesOf(kept), nil, nil)), into(got, whole)
	}
	messages = messagesOf(want)
	merged := interleave(messages, whole, openers)
	if !s.Boundaries {
		merged, whole = s.neighbours(merged), s.neighbours(whole)
	}
	one := into(kept, merged)
	for i := range want {
		if len(kept) == 0 || want[i].ID != kept[0].ID {
			one[0].Held = append(one[0].Held, want[i].Held...)
			one[0].Abandoned = append(one[0].Abandoned, want[i].Abandoned...)
		}
	}
	return one, into(got, whole)
}

func messagesOf(all []spec.Session) [][]spec.Message {
	var lists [][]spec.Message
	for i := range all {
		lists = append(lists, all[i].Messages)
	}
	return lists
}
