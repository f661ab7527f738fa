package expected

import (
	"sort"

	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// ownerOf is the message that a completed call is on: the latest of its turn when
// it was completed (or first known, where that counts), else the next of its turn;
// a call answered after its turn is on the last of it.
func ownerOf(v *view, c int) (utterance, bool) {
	call, done := &v.sc.Calls[c], v.doneAt(c)
	if v.f.AttachAtStart {
		done = v.knownAt(c)
	}
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
	if next.at > v.doneAt(c) && v.policies.HeldAttach == "end" && v.closed(next).at == never && !v.ended {
		return next, false
	}
	return next, next.at != 0
}

// piecesOf are the texts of an utterance and the calls on it: held ones first,
// then each where it stands.
func piecesOf(v *view, u utterance) []piece {
	var all []piece
	for i := u.at - 1; i < len(v.emitted); i++ {
		s := &v.emitted[i]
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

// uttered reports whether the text at a position is part of an utterance: it has its
// id or, without ids, that is the latest that began.
func (v *view) uttered(at int, u utterance) bool {
	if v.f.MessageIDs {
		return v.at(at).Message == v.at(u.at).Message
	}
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
	out := &spec.Call{ID: v.sc.CallID(c), Name: v.sc.CallName(c), Status: v.derivedStatus(c), Child: v.childOf(c)}
	out.Args, out.ArgsValue = v.derivedArgs(c)
	out.ArgsOpen = v.argsOpen(c, out)
	if v.doneAt(c) != never {
		out.Result, out.IsError = call.Result, v.sc.CallFailed(c)
	}
	return out
}

// derivedArgs are the arguments, which the start carries, and the result again; or a
// mark of their end.
func (v *view) derivedArgs(c int) (string, bool) {
	if v.ofCall(script.CallStarts, c) == never && v.ofCall(script.ArgsEnd, c) == never && v.doneAt(c) == never {
		return "", false
	}
	return v.sc.CallArgs(c)
}

// knownAt is when a call was first selected, started or answered.
func (v *view) knownAt(c int) int {
	return min(v.ofCall(script.CallOpens, c), v.ofCall(script.CallStarts, c), v.doneAt(c))
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
