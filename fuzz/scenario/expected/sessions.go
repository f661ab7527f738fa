package expected

import (
	"encoding/json"
	"slices"
	"sort"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// sessions are those of which something was emitted, in order.
func (v *view) sessions() []spec.Session {
	type seen struct{ at, session int }
	var order []seen
	for s := range v.sc.Sessions {
		if at := v.openedSession(s); at != never {
			order = append(order, seen{at, s})
		}
	}
	silentChildren := v.silentChildren()
	for i := range silentChildren {
		order = append(order, seen{silentChildren[i].at, len(v.sc.Sessions) + i})
	}
	sort.Slice(order, func(i, j int) bool { return order[i].at < order[j].at })
	all := make([]spec.Session, len(order), len(order)+2)
	for i := range order {
		if s := order[i].session; s < len(v.sc.Sessions) {
			all[i] = v.session(s)
		} else {
			all[i] = v.silentSession(silentChildren[s-len(v.sc.Sessions)])
		}
	}
	if at := v.first(func(s *script.Emitted) bool { return s.Kind == script.Stored }); at != never {
		before := sort.Search(len(order), func(i int) bool { return order[i].at > at })
		all = slices.Insert(all, before, v.storedSessions(at)...)
	}
	return all
}

// openedSession is when a session was first heard of.
func (v *view) openedSession(s int) int {
	return v.first(func(o *script.Emitted) bool {
		return int(o.Session) == s && (o.Kind == script.SessionOpens || v.begin(o)) && o.Kind != script.ModelStarts
	})
}

func (v *view) session(s int) spec.Session {
	node := &v.sc.Sessions[s]
	out := spec.Session{
		ID: node.ID, Parent: v.parent(v, s), Status: v.sessionStatus(v, s),
		Turns: v.turns(s), Messages: v.messages(s), Orphans: v.orphans(s), Unattributed: v.unattributed(s),
	}
	if v.linked(s) {
		id := v.sc.CallID(node.By)
		out.ParentCall = &id
	}
	out.Agent = v.sessionAgent(s)
	if v.f.Owner == spec.Derived {
		out.Held, out.Abandoned = v.held(s), v.abandoned(s)
	}
	return out
}

// parentOf is the session that delegated, where anything said so.
func parentOf(v *view, s int) *string {
	parent := v.sc.Sessions[s].Parent
	if parent == scenario.None || v.f.Owner == spec.Named && v.sessionOpens(s) == never {
		return nil
	}
	return &v.sc.Sessions[parent].ID
}

func (v *view) sessionOpens(s int) int {
	return v.first(func(o *script.Emitted) bool { return o.Kind == script.SessionOpens && int(o.Session) == s })
}

// linked reports whether a sub-session is linked to its call.
func (v *view) linked(s int) bool {
	return v.sc.Sessions[s].By != scenario.None && v.f.ChildLink && v.sessionOpens(s) != never && v.sc.Links(s)
}

// sessionAgent is the agent that a session's start names: that of its call or,
// where it is not linked, of its first message.
func (v *view) sessionAgent(s int) *string {
	named := v.first(func(o *script.Emitted) bool { return o.Kind == script.SessionNamed && int(o.Session) == s })
	switch {
	case !v.f.Speakers || v.sessionOpens(s) == never:
		return nil
	case named != never:
		return optional(v.sc.Agent(int(v.at(named).Message)))
	case !v.linked(s) && !v.f.ChildStart:
		return nil
	}
	return optional(v.sc.SessionAgent(s))
}

// sessionStatusOf is closed at a sub-session's end, or the result that ends it;
// at the end of the input as its last turn.
func sessionStatusOf(v *view, s int) spec.Status {
	last := v.lastTurn(s)
	if v.closedSession(s) {
		return v.closedStatus(s)
	}
	if last != scenario.None && v.edges[last].how == byResult && v.edges[last].at != never {
		return closedAs(v.turnStatus(v, last))
	}
	if v.erred(s) {
		return spec.Failed
	}
	if !v.ended || last == scenario.None || v.f.ChildEdges && v.parent(v, s) != nil {
		return spec.Open
	}
	return closedAs(v.turnStatus(v, last))
}

// erred reports whether an error of the whole stream closed a sub-session.
func (v *view) erred(s int) bool {
	return v.f.ErrorCloses && v.sc.Sessions[s].Parent != scenario.None && v.first(func(o *script.Emitted) bool { return o.Kind == script.Fails }) != never
}

// closedStatus is how a session's own end says that it ended: as its turn, where
// the two are one record.
func (v *view) closedStatus(s int) spec.Status {
	if !v.f.ChildEnd {
		return spec.Closed
	}
	status, _, _ := v.sc.Ending(v.sc.Sessions[s].Last)
	return closedAs(completedUnless(status))
}

func closedAs(turn spec.Status) spec.Status {
	switch turn {
	case spec.Completed:
		return spec.Closed
	case spec.Failed:
		return spec.Failed
	}
	return spec.Open
}

// closedSession reports whether a session's end came, and no start behind it.
func (v *view) closedSession(s int) bool {
	mine := func(k script.StepKind) func(o *script.Emitted) bool {
		return func(o *script.Emitted) bool { return o.Kind == k && int(o.Session) == s }
	}
	end := v.lastBefore(never, mine(script.SessionEnds))
	return end > v.lastBefore(never, mine(script.SessionOpens)) && end > 0
}

// lastTurn is the session's last turn that has begun.
func (v *view) lastTurn(s int) int {
	last := scenario.None
	for t := v.sc.Sessions[s].First; t != scenario.None; t = v.sc.Turns[t].Next {
		if v.begins[t] != never {
			last = t
		}
	}
	return last
}

// orphans are the results of calls never seen.
func (v *view) orphans(session int) []spec.Orphan {
	var all []spec.Orphan
	for i := range v.emitted {
		if s := &v.emitted[i]; int(s.Session) == session && s.Kind == script.ResultOrphaned {
			all = append(all, spec.Orphan{ID: scenario.OrphanID, Result: scenario.OrphanResultValue})
		}
	}
	return all
}

// unattributed is the text in a session that nothing claims.
func (v *view) unattributed(session int) []string {
	var all []piece
	add := func(at int, text string) {
		all = append(all, piece{at: at, part: spec.Part{Text: text}})
	}
	for i := range v.emitted {
		s := &v.emitted[i]
		switch {
		case int(s.Session) != session:
		case s.Kind == script.ArgsUnclear, s.Kind == script.ArgsLate:
			add(i+1, scenario.StrayText)
		case s.Kind == script.TextHomeless, s.Kind == script.TextOrphaned && s.Message == scenario.None:
			add(i+1, scenario.LateWords)
		case v.unclaimed(i+1) != never:
			add(v.unclaimed(i+1), v.strayText(s))
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	texts := make([]string, len(all))
	for i := range all {
		texts[i] = all[i].part.Text
	}
	return texts
}

// unclaimed is when a fragment that nothing opens could no longer be claimed: its
// message's own end came, or its turn or the input ended; never if it is none. A
// message goes on behind the next one with the call that claims it.
func (v *view) unclaimed(at int) int {
	s := v.at(at)
	if s.Kind != script.ArgsStray && (s.Kind != script.ArgsPiece || v.piece(s) == "" || v.announced(int(s.Call)) != never) {
		return never
	}
	lost := min(v.ownEnd(int(s.Message)), v.edges[s.Turn].at)
	if lost == never && v.ended {
		return len(v.emitted) + 1
	}
	return lost
}

func (v *view) strayText(s *script.Emitted) string {
	if s.Kind == script.ArgsStray {
		return scenario.StrayText
	}
	return v.piece(s)
}

// quota is limited by the last window that was rejected and not allowed since.
func (v *view) quota() spec.Quota {
	at := v.lastBefore(never, func(s *script.Emitted) bool {
		return s.Kind == script.Limits && v.limit(s).Rejected && v.limit(s).Window != ""
	})
	if at == 0 {
		return spec.Quota{}
	}
	window := v.limit(v.at(at)).Window
	if v.firstAfter(at, func(s *script.Emitted) bool {
		return s.Kind == script.Limits && !v.limit(s).Rejected && v.limit(s).Window == window
	}) != never {
		return spec.Quota{}
	}
	return spec.Quota{Limited: true, Window: &window}
}

func (v *view) limit(s *script.Emitted) spec.Limit { return v.sc.Extras[s.Extra].Limit }

func (v *view) messageMeta(m int) json.RawMessage { return v.sc.MessageMeta(m) }

func (v *view) itemMeta(j int) json.RawMessage { return v.sc.ItemMeta(j) }
