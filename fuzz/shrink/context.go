package shrink

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

// What an event finds when its turn comes is its context. What it found in the
// original it has to find in each candidate, as far as it asks for it: an event for
// which that is not so goes too. What it did not find there it does not need, so
// that a stray stays one.
//
// As a turn, session or message asks for one that is open, whichever event
// opened it, leaving out an end and the beginning behind it joins the two: the
// beginning finds open what it found closed, and goes with the end.

// leans says what events of a kind ask for if they found it in the original.
// Beside that all but notes ask for always.
var leans = [...]follow.Found{
	spec.SessionOpen:  follow.SessionIdle,
	spec.SessionClose: 0,
	spec.TurnStart:    follow.TurnIdle,
	spec.TurnEnd:      inTurn,
	spec.MessageOpen:  inTurn | follow.MessageIdle,
	spec.MessageClose: inTurn | follow.MessageKnown | follow.MessageOpened | follow.MessageOpen,
	spec.Text:         inTurn | follow.MessageOpened | follow.MessageOpen,
	spec.CallOpen:     inTurn | follow.MessageOpened | follow.MessageOpen | follow.CallKnown | follow.CallIdle,
	spec.CallArgs:     inTurn | follow.MessageOpened | follow.MessageOpen | follow.CallKnown | follow.CallOpen | follow.ArgsOpen,
	spec.ArgsEnd:      inTurn | follow.MessageOpened | follow.MessageOpen | follow.CallKnown | follow.CallOpen | follow.ArgsOpen,
	spec.CallStart:    inTurn | follow.CallKnown | follow.CallOpen | follow.CallIdle,
	spec.CallProgress: inTurn | follow.CallKnown | follow.CallOpen,
	spec.CallDone:     inTurn | follow.CallKnown | follow.CallOpen,
	spec.MessageFull:  inTurn | follow.MessageKnown | follow.MessageOpened | follow.CallKnown,
	spec.History:      0,
	spec.Retract:      follow.MessageKnown | follow.RetractsKnown,
	spec.Wait:         inTurn | follow.CallKnown | follow.CallOpen | follow.WaitSeen,
	spec.UsageReport:  inTurn | follow.MessageKnown | follow.MessageOpened,
	spec.Error:        inTurn,
	spec.LimitReport:  0,
	spec.ToolLog:      follow.CallKnown,
	spec.NoteEvent:    inTurn,
	spec.UserTurn:     0,
	spec.Cancel:       0,
}

// inTurn is what is said in a turn asks for; late, of one that was there.
const inTurn = follow.TurnBegun | follow.TurnOpen

const always = follow.SessionOpened | follow.SessionOpen | follow.ParentKnown | follow.ParentCallKnown | follow.IDSeen

// asks is what an event may ask for.
func asks(f *spec.Features, e *spec.Event) follow.Found {
	switch {
	case int(e.Kind) >= len(leans), e.Global, e.NoSession:
		return follow.IDSeen
	case e.Kind == spec.NoteEvent && e.Note != spec.NoteBoundary:
		return follow.IDSeen
	}
	asked := leans[e.Kind] | always | follow.If(f.InRun, follow.RunOpen)
	if e.Kind == spec.CallDone && f.DoneCarries && e.Name != "" || e.Kind == spec.CallStart && f.Owner == spec.Derived {
		asked &^= follow.CallKnown | follow.CallOpen | follow.CallIdle // it says what was lost
	}
	if e.Kind == spec.MessageFull && len(e.Messages) > 0 && e.Messages[0].Role == "user" {
		asked &^= inTurn // it may stand between turns
	}
	return asked
}

// needs lists, for each event of the original, those that it finds its context
// from: what opened its session, turn and message, announced its call, or has the
// id that it repeats.
func (r *reducer) needs() [][]int32 {
	r.stream.Reset()
	needs := make([][]int32, len(r.original.nodes))
	for i := range r.original.nodes {
		n := &r.original.nodes[i]
		needs[i] = r.from(n)
		r.stream.Take(n.e, &n.Keys, n.announces())
	}
	return needs
}

func (r *reducer) from(n *node) []int32 {
	var list []int32
	add := func(asked follow.Found, uid int32) {
		if uid >= 0 && n.need.Has(asked) {
			list = append(list, uid)
		}
	}
	by := r.stream.By
	add(follow.SessionOpened, by(n.Session))
	add(inTurn, r.stream.TurnBy(n.Session))
	add(follow.MessageOpened|follow.MessageKnown, by(n.Message))
	add(follow.ParentKnown, by(n.Parent))
	add(follow.ParentCallKnown, by(n.ParentCall))
	add(follow.IDSeen, by(n.ID))
	add(follow.WaitSeen, by(n.Wait))
	add(follow.RunOpen, r.stream.RunBy())
	if n.owner >= 0 {
		list = append(list, n.owner)
	}
	if n.More == nil {
		return list
	}
	for _, m := range n.More.Messages {
		add(follow.MessageOpened|follow.MessageKnown, by(m))
	}
	for _, c := range n.More.Calls {
		add(follow.CallKnown, by(c))
	}
	for _, id := range n.More.Retracts {
		add(follow.RetractsKnown, by(id))
	}
	return list
}
