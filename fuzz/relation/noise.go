package relation

import (
	"math/rand/v2"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// InsertNoise inserts records without effect. These are notes of every kind but
// the boundary. In dialects that identify fragments by ids and slots alone, or
// by whatever is open, they are also empty fragments of the previous item.
//
// A note belongs to a session that has appeared before. In dialects with named
// sessions and marked turns it may belong to any session of the stream, since a
// note opens none.
func InsertNoise() Relation {
	return Relation{
		Name:    "insert-noise",
		Rules:   []string{"noise/transparent", "noise/own-content", "fragment/empty-is-nothing", "wire/unknown-skipped"},
		Applies: anyDialect,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng := random(seed, 4)
			n := noises{patch: newPatch(records(s)), rng: rng, f: s.Features, open: map[string]bool{}}
			n.insert()
			return n.result(s, rng, equal)
		},
	}
}

type noises struct {
	patch
	rng   *rand.Rand
	f     spec.Features
	open  map[string]bool // the sessions with an open turn
	fresh int
}

// insert inserts noise after some records: a random share, and one of them for
// certain.
func (n *noises) insert() {
	if len(n.all) == 0 {
		return
	}
	often, sure := 2+n.rng.IntN(24), n.rng.IntN(len(n.all))
	for i, r := range n.all {
		n.follow(r)
		if n.f.InRun && !n.open[n.all[0][0].Session] || i != sure && n.rng.IntN(often) > 0 {
			continue
		}
		with := []record{r}
		for range 1 + n.rng.IntN(2) {
			if e, ok := n.noise(i); ok {
				with = append(with, record{e})
			}
		}
		if len(with) > 1 {
			n.put(i, with...)
		}
	}
}

// follow keeps which sessions have an open turn behind a record.
func (n *noises) follow(r record) {
	for i := range r {
		switch e := &r[i]; {
		case e.Kind == spec.TurnStart:
			n.open[e.Session] = true
		case e.Kind == spec.TurnEnd, e.Fatal:
			n.open[e.Session] = false
		}
	}
}

// noise returns an event without effect, to be inserted after record i.
func (n *noises) noise(i int) (spec.Event, bool) {
	if t, ok := n.empty(i); ok && n.rng.IntN(2) == 0 {
		return t, true
	}
	e, ok := n.speaker(i)
	if !ok {
		return spec.Event{}, false
	}
	kinds := notes
	if len(n.f.Notes) > 0 {
		kinds = n.f.Notes
	}
	note := spec.Event{Kind: spec.NoteEvent, Session: e.Session, ID: n.id(), Note: kinds[n.rng.IntN(len(kinds))]}
	if n.f.MediaInTurn && note.Note == spec.NoteMedia && !n.open[e.Session] {
		return spec.Event{}, false
	}
	if n.f.Owner == spec.Derived {
		note.Parent = e.Parent
	}
	if note.Note == spec.NoteSystem || note.Note == spec.NoteCustom {
		note.Text = words[n.rng.IntN(len(words))]
	}
	return note, true
}

// speaker returns an event of a session that a note after record i may belong
// to. In dialects that derive the session from what runs, it is an event of the
// record before.
func (n *noises) speaker(i int) (e spec.Event, ok bool) {
	if n.f.Nested {
		e = *last(n.all[i])
		return e, !e.Global && e.Kind != spec.SessionClose
	}
	from := n.all[n.rng.IntN(n.reach(i))]
	e = from[n.rng.IntN(len(from))]
	return e, !e.Global && !e.NoSession
}

var notes = []spec.Note{spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteHeartbeat, spec.NoteUnknown}

// words are the texts of notes. Some look like what a reader waits for.
var words = []string{"retrying", "{}", "null", "Here is your plot.", "[DONE]", `{"type":"result"}`, "\u2028", "0"}

// reach is the number of records whose sessions a note after record i may name.
func (n *noises) reach(i int) int {
	if n.f.Turns == spec.TurnsMarked {
		return len(n.all)
	}
	return i + 1
}

// empty returns an empty fragment of the item that record i ends with, or of
// the other form.
func (n *noises) empty(i int) (spec.Event, bool) {
	e := *last(n.all[i])
	if !pieced(&n.f) || n.f.Turns == spec.TurnsOverlap || e.Kind != spec.Text && e.Kind != spec.CallArgs || e.NoSession || e.Restated {
		return spec.Event{}, false
	}
	e.Text, e.Metadata, e.ID = "", nil, n.id()
	if e.Kind == spec.Text && e.Slot == "" && n.f.Thoughts && !n.f.ThoughtsApart && n.rng.IntN(2) == 0 {
		e.Form = otherForm(e.Form)
	}
	return e, true
}

func otherForm(f spec.Form) spec.Form {
	if f == spec.Thought {
		return spec.Plain
	}
	return spec.Thought
}

func (n *noises) id() string {
	if !n.f.EventIDs {
		return ""
	}
	n.fresh++
	return "noise-" + strconv.Itoa(n.fresh)
}
