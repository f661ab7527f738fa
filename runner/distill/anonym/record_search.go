package anonym

import (
	"maps"

	"github.com/quock-dev/quock/spec/wire"
)

// search finds out what stays: first which words, wherever they stand, so that what
// is equal stays equal; then at which places. Ids do not: they have their new names
// from the beginning, also where a part of the text beside them stays.
func (r *recorder) search() {
	all := r.marks()
	r.settle(anywhere(all))
	r.places(all)
}

// anywhere are the words of marks, each once.
func anywhere(all []mark) []mark {
	var list []mark
	seen := map[mark]bool{}
	for _, m := range all {
		if m = m.anywhere(); !seen[m] {
			seen[m] = true
			list = append(list, m)
		}
	}
	return list
}

// places lets a word that stays somewhere stay only where it must.
func (r *recorder) places(all []mark) {
	var list []mark
	for _, m := range all {
		if r.stay[m.anywhere()] {
			list = append(list, m)
		}
	}
	r.stay = map[mark]bool{}
	r.settle(list)
}

// settle replaces what it can of a list, and lets the rest stay.
func (r *recorder) settle(list []mark) {
	try := func(replaced map[mark]bool) {
		for _, m := range list {
			if replaced[m] {
				delete(r.stay, m)
			} else {
				r.stay[m] = true
			}
		}
	}
	try(replaceable(list, func(replaced map[mark]bool) bool {
		try(replaced)
		return r.differs(r.written()) == 0
	}))
}

// stays reports whether a word stays at its place.
func (r *recorder) stays(m mark) bool { return r.stay[m.anywhere()] || r.stay[m] }

// marks are all words at all places, each once: those of the events' texts first.
func (r *recorder) marks() []mark {
	var all []mark
	seen := map[mark]bool{}
	add := func(m mark) {
		if !seen[m] {
			seen[m] = true
			all = append(all, m)
		}
	}
	for _, m := range r.spoken {
		add(m)
	}
	for _, spots := range r.plans {
		for _, s := range spots {
			for _, w := range s.words {
				add(w.mark)
			}
		}
	}
	return all
}

// respeak gives the events' texts the words that stay now.
func (r *recorder) respeak() {
	stay := map[string]bool{}
	for _, m := range r.spoken {
		if r.stays(m) {
			stay[m.word] = true
		}
	}
	if !maps.Equal(stay, r.pass.w.stay) {
		r.pass.w.stay = stay
		r.pass.rewrite()
	}
}

// differs is the first record whose meaning is another one, 0 for none.
func (r *recorder) differs(records [][]byte) int {
	s, problems := wire.DecodeRecords(r.codec, r.variant, records)
	return r.before.differs(digested(&s, problems))
}
