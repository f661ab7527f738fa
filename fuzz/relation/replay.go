package relation

import "github.com/quock-dev/quock/spec"

// ReplayTail repeats one or more records directly before a place that the seed
// draws, as a server does after a reconnect: with the same ids and the same
// events. The transcript must be the same everywhere. Only reports of replayed
// events may differ, because no reader is obliged to make them.
//
// A record can be replayed only if all its events have an id.
func ReplayTail() Relation {
	return Relation{
		Name:    "replay-tail",
		Rules:   []string{"repeat/replay", "account/usage-once"},
		Applies: func(f *spec.Features) bool { return f.EventIDs },
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng, p := random(seed, 6), newPatch(records(s))
			if len(p.all) == 0 {
				return s, Match{}
			}
			at := rng.IntN(len(p.all))
			from, longest := at+1, 1+rng.IntN(at+1)
			for from > 0 && at-from+1 < longest && identified(p.all[from-1]) {
				from--
			}
			if tail := p.all[from : at+1]; len(tail) > 0 {
				p.put(at, append([]record{p.all[at]}, tail...)...)
			}
			return p.result(s, rng, equal)
		},
	}
}

func identified(r record) bool {
	for i := range r {
		if r[i].ID == "" {
			return false
		}
	}
	return true
}
