// Package performtest draws generated cases for property tests.
//
// Goals: gopter stays out of what programs link.
//
// Non-goals: shrinking; package shrink reduces streams.
package performtest

import (
	"github.com/leanovate/gopter"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// Gen draws cases: one number from gopter's source is the seed, and all else
// comes from that, whatever size gopter asks for. It does not shrink.
func Gen(f spec.Features, l perform.Level) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(perform.Generate(f, l, p.Rng.Uint64()), gopter.NoShrinker)
	}
}
