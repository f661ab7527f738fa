package scenario

import (
	"sort"

	"github.com/quock-dev/quock/spec"
)

// utterance is a message of a dialect without message ids: a run of text of one
// form, from the position of its first piece.
type utterance struct {
	at      int
	session int
	turn    int
}

// utterancesOf are the messages of a session: each text that continues no open
// one of its form.
func utterancesOf(v *view, session int) []utterance {
	var all []utterance
	for i := range v.said {
		if s := &v.said[i]; int(s.Session) == session && v.speaks(s) && !v.continues(i+1) {
			all = append(all, utterance{i + 1, session, int(s.Turn)})
		}
	}
	return all
}

// settleUtterances finds the messages of all sessions.
func (v *view) settleUtterances() {
	v.spoken = make([][]utterance, len(v.sc.Sessions))
	if v.f.Owner == spec.Derived {
		for s := range v.spoken {
			v.spoken[s] = v.utterances(v, s)
		}
	}
}

// speaks reports whether a step says text.
func (v *view) speaks(s *Said) bool { return s.Kind == TextSaid && v.piece(s) != "" }

// continues reports whether a text goes on with the one said before it in its
// session and turn: the same form, and nothing between that closes.
func (v *view) continues(at int) bool {
	s := v.at(at)
	before := v.lastBefore(at, func(o *Said) bool { return o.Session == s.Session && v.speaks(o) })
	if before == 0 || v.at(before).Turn != s.Turn || v.form(before) != v.form(at) {
		return false
	}
	return v.silenced(before, int(s.Session)).at > at
}

func (v *view) form(at int) spec.PartKind { return v.sc.Items[v.at(at).Item].Kind }

// silenced is the first step behind a text that closes what is open in the
// session, other text aside.
func (v *view) silenced(at, session int) closing {
	seen := v.firstAfter(at, func(s *Said) bool {
		return int(s.Session) == session && (s.Kind == ModelStarts || s.Kind == MessageEnds)
	})
	edge := v.edges[v.at(at).Turn]
	if seen < edge.at {
		return closing{seen, true}
	}
	return closing{edge.at, told(edge.at) && edge.how == byEnd}
}

// closed is when an utterance was closed: also by text of the other form.
func (v *view) closed(u utterance) closing {
	silent := v.silenced(u.at, u.session)
	other := v.firstAfter(u.at, func(s *Said) bool {
		return int(s.Session) == u.session && v.speaks(s) && v.sc.Items[s.Item].Kind != v.form(u.at)
	})
	if other < silent.at {
		return closing{other, true}
	}
	return silent
}

func (v *view) derivedMessage(u utterance) spec.Message {
	message := spec.Message{
		Turn: v.turnIndex(u.turn), Role: "assistant", Complete: v.closed(u).complete,
	}
	if end := v.reportOf(u); end != never {
		msg := &v.sc.Messages[v.at(end).Message]
		message.Usage, message.StopReason = usageOf(msg.Usage), optional(msg.Stop)
	}
	for _, p := range v.order(v, u) {
		p.addTo(&message)
	}
	return message
}

// reportOf is the end of a model call whose usage belongs to an utterance: the
// utterance is the last of that model call before it.
func (v *view) reportOf(u utterance) int {
	end := v.firstAfter(u.at, func(s *Said) bool {
		return int(s.Session) == u.session && (s.Kind == MessageEnds || s.Kind == ModelStarts)
	})
	if end == never || v.at(end).Kind != MessageEnds || end > v.edges[u.turn].at {
		return never
	}
	for _, other := range v.spoken[u.session] {
		if other.at > u.at && other.at < end {
			return never
		}
	}
	return end
}

// homelessUsage gives a turn the usage of a model call that made no message.
func (v *view) homelessUsage(t int, turn *spec.Turn) {
	session := v.sc.Turns[t].Session
	for i := range v.said {
		s := &v.said[i]
		if s.Kind != MessageEnds || int(s.Turn) != t || v.spokeSince(i+1, session) {
			continue
		}
		msg := &v.sc.Messages[s.Message]
		if msg.Usage != (spec.Usage{}) {
			turn.Usage = usageOf(msg.Usage)
		}
		if msg.Stop != "" {
			turn.StopReason = optional(msg.Stop)
		}
	}
}

// spokeSince reports whether an utterance began between a model call's end and
// the model call's beginning.
func (v *view) spokeSince(end, session int) bool {
	from := v.lastBefore(end, func(s *Said) bool {
		return int(s.Session) == session && (s.Kind == MessageEnds || s.Kind == ModelStarts)
	})
	for _, u := range v.spoken[session] {
		if u.at > from && u.at < end {
			return true
		}
	}
	return false
}

