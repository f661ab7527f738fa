package damage

import (
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// Unaffected are the sessions that damage does not touch, in the order of their
// first event: what each of them gets, global events included, is the same in
// both streams, in the same order, and so is all that it depends on. Each must
// read the same in both, in all that Unharmed compares (session/non-interference).
//
// The original is the undamaged stream with the damage's renamings (Harmless)
// done to it. Both may be what a codec reads, which is what a reader is asked
// about, or what came.
//
// There are none where the dialect attributes events by context, where the input
// ends otherwise, and where somebody is asked in a session that is touched: while
// anything waits, everything does. A session is touched through another where
// ids are looked up across sessions: by one that shares a call's id with it where
// those are global, by its parent where a result ends a sub-session, and by the
// root where nothing is said outside of its runs.
func Unaffected(original, damaged *spec.Stream) []string {
	f := &original.Features
	if f.Nested || original.End != damaged.End {
		return nil
	}
	before, after := evidenceOf(original), evidenceOf(damaged)
	touched := map[string]bool{}
	for id := range before.heard {
		touched[id] = before.heard[id] != after.heard[id]
	}
	for id := range after.heard {
		touched[id] = touched[id] || before.heard[id] != after.heard[id]
	}
	for spreads(f, touched, before, after) {
	}
	if pauses(touched, before, after) {
		return nil
	}
	return slices.DeleteFunc(before.order, func(id string) bool { return touched[id] })
}

// The evidence is what sessions get, and what links them.
type evidence struct {
	order []string
	// heard is a hash of all that a session gets.
	heard map[string]uint64
	// waits are the sessions in which somebody is asked.
	waits   map[string]bool
	parents map[string]map[string]bool
	calls   map[string]map[string]bool // call -> sessions
	roots   map[string]bool
	// late: an error may fail the run that ended last.
	late bool
}

func evidenceOf(s *spec.Stream) *evidence {
	t := &evidence{
		heard: map[string]uint64{}, waits: map[string]bool{}, parents: map[string]map[string]bool{},
		calls: map[string]map[string]bool{}, roots: map[string]bool{},
	}
	for i := range s.Events {
		if e := &s.Events[i]; !e.Global {
			t.meet(e)
		}
	}
	w := listener{evidence: t, f: &s.Features, events: map[string]int{}, asked: map[string]bool{}}
	for i := range s.Events {
		w.hear(&s.Events[i])
	}
	return t
}

// meet notes a session, its parent, and the calls that it speaks of.
func (t *evidence) meet(e *spec.Event) {
	if _, known := t.heard[e.Session]; !known {
		t.heard[e.Session], t.roots[e.Session] = 0, true
		t.order = append(t.order, e.Session)
	}
	if e.Parent.OK {
		note(t.parents, e.Session, e.Parent.ID)
		delete(t.roots, e.Session)
	}
	m := ids.Map(func(c ids.Class, _, id string) string {
		if c == ids.Calls && id != "" {
			note(t.calls, id, e.Session)
		}
		return id
	})
	one := *e
	one.ParentCall = spec.Ref{}
	m.Event(&one)
}

func note(to map[string]map[string]bool, key, value string) {
	if to[key] == nil {
		to[key] = map[string]bool{}
	}
	to[key][value] = true
}

// A listener hears a stream as each session does.
type listener struct {
	*evidence
	f      *spec.Features
	events map[string]int // event id -> the record that brought it first
	asked  map[string]bool
}

// hear adds an event to what its session got, with what the sessions share
// of it: whether it was seen before, whether its question was asked before. What
// is global, and what declares things void, all get.
func (w *listener) hear(e *spec.Event) {
	own := *e
	own.Record = 0
	text, err := json.Marshal(&own)
	if err != nil {
		text = []byte(err.Error())
	}
	text = append(text, w.known(e)...)
	if e.Global && e.Fatal {
		w.late = w.late || w.f.LateErrors
	}
	if e.Kind == spec.Wait || e.Status == spec.Waiting {
		w.waits[e.Session] = true
	}
	for _, id := range w.order {
		if e.Global || len(e.Retracts) > 0 || id == e.Session || w.ends(e, id) {
			w.add(id, text)
		}
	}
}

// ends reports whether an event may end a sub-session of its own session: where
// a call's result does, and this may be one.
func (w *listener) ends(e *spec.Event, child string) bool {
	if !w.f.ChildResult || w.f.Outlives || !w.parents[child][e.Session] {
		return false
	}
	return e.Kind == spec.CallDone || len(e.Messages) > 0
}

func (w *listener) known(e *spec.Event) string {
	mark := ""
	if e.ID != "" && w.f.EventIDs {
		first, seen := w.events[e.ID]
		if !seen {
			w.events[e.ID] = e.Record
		}
		mark = " again " + strconv.FormatBool(seen && first != e.Record)
	}
	if e.Kind == spec.Wait {
		mark += " asked " + strconv.FormatBool(w.asked[e.Wait])
		w.asked[e.Wait] = true
	}
	return mark
}

func (w *listener) add(session string, text []byte) {
	h := fnv.New64a()
	_, _ = h.Write(strconv.AppendUint(nil, w.heard[session], 16))
	_, _ = h.Write(text)
	w.heard[session] = h.Sum64()
}

// spreads touches what depends on sessions that are touched, and reports whether
// that was anything new.
func spreads(f *spec.Features, touched map[string]bool, streams ...*evidence) bool {
	more := false
	touch := func(id string) {
		if !touched[id] {
			touched[id], more = true, true
		}
	}
	for _, t := range streams {
		for child, parents := range t.parents {
			if f.ChildResult && !f.Outlives && anyOf(parents, touched) {
				touch(child)
			}
		}
		for _, sessions := range t.calls {
			if f.GlobalCallIDs && anyOf(sessions, touched) {
				for id := range sessions {
					touch(id)
				}
			}
		}
		if (f.InRun || t.late) && anyOf(t.roots, touched) {
			for _, id := range t.order {
				touch(id)
			}
		}
	}
	return more
}

func anyOf(ids, touched map[string]bool) bool {
	for id := range ids {
		if touched[id] {
			return true
		}
	}
	return false
}

// pauses reports whether somebody is asked in a session that is touched.
func pauses(touched map[string]bool, streams ...*evidence) bool {
	for _, t := range streams {
		if anyOf(t.waits, touched) {
			return true
		}
	}
	return false
}
