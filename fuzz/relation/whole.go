package relation

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// WholeOrPieces changes the form of messages. A whole message becomes pieces.
// Pieces become a whole message. A snapshot that only confirms streamed content
// is removed.
//
// Pieces become a whole message only if they are adjacent: apart from notes, no
// other event of the session comes between them; each call is announced once,
// with its id, and has arguments; and the parts have an order that a snapshot
// keeps. Dialects that mark the end of messages only in pieces (TurnsOverlap)
// have only the third change. A whole message has arguments as values, so
// arguments are compared as values.
func WholeOrPieces() Relation {
	return Relation{
		Name:    "whole-or-pieces",
		Rules:   []string{"repeat/partial-then-full", "fragment/concatenate", "identity/part-order", "step/by-message-id"},
		Applies: func(f *spec.Features) bool { return f.Snapshots && f.MessageIDs && !f.WholeMessages },
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng := random(seed, 9)
			w := rewriter{patch: newPatch(records(s)), rng: rng, f: &s.Features, often: 1 + rng.IntN(4), more: map[string][]string{}}
			w.g = gather(w.all)
			w.once()
			if s.Features.Turns != spec.TurnsOverlap {
				w.otherwise()
			}
			w.retracting()
			return w.result(s, rng, equalAsValues)
		},
	}
}

type rewriter struct {
	patch
	rng   *rand.Rand
	f     *spec.Features
	g     *histories
	often int
	more  map[string][]string // event id -> ids of its further pieces
}

// once removes snapshots that only confirm.
func (w *rewriter) once() {
	for i := range w.all {
		if t := w.g.restated[i]; t != nil && w.finished(t, i) && w.chosen() {
			w.put(i)
			w.during(i, max(i, t.records[len(t.records)-1]))
		}
	}
}

// otherwise turns whole messages into pieces, and pieces into whole messages.
func (w *rewriter) otherwise() {
	for i := range w.all {
		if w.g.whole[i] && w.chosen() {
			w.inPieces(i)
		}
	}
	for _, t := range w.g.ordered {
		if w.together(t) && w.chosen() {
			w.atOnce(t)
		}
	}
}

func (w *rewriter) chosen() bool { return w.rng.IntN(w.often) == 0 }

// finished reports whether the ends of all arguments that a snapshot restates
// are also streamed.
func (w *rewriter) finished(t *history, i int) bool {
	if t.closed >= 0 {
		return true
	}
	for _, p := range w.all[i][0].Messages[0].Parts {
		if p.Kind == spec.CallPart && !t.ended[p.Call] {
			return false
		}
	}
	return true
}

// together reports whether the pieces of a message are adjacent.
func (w *rewriter) together(t *history) bool {
	if !t.plain || t.closed < 0 || len(t.snap.Parts) == 0 || !t.orderly() || !argued(t) {
		return false
	}
	first := t.records[0]
	for i := first; i <= t.closed; i++ {
		of := slices.Contains(t.records, i)
		if of && i > first && len(w.all[i]) > 1 || !of && breaks(w.all[i], t.session) {
			return false
		}
	}
	return onlyOf(w.all[first], t.snap.Message)
}

// argued reports whether each call has arguments. A whole message can represent
// missing arguments only as the value {}.
func argued(t *history) bool {
	return !slices.ContainsFunc(t.snap.Parts, func(p spec.SnapshotPart) bool { return p.Kind == spec.CallPart && p.Args == "" })
}

// breaks reports whether a record concerns the session.
func breaks(r record, session string) bool {
	return slices.ContainsFunc(r, func(e spec.Event) bool {
		note := e.Kind == spec.NoteEvent && e.Note != spec.NoteBoundary
		return e.Global || e.Session == session && !note
	})
}

// onlyOf reports whether a record contains only events of the message, from the
// message's first event on.
func onlyOf(r record, message string) bool {
	at := slices.IndexFunc(r, func(e spec.Event) bool { return e.Message == message })
	return !slices.ContainsFunc(r[at:], func(e spec.Event) bool { return e.Message != message })
}

// atOnce replaces the pieces by a whole message at the place of the first
// piece.
func (w *rewriter) atOnce(t *history) {
	first := w.all[t.records[0]]
	at := slices.IndexFunc(first, func(e spec.Event) bool { return e.Message == t.snap.Message })
	full := spec.Event{
		Kind: spec.MessageFull, ID: first[at].ID, Session: t.session, Parent: first[at].Parent,
		Complete: true, Messages: []spec.Snapshot{valued(t.snap)},
	}
	for _, i := range t.records {
		w.put(i)
	}
	w.put(t.records[0], append(slices.Clone(first[:at]), full))
	w.during(t.records[0], t.closed)
}

// valued returns the snapshot with its arguments as values. Text that is no
// JSON stays. It drops the slots of calls, because those link fragments.
func valued(s spec.Snapshot) spec.Snapshot {
	s.Parts = slices.Clone(s.Parts)
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Kind == spec.CallPart {
			p.Slot = ""
			p.Args, p.ArgsValue = compact(p.Args)
			p.Invalid = !p.ArgsValue
		}
	}
	return s
}

// inPieces replaces a whole message by pieces.
func (w *rewriter) inPieces(i int) {
	r := w.all[i]
	e := last(r)
	split := pieces{rng: w.rng, f: w.f, e: e, snap: &e.Messages[0]}
	events := split.events()
	out := []record{append(slices.Clone(r[:len(r)-1]), events[0])}
	for j, piece := range events[1:] {
		if piece.ID != "" {
			piece.ID += "~" + strconv.Itoa(j+1)
			w.more[e.ID] = append(w.more[e.ID], piece.ID)
		}
		out = append(out, record{piece})
	}
	w.put(i, out...)
}

// retracting adds the ids of the pieces to the events that retract the whole
// message.
func (w *rewriter) retracting() {
	for i, r := range w.all {
		if len(w.more) == 0 || len(r) != 1 || len(r[0].Retracts) == 0 {
			continue
		}
		e := r[0]
		e.Retracts = slices.Clone(e.Retracts)
		for _, id := range r[0].Retracts {
			e.Retracts = append(e.Retracts, w.more[id]...)
		}
		w.put(i, record{e})
	}
}
