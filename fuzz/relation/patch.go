package relation

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/spec"
)

// A patch is a stream with other records in place of some of its own.
type patch struct {
	all     []record
	instead map[int][]record
	// inside counts, from each record to the next, the changes that one of the
	// streams has told further than the other: +1 where one begins, -1 where it
	// ends.
	inside []int
}

func newPatch(all []record) patch {
	return patch{all: all, instead: map[int][]record{}, inside: make([]int, len(all))}
}

// put lets records stand in place of record i; none removes it.
func (p *patch) put(i int, r ...record) { p.instead[i] = r }

// during says that the streams differ from behind record i to behind record j.
func (p *patch) during(i, j int) {
	p.inside[i]++
	p.inside[j]--
}

// result is the changed stream; both have said the same wherever no change is
// in its middle.
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
