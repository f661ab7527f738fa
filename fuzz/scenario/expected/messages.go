package expected

import (
	"sort"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// closing is where a message was closed, and whether its end was seen.
type closing struct {
	at       int
	complete bool
}

func (v *view) findMessages() {
	if v.f.Owner == spec.Derived {
		return
	}
	v.closes = make([]closing, len(v.sc.Messages))
	for m := range v.closes {
		v.closes[m] = v.closing(v, m)
	}
}

// openedAt is when a message is first mentioned.
func (v *view) openedAt(m int) int {
	return v.first(func(s *script.Emitted) bool { return int(s.Message) == m && v.mentions(s) })
}

// mentions reports whether a step bears its message's id.
func (v *view) mentions(s *script.Emitted) bool {
	switch s.Kind {
	case script.MessageOpens, script.MessageUsage, script.MessageEnds, script.MessageWhole, script.MessageStale, script.ItemWhole, script.CallOpens, script.ArgsEnd, script.ArgsStray, script.ArgsUnclear, script.TextOrphaned:
		return true
	case script.TextPiece, script.ArgsPiece:
		return v.piece(s) != ""
	}
	return false
}

// closingOf is the first of what closes a message with an id: its own end, the
// next message where that does, the edge of its turn.
func closingOf(v *view, m int) closing {
	msg := &v.sc.Messages[m]
	seen := min(v.ownEnd(m), v.nextMessage(m))
	edge := v.edges[msg.Turn]
	if seen < edge.at {
		return closing{seen, true}
	}
	return closing{edge.at, happens(edge.at) && edge.how == byEnd && !v.f.MessageEnd || v.unended(msg.Turn) == spec.Completed}
}

// ownEnd is the end of a message with an id that the stream itself says: its end,
// or a whole snapshot.
func (v *view) ownEnd(m int) int {
	end := v.ofMessage(script.MessageEnds, m)
	if v.sc.WholeEnds() {
		end = min(end, v.ofMessage(script.MessageWhole, m))
	}
	return end
}

// nextMessage is when another message of the session opened, where that closes
// the one before; behind the last fragment, where that may come later.
func (v *view) nextMessage(m int) int {
	if !v.f.NextCloses {
		return never
	}
	opened, session := v.openedAt(m), v.sc.Messages[m].Session
	if opened != never {
		opened = max(opened, v.lastBefore(never, func(s *script.Emitted) bool { return int(s.Message) == m && v.goesOn(s) }))
	}
	next := never
	for other := range v.sc.Messages {
		if v.sc.Messages[other].Session == session && other != m {
			if at := v.openedAt(other); at > opened {
				next = min(next, at)
			}
		}
	}
	return next
}

// goesOn reports whether a step is a fragment with which its message goes on.
func (v *view) goesOn(s *script.Emitted) bool {
	switch s.Kind {
	case script.CallOpens, script.ArgsStray:
		return true
	case script.TextPiece, script.ArgsPiece:
		return v.piece(s) != ""
	}
	return false
}

// placed is a message with the position at which it stands among others.
type placed struct {
	at      int
	message spec.Message
}

// messages are those of a session, by the position at which they opened.
func (v *view) messages(session int) []spec.Message {
	all := v.prompts(session)
	if v.f.Owner == spec.Derived {
		for _, u := range v.spoken[session] {
			all = append(all, placed{u.at, v.derivedMessage(u)})
		}
	} else {
		all = v.namedMessages(all, session)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	list := make([]spec.Message, len(all))
	for i := range all {
		list[i] = all[i].message
	}
	return list
}

func (v *view) namedMessages(all []placed, session int) []placed {
	for m := range v.sc.Messages {
		if v.sc.Messages[m].Session != session {
			continue
		}
		if at := v.openedAt(m); at != never && v.ofMessage(script.Retracts, m) == never {
			all = append(all, placed{at, v.namedMessage(m)})
		}
	}
	return all
}

// prompts are the user messages of a session.
func (v *view) prompts(session int) []placed {
	var all []placed
	for t := v.sc.Sessions[session].First; t != scenario.None; t = v.sc.Turns[t].Next {
		at := v.ofTurn(script.Prompted, t)
		if at == never {
			continue
		}
		all = append(all, placed{at, spec.Message{
			ID: v.at(at).PromptID(v.sc), Turn: v.promptTurn(t, at), Role: "user", Complete: true,
			Parts: []spec.Part{{Kind: spec.TextPart, Text: v.sc.Prompt(t)}},
		}})
	}
	return all
}

// promptTurn is the place of the turn that a prompt is of: the one before where it
// joins that.
func (v *view) promptTurn(t, at int) int {
	if v.begins[t] > at && v.joins(t, at) {
		return v.turnIndex(v.turnBefore(t))
	}
	return v.turnIndex(t)
}

func (v *view) namedMessage(m int) spec.Message {
	msg := &v.sc.Messages[m]
	message := spec.Message{
		ID: v.shownID(m), Turn: v.turnIndex(msg.Turn), Role: "assistant",
		Agent: v.speaker(m), Complete: v.closes[m].complete, Metadata: v.messageMeta(m),
	}
	message.Usage, message.StopReason = v.messageUsage(m)
	for _, p := range v.pieces(m) {
		p.addTo(&message, v.f.OneText)
	}
	return message
}

// shownID is a message's id, where the wire has one.
func (v *view) shownID(m int) string {
	if v.f.Numbered {
		return ""
	}
	return v.sc.MessageID(m)
}

// speaker is the agent that a message names, as soon as a step does.
func (v *view) speaker(m int) *string {
	at := v.first(func(s *script.Emitted) bool {
		switch s.Kind {
		case script.MessageOpens, script.MessageWhole, script.ItemWhole:
			return int(s.Message) == m
		case script.TextPiece, script.CallOpens:
			return int(s.Message) == m && v.sc.Labelled()
		}
		return false
	})
	if at == never {
		return nil
	}
	return optional(v.sc.Agent(m))
}

// messageUsage is what was reported last of a message's usage, and why it
// stopped.
func (v *view) messageUsage(m int) (*spec.Usage, *string) {
	msg := &v.sc.Messages[m]
	at := v.lastBefore(never, func(s *script.Emitted) bool { return int(s.Message) == m && v.reports(s) })
	if at == 0 {
		return nil, nil
	}
	if v.f.UsageFollows {
		return v.usageApart(m)
	}
	if v.at(at).Kind == script.MessageUsage && v.at(at).Piece == script.EarlyUsage {
		return usageOf(scenario.Early(msg.Usage)), nil
	}
	if v.sc.Precedes(int(v.at(at).Item)) {
		return usageOf(scenario.Early(msg.Usage)), nil
	}
	return usageOf(msg.Usage), optional(v.sc.MessageStop(m))
}

// usageApart is what a message used, and why it stopped, where two records say that.
func (v *view) usageApart(m int) (used *spec.Usage, stop *string) {
	msg := &v.sc.Messages[m]
	if at := v.lastBefore(never, func(s *script.Emitted) bool { return s.Kind == script.MessageUsage && int(s.Message) == m }); at != 0 {
		if used = usageOf(msg.Usage); v.at(at).Piece == script.EarlyUsage {
			used = usageOf(scenario.Early(msg.Usage))
		}
	}
	if v.ofMessage(script.MessageEnds, m) != never {
		stop = optional(v.sc.MessageStop(m))
	}
	return used, stop
}

// reports reports whether a step carries its message's usage and stop reason.
func (v *view) reports(s *script.Emitted) bool {
	switch s.Kind {
	case script.MessageUsage:
		return true
	case script.MessageEnds:
		return v.f.Turns != spec.TurnsOverlap && !v.sc.ReportsApart()
	case script.MessageWhole:
		return v.sc.Messages[s.Message].Mode == scenario.Whole
	case script.ItemWhole:
		return v.f.Kept
	}
	return false
}
