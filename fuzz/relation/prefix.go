package relation

import "github.com/quock-dev/quock/spec"

// Prefix cuts a stream after a record that the seed draws. The transcript at
// that point must not depend on what follows. What is fixed at that point must
// stay fixed to the end, unless the stream retracts or restates it later (a
// snapshot may replace text, a further start reopens a session).
//
// By the rules these are fixed: received texts, names, links and arguments
// (missing/no-loss); the end of a turn (account/own-turn); the status and
// result of a finished call (notify/terminal-absorbs; denied or cancelled may
// refine failed; an abandoned or cancelled call may still get its result, and
// then it may find its message); that a message is complete, and reports, unless
// only the next message ended it and it goes on (missing/late-fragment). Usage,
// stop reasons, metadata, limits and the active agents are not fixed: the last
// value counts.
func Prefix() Relation {
	return Relation{
		Name:    "prefix",
		Rules:   []string{"missing/no-loss", "notify/terminal-absorbs", "missing/every-prefix", "missing/late-fragment", "repeat/partial-then-full"},
		Applies: anyDialect,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng, all := random(seed, 8), records(s)
			if len(all) < 2 {
				return s, Match{}
			}
			at := 1 + rng.IntN(len(all)-1)
			short := joined(s, all[:at])
			short.End = spec.Cut
			later := revisions(s, all[at:])
			stays := func(observes spec.Parts, end, early *spec.Transcript) []spec.Difference {
				v := later // Differ is called for several readers
				return v.broken(observes, early, end)
			}
			return short, Match{Pairs: []Pair{{position(all, at), at, equal}, {spec.AtEnd, at, stays}}}
		},
	}
}
