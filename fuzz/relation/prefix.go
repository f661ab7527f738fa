package relation

import "github.com/quock-dev/quock/spec"

// Prefix cuts a stream behind a record that the seed draws. What is read up to
// there is the same whether or not more is to come; and what it fixed stays
// fixed to the end, but for what the stream retracts or restates later (a
// snapshot may replace text, a further start opens a session again).
//
// Fixed are, by the rules: what was received (missing/no-loss) of texts, names,
// links and arguments; the end of a turn (account/own-turn); the
// status and result of a call that is over (notify/terminal-absorbs; denied or
// cancelled may refine failed; the result of an abandoned or cancelled call may
// still come, and then it may find its message); that a message is complete; and
// what was reported. Usage, stop reasons, metadata and limits are whatever came
// last, and so is what is active.
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
				v := later // it is asked of several readers
				return v.broken(observes, early, end)
			}
			return short, Match{Pairs: []Pair{{position(all, at), at, equal}, {spec.AtEnd, at, stays}}}
		},
	}
}
