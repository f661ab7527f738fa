package perform

import (
	"fmt"

	"github.com/leanovate/gopter"

	"github.com/quock-dev/quock/spec"
)

// Gen draws cases: one number from gopter's source is the seed, and all else
// comes from that, whatever size gopter asks for. It does not shrink; a reducer
// of whole cases does (package shrink).
func Gen(f spec.Features, l Level) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		c := Generate(f, l, p.Rng.Uint64())
		return gopter.NewGenResult(c, gopter.NoShrinker)
	}
}

// String names the case by what makes it again. It is cheap: gopter formats
// every value that it draws, passing or not.
func (c *Case) String() string {
	return fmt.Sprintf("%s %s seed %d off %x", c.Scenario.Features.Dialect, c.Level, c.Seed, uint64(c.Scenario.Off))
}
