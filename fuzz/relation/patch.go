package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// A patch replaces some records of a stream.
type patch struct {
	all     []record
	instead map[int][]record
	// inside counts the open changes between each record and the next: +1 where
	// a change begins, -1 where it ends. Within a change one stream is ahead of
	// the other.
	inside []int
}

func newPatch(all []record) patch {
	return patch{all: all, instead: map[int][]record{}, inside: make([]int, len(all))}
}

// put replaces record i by other records; none removes it.
func (p *patch) put(i int, r ...record) { p.instead[i] = r }

// during marks the streams as different from after record i until after record
// j.
func (p *patch) during(i, j int) {
	p.inside[i]++
	p.inside[j]--
}

// result returns the changed stream. The streams match outside of all changes.
func (p *patch) result(s spec.Stream, rng *rand.Rand, differ differ) (spec.Stream, Match) {
	if len(p.instead) == 0 {
		return s, Match{}
	}
	var out []record
	var places []where
	open := 0
	for i, r := range p.all {
		if other, is := p.instead[i]; is {
			out = append(out, other...)
		} else {
			out = append(out, r)
		}
		if open += p.inside[i]; open == 0 && i+1 < len(p.all) {
			places = append(places, where{i + 1, len(out)})
		}
	}
	return joined(s, out), same(rng, p.all, places, differ)
}
