package spec

import "encoding/json"

// sessions compares sessions by id, in the wanted order, extra ones last.
func (d *differ) sessions(want, got []Session) {
	mark := d.at("sessions")
	defer d.back(mark)
	pairs, rest := pairSessions(want, got)
	for i := range want {
		d.inSession(&want[i], pairs[i], want[i].ID)
	}
	for _, g := range rest {
		d.inSession(nil, g, g.ID)
	}
	d.session = ""
}

// pairSessions returns for each wanted session the one with the same id, nil if
// there is none, and the sessions left over.
func pairSessions(want, got []Session) (pairs, rest []*Session) {
	unused := make(map[string][]*Session, len(got))
	for i := range got {
		unused[got[i].ID] = append(unused[got[i].ID], &got[i])
	}
	pairs = make([]*Session, len(want))
	for i := range want {
		if same := unused[want[i].ID]; len(same) > 0 {
			pairs[i], unused[want[i].ID] = same[0], same[1:]
		}
	}
	for i := range got {
		if left := unused[got[i].ID]; len(left) > 0 && left[0] == &got[i] {
			rest, unused[got[i].ID] = append(rest, left[0]), left[1:]
		}
	}
	return pairs, rest
}

// inSession compares two sessions of one id. A nil session does not exist; its
// contents are missing (or extra) one by one.
func (d *differ) inSession(want, got *Session, id string) {
	if got == nil && d.unseenSession(want) {
		return
	}
	mark := d.key(id)
	defer d.back(mark)
	d.session = id
	if d.enter(ObserveSessions) {
		d.sessionHead(want, got, id)
	}
	if want == nil {
		want = &Session{}
	}
	if got == nil {
		got = &Session{}
	}
	if d.enter(ObserveTurns) {
		sequence(d, "turns", want.Turns, got.Turns, turnEntries)
	}
	d.contents(want, got)
}

func (d *differ) sessionHead(want, got *Session, id string) {
	switch {
	case got == nil:
		d.wholeFrom(Missing, headOf(want), want.At)
		return
	case want == nil:
		d.wholeFrom(Extra, headOf(got), got.At)
		return
	}
	d.wantAt, d.gotAt = want.At, got.At
	defer func() { d.wantAt, d.gotAt = 0, 0 }()
	d.sessionRef("parent", parentOf(want, id), parentOf(got, id))
	d.optional("parent_call", want.ParentCall, got.ParentCall)
	d.optional("agent", want.Agent, got.Agent)
	diffString(d, "status", want.Status, got.Status)
}

// parentOf returns the session's parent. A session that names itself has none.
func parentOf(s *Session, id string) *string {
	if s.Parent != nil && *s.Parent == id {
		return nil
	}
	return s.Parent
}

// contents compares messages and calls, as far as they are observed.
func (d *differ) contents(want, got *Session) {
	messages, calls := d.observes.Has(ObserveMessages), d.observes.Has(ObserveCalls)
	if messages {
		d.part = ObserveMessages
		sequence(d, "messages", want.Messages, got.Messages, messageEntries)
	}
	if calls {
		d.part = ObserveCalls
		d.looseCalls(want, got, messages)
		sequence(d, "orphans", want.Orphans, got.Orphans, orphanEntries)
	}
	if messages {
		d.part = ObserveMessages
		sequence(d, "unattributed", want.Unattributed, got.Unattributed, stringEntries)
	}
}

// looseCalls compares the calls that are on no message, or all calls if
// messages are not observed.
func (d *differ) looseCalls(want, got *Session, messages bool) {
	if messages {
		sequence(d, "held", want.Held, got.Held, callEntries)
		sequence(d, "abandoned", want.Abandoned, got.Abandoned, callEntries)
		return
	}
	all := allCalls(got)
	multiset(d, "calls", d.callsSeen(want, all), all, callSet)
}

func allCalls(s *Session) (all []Call) {
	for _, c := range s.Calls() {
		all = append(all, *c)
	}
	return all
}

func headOf(s *Session) any {
	return struct {
		ID         string  `json:"id"`
		Parent     *string `json:"parent"`
		ParentCall *string `json:"parent_call"`
		Agent      *string `json:"agent"`
		Status     Status  `json:"status"`
	}{s.ID, s.Parent, s.ParentCall, s.Agent, s.Status}
}

var turnEntries = entries[Turn]{
	each: func(d *differ, w, g *Turn) {
		diffString(d, "status", w.Status, g.Status)
		d.optional("stop_reason", w.StopReason, g.StopReason)
		d.optional("error", w.Error, g.Error)
		d.usage(w.Usage, g.Usage)
	},
}

var orphanEntries = entries[Orphan]{
	id: func(o *Orphan) string { return o.ID },
	each: func(d *differ, w, g *Orphan) {
		if w.ID != "" {
			diffString(d, "id", w.ID, g.ID)
		}
		d.json("result", w.Result, g.Result)
	},
}

var stringEntries = entries[string]{
	each: func(d *differ, w, g *string) {
		if *w != *g {
			d.add(Changed, *w, *g)
		}
	},
}

var historyEntries = entries[json.RawMessage]{
	each: func(d *differ, w, g *json.RawMessage) {
		if !JSONEqual(*w, *g) {
			d.add(Changed, *w, *g)
		}
	},
}
