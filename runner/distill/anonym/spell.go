package anonym

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A place is a word as a dialect may know it: a key, a short string or the name
// of a tool, with where it stands.
type place struct {
	field, path, word string
	key               bool
}

// longestWord is the length of the longest string that can be a word of a dialect.
const longestWord = 64

// A speller finds the places that have to stay as they are, so that a dialect can
// say the stream. It knows no dialect: it asks the encoder.
type speller struct {
	s       spec.Stream
	o       Options
	codec   wire.Codec
	variant string
	fixed   map[place]bool
}

// spelled makes a stream anonymous in such a way that its dialect can say it
// still, if it could before: a place stays where the encoder refuses any other
// word. A dialect that is not known, or cannot say the stream, is not asked.
func spelledStream(s spec.Stream, o Options) *pass {
	codec, variant, err := dialects.Lookup(s.Features.Dialect)
	sp := &speller{s: s, o: o, codec: codec, variant: variant, fixed: map[place]bool{}}
	p := newPass(&s, o, sp.fixed)
	if err != nil {
		return p
	}
	for at := sp.unsaid(p.events); at > 0; at = sp.unsaid(p.events) {
		if sp.unsaid(s.Events) > 0 || !sp.fix(at) {
			return p
		}
		p = newPass(&s, o, sp.fixed)
	}
	return p
}

// unsaid is the first record that the dialect cannot say, 0 for none.
func (sp *speller) unsaid(events []spec.Event) int {
	encoder := sp.codec.NewEncoder(sp.variant)
	var record []byte
	for number := 1; len(events) > 0; number++ {
		n := 1
		for n < len(events) && events[n].Record == events[0].Record {
			n++
		}
		var err error
		if record, err = encoder.Encode(record[:0], events[:n]); err != nil {
			return number
		}
		events = events[n:]
	}
	return 0
}

// fix finds places of a record that must stay, so that it can be said; if there
// are none, places of all records up to it. It is false where nothing helps.
func (sp *speller) fix(record int) bool {
	to := 0
	for to < len(sp.s.Events) && sp.s.Events[to].Record <= sp.s.Events[0].Record+record-1 {
		to++
	}
	part := sp.s
	part.Events = sp.s.Events[:to]
	from := to
	for from > 0 && part.Events[from-1].Record == part.Events[to-1].Record {
		from--
	}
	return sp.fixIn(part, part.Events[from:]) || sp.fixIn(part, part.Events)
}

func (sp *speller) fixIn(part spec.Stream, events []spec.Event) bool {
	list := sp.places(events)
	good := func(replaced map[place]bool) bool {
		return sp.unsaid(newPass(&part, sp.o, sp.with(list, replaced)).events) == 0
	}
	if !good(nil) {
		return false
	}
	replaced := replaceable(list, good)
	before := len(sp.fixed)
	sp.fixed = sp.with(list, replaced)
	return len(sp.fixed) > before
}

// with are the places that are fixed, and those of a list that are not replaced.
func (sp *speller) with(list []place, replaced map[place]bool) map[place]bool {
	all := map[place]bool{}
	for at := range sp.fixed {
		all[at] = true
	}
	for _, at := range list {
		if !replaced[at] {
			all[at] = true
		}
	}
	return all
}

// places are those of the events, each once, in order.
func (sp *speller) places(events []spec.Event) []place {
	var list []place
	seen := map[place]bool{}
	add := func(at place) {
		if at.word != "" && !seen[at] && !sp.fixed[at] {
			seen[at] = true
			list = append(list, at)
		}
	}
	for i := range events {
		e := events[i]
		detached(&e)
		fields(&e, func(f field) { placesIn(f.name, *f.at, f.json, add) })
	}
	return list
}

func placesIn(name, text string, json bool, add func(at place)) {
	switch {
	case json:
		tokens(text, []string{name}, func(t token) {
			if at := placeOf(name, text, t); t.quoted && len(at.word) <= longestWord {
				add(at)
			}
		})
	case name != "text" && name != "thought" && name != "note" && name != "error" && len(text) <= longestWord:
		add(place{field: name, word: text})
	}
}

func placeOf(name, text string, t token) place {
	return place{name, strings.Join(t.path, "\x00"), plain(text[t.from:t.to]), t.key}
}
