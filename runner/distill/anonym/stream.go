package anonym

import (
	"bytes"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Stream is the stream with neutral values, and what was replaced. The stream
// that is given stays as it is, and is best short: each character of its first
// mention of a word costs a node of a tree.
//
// What stays: kinds, forms, roles, statuses, flags, slots that are numbers,
// numbers of turns and messages that the codec gives, the mark "tools:" of a
// namespace, how the input ends; reasons to stop and limit windows that protocols
// have words for; the delegation tool's name with the name of the argument that
// its readers look for, and the names and keys of the tools that the dialect's
// own producers have (Features.Tools); what else the dialect's encoder knows by
// its words, which it is asked (see speller); true, false and null; ids and keys that
// are properties of every object of JavaScript (__proto__); and what Keep names.
//
// Paths of Keep that are none are passed over: Options.Check tells them.
func Stream(s spec.Stream, o Options) (spec.Stream, *Report) {
	p := spelledStream(s, o)
	s.Events = p.events
	return s, p.counts.report().stayed(p.stayed)
}

// A pass makes one stream anonymous.
type pass struct {
	features *spec.Features
	keep     keeper
	events   []spec.Event
	all      *assembler
	w        *rewriter
	counts   counts
	own      ownWords
	fixed    map[place]bool
	stayed   map[string]bool
}

func newPass(s *spec.Stream, o Options, fixed map[place]bool) *pass {
	p := &pass{fixed: fixed, stayed: map[string]bool{}, features: &s.Features, all: newAssembler(), counts: counts{}, own: ownOf(&s.Features)}
	p.keep, _ = o.keeper()
	p.events = slices.Clone(s.Events)
	for i := range p.events {
		detached(&p.events[i])
		p.all.event(&p.events[i])
	}
	p.w = &rewriter{words: newDictionary(), symbols: newSymbols(), ids: namesOf(p.features, s.Events)}
	p.learn(o.Avoid)
	for _, w := range p.all.wholes {
		p.w.meet(string(w.text), w.json) // in the order of first mention
	}
	p.rewrite()
	p.fill()
	return p
}

// learn tells the dictionary what no word may become.
func (p *pass) learn(avoid []string) {
	learn := func(text string, isJSON bool) {
		scanWords(text, isJSON, func(c []char) { p.w.words.learn(spelled(c)) })
	}
	for _, w := range p.all.wholes {
		learn(string(w.text), w.json)
	}
	for _, id := range p.w.ids.list {
		learn(id.was, false)
		learn(id.is, false)
	}
	for _, word := range avoid {
		learn(word, false)
	}
}

// rewrite gives every text its words. A text that is the beginning of another one
// of its kind is the beginning of it still, also where it ends inside a word:
// so the texts are done in order, the longer ones first.
func (p *pass) rewrite() {
	sorted := slices.Clone(p.all.wholes)
	slices.SortStableFunc(sorted, func(a, b *whole) int {
		return strings.Compare(a.name+"\x00"+string(a.text), b.name+"\x00"+string(b.text))
	})
	for i, w := range sorted {
		w.cuts = slices.Compact(slices.Sorted(slices.Values(append(w.cuts, w.ends()...))))
		if i+1 < len(sorted) && w.begins(sorted[i+1]) {
			sorted[i+1].cuts = append(sorted[i+1].cuts, w.cuts...)
		}
	}
	var next *whole
	for _, w := range slices.Backward(sorted) {
		p.whole(w, next)
		next = w
	}
}

// begins reports whether a text is the beginning of another one of its kind, or
// the same.
func (w *whole) begins(other *whole) bool {
	return w.name == other.name && bytes.HasPrefix(other.text, w.text)
}

func (p *pass) whole(w, next *whole) {
	text := string(w.text)
	if to, is := p.settled(w, text); is {
		w.pieces = []piece{{was: len(text), is: to, whole: len(to) != len(text)}}
	} else {
		w.pieces = p.w.pieces(text, w.json, p.decided(w), w.cuts)
	}
	if next != nil && w.begins(next) {
		w.pieces = beginning(next.pieces, len(text), w.pieces)
	}
	to := joined(w.pieces)
	w.is = w.is[:0]
	at := map[int]int{}
	for i, offset := range offsets(w.pieces, w.cuts) {
		at[w.cuts[i]] = offset
	}
	for _, place := range w.places {
		w.is = append(w.is, to[at[place.from]:at[place.to]])
	}
	if to != text {
		p.counts[w.kind]++
	}
}

// ends are where the places begin and end.
func (w *whole) ends() (all []int) {
	for _, place := range w.places {
		all = append(all, place.from, place.to)
	}
	return all
}

// beginning are the first pieces of another text, up to a place; the otherwise
// ones where that is inside of an id.
func beginning(pieces []piece, to int, otherwise []piece) []piece {
	var first []piece
	for _, p := range pieces {
		switch {
		case to == 0:
			return first
		case p.was <= to:
			first, to = append(first, p), to-p.was
		case p.whole:
			return otherwise
		default:
			return append(first, piece{was: to, is: p.is[:to]})
		}
	}
	return first
}

// fill puts what stands for each field into the events, and renames the ids.
func (p *pass) fill() {
	r, next := p.w.ids.renamer(p.features), 0
	for i := range p.events {
		e := &p.events[i]
		fields(e, func(f field) {
			at := p.all.places[next]
			*f.at = at.whole.is[at.n]
			next++
		})
		r.Event(e)
		p.rest(e)
	}
	for _, id := range p.w.ids.list {
		if id.is != id.was {
			p.counts[ids]++
		}
	}
}
