package relation

import "github.com/quock-dev/quock/spec"

// ReplayTail plays the last records again, one or more of those before a place
// that the seed draws, as a server does after a reconnect: the same ids, the
// same events. The transcript must be the same everywhere, but for reports of
// replayed events, which nobody is obliged to make.
//
// Only records all of whose events have an id can be played again.
func ReplayTail() Relation {
	return Relation{
		Name:    "replay-tail",
		Rules:   []string{"repeat/replay", "account/usage-once"},
		Applies: func(f *spec.Features) bool { return f.EventIDs },
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng, all := random(seed, 6), records(s)
			if len(all) == 0 {
				return s, Match{}
			}
			at := 1 + rng.IntN(len(all))
			from := at
			for longest := 1 + rng.IntN(at); from > 0 && at-from < longest && identified(all[from-1]); from-- {
			}
			if from == at {
				return s, Match{}
			}
			out := append(append(append([]record(nil), all[:at]...), all[from:at]...), all[at:]...)
			var places []where
			for i := 1; i < len(all); i++ {
				if i < at {
					places = append(places, where{i, i})
				} else {
					places = append(places, where{i, i + at - from})
				}
			}
			return joined(s, out), same(rng, places)
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