// ownerOf is the message that a completed call is on: the latest of its turn when
// it was completed, else the next of its turn; a call answered after its turn is
// on the last of it.
func ownerOf(v *view, c int) (utterance, bool) {
	call, done := &v.sc.Calls[c], v.doneAt(c)
	var last, next utterance
	for _, u := range v.spoken[call.Session] {
		switch {
		case u.turn != call.Turn:
		case u.at < done:
			last = u
		case next.at == 0:
			next = u
		}
	}
	if last.at != 0 {
		return last, true
	}
	if next.at != 0 && v.policies.HeldAttach == "end" && v.closed(next).at == never && !v.ended {
		return next, false
	}
	return next, next.at != 0
}

// piecesOf are the texts of an utterance and the calls on it: held ones first,
// then each where it stands.
func piecesOf(v *view, u utterance) []piece {
	var all []piece
	for i := u.at - 1; i < len(v.said); i++ {
		s := &v.said[i]
		if int(s.Session) == u.session && v.speaks(s) && v.uttered(i+1, u) {
			all = append(all, piece{at: i + 1, part: spec.Part{Kind: v.form(i + 1), Text: v.piece(s)}})
		}
	}
	for c := range v.sc.Calls {
		if v.doneAt(c) == never {
			continue
		}
		if on, ok := v.owner(v, c); ok && on == u {
			all = append(all, piece{at: v.doneAt(c), call: v.derivedCall(c)})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	return all
}

// uttered reports whether the text at a position is part of an utterance: it is
// the latest that began.
func (v *view) uttered(at int, u utterance) bool {
	var latest utterance
	for _, other := range v.spoken[u.session] {
		if other.at <= at {
			latest = other
		}
	}
	return latest == u
}

func (v *view) derivedCall(c int) *spec.Call {
	call := &v.sc.Calls[c]
	out := &spec.Call{ID: v.sc.CallID(c), Name: v.sc.CallName(c), Status: v.derivedStatus(c)}
	out.Args, out.ArgsValue = v.derivedArgs(c)
	if v.doneAt(c) != never {
		out.Result, out.IsError = call.Result, v.sc.CallFailed(c)
	}
	return out
}

// derivedArgs are the arguments, which the start carries, and the result again.
func (v *view) derivedArgs(c int) (string, bool) {
	if v.ofCall(CallStarts, c) == never && v.doneAt(c) == never {
		return "", false
	}
	return v.sc.CallArgs(c)
}

// knownAt is when a call was first selected, started or answered.
func (v *view) knownAt(c int) int {
	return min(v.ofCall(CallOpens, c), v.ofCall(CallStarts, c), v.doneAt(c))
}

// derivedStatus is how a call stands where the owner is derived.
func (v *view) derivedStatus(c int) spec.Status { return statusOf(v, c) }

// held are completed calls without a message, in order of completion.
func (v *view) held(session int) []spec.Call {
	return v.loose(session, func(c int) (int, bool) {
		if v.doneAt(c) == never || v.late(c) {
			return 0, false
		}
		_, owned := v.owner(v, c)
		return v.doneAt(c), !owned
	})
}

// abandoned are the calls that were open at their turn's edge, unless their late
// result found a message.
func (v *view) abandoned(session int) []spec.Call {
	return v.loose(session, func(c int) (int, bool) {
		if v.derivedStatus(c).Terminal() && (v.doneAt(c) == never || v.late(c)) {
			if v.late(c) {
				if _, owned := v.owner(v, c); owned {
					return 0, false
				}
			}
			return v.knownAt(c), true
		}
		return 0, false
	})
}

// late reports whether a call's result came after its turn's edge.
func (v *view) late(c int) bool {
	done := v.doneAt(c)
	return done != never && done > v.edges[v.sc.Calls[c].Turn].at
}

// loose are the calls of a session that a query picks, in the order that it
// gives.
func (v *view) loose(session int, query func(c int) (int, bool)) []spec.Call {
	var all []piece
	for c := range v.sc.Calls {
		if v.sc.Calls[c].Session != session || v.knownAt(c) == never {
			continue
		}
		if at, ok := query(c); ok {
			all = append(all, piece{at: at, call: v.derivedCall(c)})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	calls := make([]spec.Call, len(all))
	for i := range all {
		calls[i] = *all[i].call
	}
	return calls
}
