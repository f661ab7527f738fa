package matrix

import (
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// A Source makes the cases of one task.
type Source interface {
	// Case returns a case by its number, from 0, in a shape. The case is valid
	// until the next call.
	Case(f *spec.Features, shape int, number uint64) *trial.Subject
}

// Generated returns sources that generate cases with package perform by a
// strategy. The levels clean, degraded and hostile alternate, and so do the
// policies. One case in four is cut off at some record.
func Generated(s generator.Strategy) func(seed uint64) Source {
	return func(seed uint64) Source {
		g := &generated{seed: seed}
		g.Strategy = s
		return g
	}
}

type generated struct {
	perform.Generator
	seed uint64
}

// levels is the number of levels.
const levels = uint64(perform.Hostile) + 1

func (g *generated) Case(f *spec.Features, shape int, number uint64) *trial.Subject {
	seed := perform.CaseSeed(perform.CaseSeed(g.seed, uint64(shape)), number)
	c := g.Generator.Case(f, perform.Level(number%levels), seed)
	if seed%4 == 0 && c.Records() > 1 {
		c = c.Cut(1 + int(seed/4%uint64(c.Records()-1)))
	}
	held := spec.PolicyValues()["held-attach"]
	return &trial.Subject{
		Stream: c.Stream, Faults: c.Faults,
		Policies: spec.Policies{HeldAttach: held[number/levels%uint64(len(held))]},
	}
}
