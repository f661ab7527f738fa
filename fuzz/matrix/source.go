package matrix

import (
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
)

// A Source makes the cases of one task.
type Source interface {
	// Case is the case of a number, from 0, in the shape of a number; it is good
	// until the next.
	Case(f *spec.Features, shape int, number uint64) *trial.Subject
}

// Generated makes sources, by seed, of what package perform generates by a
// strategy: clean, degraded and hostile in turns, under one policy after the
// other, and cut off at some record in one of four cases.
func Generated(s scenario.Strategy) func(seed uint64) Source {
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

// levels are those that a case can have.
const levels = uint64(perform.Hostile) + 1

func (g *generated) Case(f *spec.Features, shape int, number uint64) *trial.Subject {
	seed := perform.CaseSeed(perform.CaseSeed(g.seed, uint64(shape)), number)
	c := g.Generator.Case(f, perform.Level(number%levels), seed)
	if seed%4 == 0 && c.Records() > 1 {
		c = c.Cut(1 + int(seed/4%uint64(c.Records()-1)))
	}
	held := spec.PolicyValues()["held-attach"]
	return &trial.Subject{
		Stream: c.Stream, Hazards: c.Hazards,
		Policies: spec.Policies{HeldAttach: held[number/levels%uint64(len(held))]},
	}
}
