package anonym

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A digest is what records decode to, taken apart into structure and values. Two
// are alike if the structure is the same and the values of each kind are as many,
// at the same places, and equal where the others are: up to names and words.
//
// Structure is the kind, record, form, role, status and flags of each event, slots
// that are numbers, counted turns and messages, which values there are and which
// of them are JSON, reasons to stop and limit windows that protocols know, which
// tool delegates and whether its arguments have what its readers look for, and
// where there are problems and of which sort. Figures of usage are none: that they
// are zero is.
type digest struct {
	lines  []string // structure, a line an event
	at     []int    // their records
	values [][]value
}

// A value stands at a place of one kind.
type value struct{ kind, text string }

func digested(s *spec.Stream, problems []wire.Problem) *digest {
	d := &digest{}
	f := &s.Features
	for i := range s.Events {
		e := s.Events[i]
		detached(&e)
		d.event(f, &e)
	}
	for _, p := range problems {
		d.add(p.Record, "problem "+p.Reason, nil)
	}
	d.wholes(f, s.Events)
	return d
}

func (d *digest) add(record int, line string, values []value) {
	d.lines, d.at, d.values = append(d.lines, line), append(d.at, record), append(d.values, values)
}

// event takes an event apart; what is taken out of it is cleared, so that the
// rest is its structure.
func (d *digest) event(f *spec.Features, e *spec.Event) {
	var values []value
	record := e.Record
	relation.NewRenamer(f, func(_ byte, id string) string {
		values = append(values, value{"id", id})
		return "id"
	}).Event(e)
	fields(e, func(at field) {
		is := shape(f, at, *at.at)
		if at.raw == nil && *at.at != "" {
			values = append(values, value{at.name, *at.at})
		}
		*at.at = is
	})
	for i := range e.Messages {
		zeroed(e.Messages[i].Usage)
		for j := range e.Messages[i].Parts {
			bare(&e.Messages[i].Parts[j].Result, &e.Messages[i].Parts[j].Metadata)
		}
		bare(&e.Messages[i].Metadata)
	}
	zeroed(e.Usage)
	bare(&e.Result, &e.Metadata, &e.Raw)
	line, err := json.Marshal(e)
	d.add(record, fmt.Sprint(record, string(line), err), values)
}

// bare makes texts in place of JSON values JSON again.
func bare(all ...*json.RawMessage) {
	for _, raw := range all {
		if *raw != nil {
			*raw = []byte(strconv.Quote(string(*raw)))
		}
	}
}

func zeroed(u *spec.Usage) {
	if u != nil {
		u.Input, u.Output = min(u.Input, 1), min(u.Output, 1)
	}
}

// shape is what of a value is structure.
func shape(f *spec.Features, at field, text string) string {
	switch {
	case text == "":
		return ""
	case at.name == "stop_reason" && (stops[text] || slices.Contains(f.StopWords, text)),
		at.name == "window" && windows[text], at.name == "role", at.name == "turn" && !f.TurnIDs:
		return text
	case at.name == "slot":
		if _, err := strconv.Atoi(text); err == nil {
			return text
		}
	case at.name == "name" && f.Delegation.Is(text):
		return "delegates"
	case at.name == "name" && ownOf(f).tools[text]:
		return text
	case at.json && at.raw == nil:
		return jsonShape(f, text)
	}
	return "x"
}

// jsonShape is which sort of JSON a text is, and whether an object names an agent.
func jsonShape(f *spec.Features, text string) string {
	is := "text"
	if json.Valid([]byte(text)) {
		is = strings.TrimLeft(text, " \t\r\n")[:1]
		if strings.Contains("-0123456789", is) {
			is = "0"
		}
	}
	tokens(text, nil, func(t token) {
		if name := t.path[max(len(t.path)-1, 0):]; t.key && len(t.path) == 1 && len(name) > 0 && name[0] != "" &&
			(name[0] == f.Delegation.Argument || name[0] == f.Delegation.Description) {
			is += " " + name[0]
		}
	})
	return is
}

// wholes adds the texts that came in fragments: which are equal, and what sort of
// JSON the arguments are.
func (d *digest) wholes(f *spec.Features, events []spec.Event) {
	a := newAssembler()
	for i := range events {
		e := events[i]
		detached(&e)
		a.event(&e)
	}
	for i, w := range a.wholes {
		if len(w.places) < 2 && !w.json {
			continue
		}
		is := ""
		if w.name == "args" && len(w.text) > 0 {
			is = jsonShape(f, string(w.text))
		}
		d.add(0, fmt.Sprint("whole ", i, w.name, is), []value{{w.name, string(w.text)}})
	}
}

// differs is the record at which two digests differ first, 0 for none; where no
// single one can be named, the first.
func (d *digest) differs(from *digest) int {
	there, back := map[value]string{}, map[value]string{}
	for i, line := range d.lines {
		if i >= len(from.lines) || line != from.lines[i] || len(d.values[i]) != len(from.values[i]) {
			return max(d.at[i], 1)
		}
		for n, was := range d.values[i] {
			is := from.values[i][n]
			if to, known := there[was]; known && to != is.text || was.kind != is.kind {
				return max(d.at[i], 1)
			}
			if to, known := back[is]; known && to != was.text {
				return max(d.at[i], 1)
			}
			there[was], back[is] = is.text, was.text
		}
	}
	if len(from.lines) > len(d.lines) {
		return 1
	}
	return 0
}
