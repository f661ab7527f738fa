package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// utterance is a message of a dialect that leaves the owner of calls open: what is
// said under one id or, without ids, a run of text of one form; from the position of
// its first piece.
type utterance struct {
	at      int
	session int
	turn    int
}

// utterancesOf are the messages of a session: each text that continues no open
// one of its form.
func utterancesOf(v *view, session int) []utterance {
	var all []utterance
	for i := range v.emitted {
		if s := &v.emitted[i]; int(s.Session) == session && v.speaks(s) && !v.continues(i+1) {
			all = append(all, utterance{i + 1, session, int(s.Turn)})
		}
	}
	return all
}

// findUtterances finds the messages of all sessions.
func (v *view) findUtterances() {
	v.spoken = make([][]utterance, len(v.sc.Sessions))
	if v.f.Owner == spec.Derived {
		for s := range v.spoken {
			v.spoken[s] = v.utterances(v, s)
		}
	}
}

// speaks reports whether a step says text.
func (v *view) speaks(s *script.Emitted) bool {
	return s.Kind == script.TextPiece && v.piece(s) != ""
}

// continues reports whether a text goes on with the one said before it in its
// session and turn: the same form, and nothing between that closes.
func (v *view) continues(at int) bool {
	s := v.at(at)
	switch {
	case v.f.WholeMessages:
		return false
	case v.f.MessageIDs:
		return v.lastBefore(at, func(o *script.Emitted) bool { return o.Message == s.Message && v.speaks(o) }) != 0
	}
	before := v.lastBefore(at, func(o *script.Emitted) bool { return o.Session == s.Session && v.speaks(o) })
	if before == 0 || v.at(before).Turn != s.Turn || v.form(before) != v.form(at) {
		return false
	}
	return v.silenced(before, int(s.Session)).at > at
}

func (v *view) form(at int) spec.PartKind { return v.sc.Items[v.at(at).Item].Kind }

// silenced is the first step behind a text that closes what is open in the
// session, other text aside.
func (v *view) silenced(at, session int) closing {
	seen := v.firstAfter(at, func(s *script.Emitted) bool {
		return int(s.Session) == session && (s.Kind == script.ModelStarts || s.Kind == script.MessageEnds)
	})
	edge := v.edges[v.at(at).Turn]
	if seen < edge.at {
		return closing{seen, true}
	}
	return closing{edge.at, happens(edge.at) && edge.how == byEnd}
}

// closed is when an utterance was closed: also by text of the other form, or by the
// next one that has an id; at once where it came whole.
func (v *view) closed(u utterance) closing {
	if v.f.WholeMessages {
		return closing{u.at, true}
	}
	if v.f.MessageIDs {
		return v.nextSpoken(u)
	}
	silent := v.silenced(u.at, u.session)
	other := v.firstAfter(u.at, func(s *script.Emitted) bool {
		return int(s.Session) == u.session && v.speaks(s) && v.sc.Items[s.Item].Kind != v.form(u.at)
	})
	if other < silent.at {
		return closing{other, true}
	}
	return silent
}

// nextSpoken is when an utterance with an id was closed: by the next of its session,
// or the edge of its turn.
func (v *view) nextSpoken(u utterance) closing {
	next, edge := never, v.edges[u.turn]
	for _, other := range v.spoken[u.session] {
		if other.at > u.at {
			next = min(next, other.at)
		}
	}
	if next < edge.at {
		return closing{next, true}
	}
	return closing{edge.at, happens(edge.at) && edge.how == byEnd}
}

func (v *view) derivedMessage(u utterance) spec.Message {
	message := spec.Message{
		Turn: v.turnIndex(u.turn), Role: "assistant", Complete: v.closed(u).complete,
	}
	if v.f.MessageIDs {
		message.ID = v.shownID(int(v.at(u.at).Message))
	}
	if end := v.reportOf(u); end != never {
		msg := &v.sc.Messages[v.at(end).Message]
		message.Usage, message.StopReason = usageOf(msg.Usage), optional(msg.Stop)
	}
	for _, p := range v.order(v, u) {
		p.addTo(&message, v.f.OneText)
	}
	return message
}

// reportOf is the end of a model call whose usage belongs to an utterance: the
// utterance is the last of that model call before it.
func (v *view) reportOf(u utterance) int {
	end := v.firstAfter(u.at, func(s *script.Emitted) bool {
		return int(s.Session) == u.session && (s.Kind == script.MessageEnds || s.Kind == script.ModelStarts)
	})
	if end == never || v.at(end).Kind != script.MessageEnds || end > v.edges[u.turn].at {
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
	for i := range v.emitted {
		s := &v.emitted[i]
		if s.Kind != script.MessageEnds || int(s.Turn) != t || v.spokeSince(i+1, session) {
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
	from := v.lastBefore(end, func(s *script.Emitted) bool {
		return int(s.Session) == session && (s.Kind == script.MessageEnds || s.Kind == script.ModelStarts)
	})
	for _, u := range v.spoken[session] {
		if u.at > from && u.at < end {
			return true
		}
	}
	return false
}
