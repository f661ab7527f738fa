package damage

import (
	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// most is the greatest number of edits of a stream.
const most = 6

// Draw chooses what is done to a stream; the simplest is nothing. The stream is
// neither changed nor kept. It draws what the stream's dialect has features for
// and what its events give occasion to, and does nothing with a choice that
// finds none.
func Draw(src *choice.Source, s spec.Stream) Edits {
	d := newDrawer(src, s)
	for n := 0; n < most && len(s.Events) > 0 && src.Chance(goesOn(n)); n++ {
		src.Open(choice.Edit, choice.None)
		if e, ok := d.edit(); ok {
			e.ID = FirstID + n
			d.edits = append(d.edits, e)
		}
		src.Close()
	}
	return d.edits
}

// namings is how often renaming is in the draw, in which all else is once: it has
// as many styles.
const namings = 4

// goesOn is how often, in 1/256, there is an edit behind n.
func goesOn(n int) int {
	if n == 0 {
		return 240
	}
	return 112
}

// A drawer draws the edits of one stream.
type drawer struct {
	src    *choice.Source
	f      *spec.Features
	events []spec.Event
	fit    []Op
	edits  Edits
	// known are all ids, in the order of their first mention; taken are those and
	// the names that edits gave.
	known []mention
	taken map[string]bool
	users map[string]bool // ids of messages of the user
	long  bool            // an id is long
	flood bool            // there are a thousand events more
}

// A mention is an id, and what it names where it is named first.
type mention struct {
	id      string
	class   ids.Class
	session string
	times   int
}

func newDrawer(src *choice.Source, s spec.Stream) *drawer {
	d := &drawer{src: src, f: &s.Features, events: s.Events, taken: map[string]bool{}, users: map[string]bool{}}
	for _, o := range Ops() {
		if table[o].fits(d.f) {
			d.fit = append(d.fit, o)
		}
		for n := 1; o == Rename && n < namings; n++ {
			d.fit = append(d.fit, o)
		}
	}
	d.learn()
	return d
}

// learn collects the ids of the stream.
func (d *drawer) learn() {
	at := map[string]int{}
	m := ids.Map(func(c ids.Class, in, id string) string {
		switch i, known := at[id]; {
		case id == "":
		case known:
			d.known[i].times++
		case named(d.f, c):
			at[id] = len(d.known)
			d.known = append(d.known, mention{id, c, in, 1})
			fallthrough
		default:
			d.taken[id] = true
		}
		return id
	})
	for i := range d.events {
		e := d.events[i]
		d.users[e.Message] = d.users[e.Message] || e.Role == "user"
		for _, restated := range e.Messages {
			d.users[restated.Message] = d.users[restated.Message] || restated.Role == "user"
		}
		m.Event(&e)
	}
}

// edit draws one edit, false where it found no occasion.
func (d *drawer) edit() (Edit, bool) {
	e := Edit{Op: d.fit[d.src.N(len(d.fit))]}
	ok := table[e.Op].draw(d, &e)
	return e, ok && e.Rule != ""
}

// one draws an event that is wanted, -1 where there is none.
func (d *drawer) one(wanted func(e *spec.Event) bool) int {
	var found []int
	for i := range d.events {
		if wanted(&d.events[i]) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return -1
	}
	return found[d.src.N(len(found))]
}

// place draws the place of an event that is wanted.
func (d *drawer) place(e *Edit, wanted func(e *spec.Event) bool) (*spec.Event, bool) {
	i := d.one(wanted)
	if i < 0 {
		return nil, false
	}
	e.At = placeAt(d.events, i)
	return &d.events[i], true
}

// name draws a name of a style that nothing has, for an id where there is one.
func (d *drawer) name(style Style, of string) (Name, bool) {
	n := Name{Style: style, Of: of}
	if style != Cased {
		n.Of, n.N = "", d.src.N(6)
	}
	for d.taken[n.String()] {
		if n.N++; style == Cased || n.N > 1000 {
			return n, false
		}
	}
	d.taken[n.String()] = true
	return n, true
}

// ids are the ids of a class, and of one session unless those are all.
func (d *drawer) ids(wanted func(m *mention) bool) []mention {
	var found []mention
	for i := range d.known {
		if wanted(&d.known[i]) {
			found = append(found, d.known[i])
		}
	}
	return found
}
