package anonym

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A whole is a text with all places that hold a stretch of it.
type whole struct {
	kind, name string
	json       bool
	text       []byte
	places     []span
	is         []string // what stands for each place
}

// spoken reports whether a text may come in fragments, or be the beginning of one
// that does.
func (w *whole) spoken() bool {
	return w.kind == texts || w.kind == thoughts || w.kind == arguments
}

// ends are where the places begin and end.
func (w *whole) ends() (all []int) {
	for _, place := range w.places {
		all = append(all, place.from, place.to)
	}
	return all
}

// cut is what stands for each place, by the pieces of the text and the places where
// it is cut.
func (w *whole) cut(pieces []piece, cuts []int) {
	to, at := joined(pieces), map[int]int{}
	for i, offset := range offsets(pieces, cuts) {
		at[cuts[i]] = offset
	}
	w.is = w.is[:0]
	for _, place := range w.places {
		w.is = append(w.is, to[at[place.from]:at[place.to]])
	}
}

// A placed is the place of one field.
type placed struct {
	whole *whole
	n     int
}

func (p placed) is() string { return p.whole.is[p.n] }

// An assembler puts fragments together to the texts that they are of, and keeps
// every other value as a text of its own. It goes by what an event names, as a
// reader does, and at a loss takes a fragment for the next one of what its
// session heard last: no more than a word that was cut is at stake.
type assembler struct {
	wholes []*whole
	places []placed // of all fields, in the order in which they are visited
	open   map[item]*whole
	// last is the item of args that a session opened last in a place, and the text
	// that it heard last.
	last  map[item]item
	forms map[string]spec.Form
}

// An item is a text or the arguments of a call, as its fragments name it.
type item struct {
	session, message, slot, call string
	args                         bool
	form                         spec.Form
}

// assembled are the texts of events.
func assembled(events []spec.Event) *assembler {
	a := newAssembler()
	for i := range events {
		e := events[i]
		detached(&e)
		a.event(&e)
	}
	return a
}

func newAssembler() *assembler {
	return &assembler{open: map[item]*whole{}, last: map[item]item{}, forms: map[string]spec.Form{}}
}

// event takes all fields of an event.
func (a *assembler) event(e *spec.Event) {
	a.edges(e)
	fields(e, func(f field) {
		if e.Kind == spec.CallOpen && f.name == "args" {
			f.fragment = e // it is the first of the fragments
		}
		if f.fragment != nil && *f.at != "" {
			a.fragment(f)
			return
		}
		a.places = append(a.places, a.alone(f))
	})
}

// edges ends what an event ends, and opens what it opens.
func (a *assembler) edges(e *spec.Event) {
	switch e.Kind {
	case spec.CallOpen:
		a.opens(e)
	case spec.MessageOpen, spec.MessageClose, spec.TurnStart, spec.TurnEnd, spec.SessionOpen, spec.SessionClose:
		a.closes(e)
	case spec.NoteEvent:
		if e.Note == spec.NoteBoundary {
			a.closes(e)
		}
	}
}

func opened(e *spec.Event) item {
	return item{session: e.Session, message: e.Message, slot: e.Slot, call: e.Call, args: true}
}

// opens starts the arguments of a call, under every name that they can go by.
func (a *assembler) opens(e *spec.Event) {
	to := opened(e)
	if !e.Restated && !a.goesOn(e, to) {
		delete(a.open, to)
	}
	for _, by := range []item{
		{session: e.Session, call: e.Call, args: true},
		{session: e.Session, message: e.Message, slot: e.Slot, args: true},
		{session: e.Session, args: true},
	} {
		a.last[by] = to
	}
}

// goesOn reports whether a call is announced again in the middle of its arguments,
// as cagent does.
func (a *assembler) goesOn(e *spec.Event, to item) bool {
	w := a.open[to]
	return w != nil && e.Call != "" && e.Args == "" && !json.Valid(w.text)
}

// closes ends the texts of a session that no message names.
func (a *assembler) closes(e *spec.Event) {
	for key := range a.open {
		if key.session == e.Session && !key.args && (key.message == "" || key.message == e.Message) {
			delete(a.open, key)
		}
	}
}

func (a *assembler) item(e *spec.Event) item {
	switch e.Kind {
	case spec.CallOpen:
		return opened(e)
	case spec.CallArgs:
	default:
		key := item{session: e.Session, message: e.Message, slot: e.Slot, form: e.Form}
		if e.Message == "" && a.forms[e.Session] != e.Form {
			a.forms[e.Session] = e.Form
			delete(a.open, key)
		}
		return key
	}
	by := []item{{session: e.Session, message: e.Message, slot: e.Slot, args: true}, {session: e.Session, args: true}}
	if e.Call != "" {
		by = []item{{session: e.Session, call: e.Call, args: true}}
	} else if e.Slot == "" {
		by = by[1:]
	}
	for _, key := range by {
		if to, known := a.last[key]; known {
			return to
		}
	}
	return by[0]
}

// fragment adds a fragment to its text. One that restates all so far is the
// beginning of that text, or goes on with it, or begins another one.
func (a *assembler) fragment(f field) {
	key := a.item(f.fragment)
	w := a.open[key]
	text := []byte(*f.at)
	again := f.fragment.Restated && key.args
	if w == nil || again && !alike(w.text, text) {
		w = a.begin(f)
		a.open[key] = w
	}
	from := len(w.text)
	if again {
		from, w.text = 0, longer(text, w.text)
	} else {
		w.text = append(w.text, text...)
	}
	w.places = append(w.places, span{from, from + len(text)})
	a.places = append(a.places, placed{w, len(w.places) - 1})
}

// alike reports whether one text is the beginning of the other.
func alike(a, b []byte) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

func longer(a, b []byte) []byte {
	if len(b) > len(a) {
		return b
	}
	return a
}

func (a *assembler) begin(f field) *whole {
	w := &whole{kind: f.kind, name: f.name, json: f.json}
	a.wholes = append(a.wholes, w)
	return w
}

// alone takes a value that is whole.
func (a *assembler) alone(f field) placed {
	w := a.begin(f)
	w.text = []byte(*f.at)
	w.places = []span{{0, len(w.text)}}
	return placed{w, 0}
}
