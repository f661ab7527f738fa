package perform

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// A Generator makes cases one after the other in the same memory. The zero value
// is ready.
type Generator struct {
	pcg       rand.PCG
	rng       *rand.Rand
	maker     scenario.Maker
	scheduler scenario.Scheduler
	profile   scenario.Profile
	scenario  scenario.Scenario
	made      Case
}

// Case makes the case of a seed, as Generate does. It, and all that was taken
// from it, is good until the next call.
func (g *Generator) Case(f *spec.Features, l Level, seed uint64) *Case {
	g.pcg.Seed(seed, mix(seed))
	if g.rng == nil {
		g.rng = rand.New(&g.pcg)
	}
	g.profile.Features, g.profile.Level = *f, l
	g.maker.Make(&g.scenario, g.rng, &g.profile)
	c := &g.made
	c.Seed, c.Level, c.Scenario, c.cut = seed, l, &g.scenario, scenario.None
	c.script.Reset(c.Scenario)
	c.Schedule = g.scheduler.Draw(c.Schedule[:0], &c.script, g.rng)
	c.perform()
	return c
}

// Generate makes the case of a seed: everything in it is drawn from the seed.
func Generate(f spec.Features, l Level, seed uint64) *Case {
	return new(Generator).Case(&f, l, seed)
}
