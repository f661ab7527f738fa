package anonym

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// An outline is what records decode to, up to names and words: each id and value
// is the number of its first mention, so that two outlines are equal if the structure is
// the same and the same ids and values are equal.
//
// Structure is the kind, record, form, role, status and flags of each event, slots
// that are numbers, counted turns and messages, which values there are and which
// of them are JSON, reasons to stop and limit windows that protocols know, which
// tool delegates and whether its arguments have what its readers look for, and
// where there are problems and of which sort. Figures of usage are none: that they
// are zero is.
type outline struct {
	events   []spec.Event
	problems []string // of each record
	texts    []string // that came in fragments, or are arguments
}

// A drafter draws an outline, event by event.
type drafter struct {
	f       *spec.Features
	known   ownWords
	numbers map[[2]string]int
	ids     map[string]string
	rename  relation.Renamer
}

func newDrafter(f *spec.Features) *drafter {
	d := &drafter{f: f, known: ownOf(f), numbers: map[[2]string]int{}, ids: map[string]string{}}
	d.rename = relation.NewRenamer(f, func(what byte, id string) string {
		if hostile[id] {
			return id
		}
		if d.ids[id] == "" {
			d.ids[id] = d.number(string(what), "id", id)
		}
		return d.ids[id]
	})
	return d
}

// isValue reports whether a string of an outline is an id or value.
func isValue(text string) bool { return strings.Contains(text, numberSign) }

const numberSign = "#"

// number is a shape with the number of a value of a kind.
func (d *drafter) number(shape, kind, text string) string {
	return shape + numberSign + strconv.Itoa(d.count(kind, text))
}

func (d *drafter) count(kind, text string) int {
	key := [2]string{kind, text}
	if d.numbers[key] == 0 {
		d.numbers[key] = len(d.numbers) + 1
	}
	return d.numbers[key]
}

// outlined is the outline of records, and what they say.
func outlined(codec wire.Codec, variant string, records [][]byte) (o outline, stream spec.Stream) {
	stream, _ = o.draw(codec, variant, records, func(int, int) bool { return true })
	return o, stream
}

// differs is the first record whose meaning is another one, 0 for none; where no
// single one can be named, 1. What the dialect's encoder could write it can write still.
func (p *pass) differs(records [][]byte) int {
	var is outline
	was := &p.before
	stream, at := is.draw(p.codec, p.variant, records, func(record, from int) bool {
		return is.problems[record] == was.problems[record] && len(is.events) <= len(was.events) &&
			reflect.DeepEqual(is.events[from:], was.events[from:len(is.events)])
	})
	switch {
	case at > 0:
		return at
	case len(is.events) != len(was.events) || !slices.Equal(is.texts, was.texts):
		return 1
	case p.writable:
		if _, err := wire.EncodeStream(p.codec, p.variant, stream); err != nil {
			return 1
		}
	}
	return 0
}

// draw draws the outline of records, and asks after each whether it is good, given its
// number and that of its first event; it ends at the one that is not, which it returns.
func (o *outline) draw(codec wire.Codec, variant string, records [][]byte, good func(record, from int) bool) (s spec.Stream, at int) {
	s.Features = codec.Features(variant)
	decoder, d, a := codec.NewDecoder(variant), newDrafter(&s.Features), newAssembler()
	for i, record := range records {
		from, what := len(s.Events), ""
		var problem *wire.Problem
		if s.Events, problem = decoder.Decode(s.Events, record); problem != nil {
			what = problem.Reason
		}
		o.problems = append(o.problems, what)
		for _, e := range s.Events[from:] {
			detached(&e)
			a.event(&e)
			d.event(&e)
			o.events = append(o.events, e)
		}
		if !good(i, from) {
			return s, i + 1
		}
	}
	for _, w := range a.wholes {
		if len(w.places) > 1 || w.json {
			o.texts = append(o.texts, d.number("", w.name, string(w.text)))
			if w.name == "args" {
				o.texts = append(o.texts, d.json(string(w.text)))
			}
		}
	}
	return s, 0
}

// event makes an event its outline.
func (d *drafter) event(e *spec.Event) {
	d.rename.Event(e)
	fields(e, func(at field) { *at.at = d.value(at, *at.at) })
	for i := range e.Messages {
		zeroed(e.Messages[i].Usage)
	}
	zeroed(e.Usage)
}

func zeroed(u *spec.Usage) {
	if u != nil {
		u.Input, u.Output = min(u.Input, 1), min(u.Output, 1)
	}
}

// value is what of a value is structure, and its number.
func (d *drafter) value(at field, text string) string {
	_, err := strconv.Atoi(text)
	switch {
	case text == "":
		return ""
	case at.fragment != nil:
		return numberSign // its text has a number
	case at.name == "stop_reason" && d.known.stops[text], at.name == "window" && windows[text], at.name == "role",
		at.name == "turn" && !d.f.TurnIDs, at.name == "name" && d.known.tools[text], at.name == "slot" && err == nil:
		return text
	case at.name == "name" && d.f.Delegation.Is(text):
		return d.f.Delegation.Tool
	case at.json:
		return d.json(text)
	}
	return d.number("", at.name, text)
}

// json is JSON with its structure, ids and words of the dialect, and numbers in place of
// the rest.
func (d *drafter) json(text string) string {
	if !json.Valid([]byte(text)) {
		return d.number("", "json", text)
	}
	var b strings.Builder
	done := 0
	tokens(text, nil, func(t token) {
		b.WriteString(blank.Replace(text[done:t.from]))
		b.WriteString(d.token(text[t.from:t.to], t))
		done = t.to
	})
	return b.String() + blank.Replace(text[done:])
}

func (d *drafter) token(text string, t token) string {
	word := plain(text)
	switch {
	case !t.quoted && (literal[text] || strings.Trim(text, "-0.eE+") == ""),
		t.quoted && (d.known.knows(word, t.key) || closed[word]):
		return text
	case !t.quoted && text[0] == '-':
		return "-" + strconv.Itoa(d.count("number", text))
	case !t.quoted:
		return strconv.Itoa(d.count("number", text))
	case d.ids[word] != "":
		return d.ids[word]
	}
	return d.number("", "json", word)
}
