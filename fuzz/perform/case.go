package perform

import (
	"math/rand/v2"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// Level says what may go wrong in a case.
type Level = scenario.Level

// The levels.
const (
	Clean    = scenario.Clean
	Degraded = scenario.Degraded
)

// A Case is one scenario, told in one order as one stream.
type Case struct {
	Seed     uint64
	Level    Level
	Scenario *scenario.Scenario
	// Schedule is the order in which the scenario's beats are told.
	Schedule scenario.Order
	Stream   spec.Stream
	// Hazards are those that happen, with the ids that they touch.
	Hazards []spec.Hazard

	script scenario.Script
	said   []scenario.Said
	// cut is the last record that is told; None for all.
	cut int
}

// Generate makes the case of a seed: everything in it is drawn from the seed.
func Generate(f spec.Features, l Level, seed uint64) *Case {
	rng := rand.New(rand.NewPCG(seed, mix(seed)))
	c := &Case{Seed: seed, Level: l, cut: scenario.None}
	c.Scenario = scenario.Generate(rng, scenario.Profile{Features: f, Level: l})
	c.script.Reset(c.Scenario)
	var s scenario.Scheduler
	c.Schedule = s.Draw(make(scenario.Order, 0, len(c.script.Beats)), &c.script, rng)
	c.perform()
	return c
}

// perform tells the scenario as a stream.
func (c *Case) perform() {
	c.said = scenario.Tell(make([]scenario.Said, 0, len(c.script.Steps)), c.Scenario, &c.script, c.Schedule)
	if c.cut != scenario.None {
		c.said = upTo(c.said, c.cut)
	}
	c.Stream = spec.Stream{Features: c.Scenario.Features, End: c.Scenario.InputEnd()}
	c.Stream.Events = make([]spec.Event, len(c.said))
	p := performer{sc: c.Scenario, f: &c.Scenario.Features, said: c.said}
	for i := range c.said {
		p.event(i, &c.Stream.Events[i])
	}
	c.Hazards = c.Scenario.Hazards()
}

func upTo(said []scenario.Said, record int) []scenario.Said {
	for i := range said {
		if said[i].Record > record {
			return said[:i]
		}
	}
	return said
}

// Without is the same case with hazards, and what needs them, performed away.
func (c *Case) Without(ids ...int) *Case {
	away := *c
	away.Scenario = c.Scenario.Without(ids...)
	away.perform()
	return &away
}

// Cut is the same case, told up to a record; its input ends there.
func (c *Case) Cut(record int) *Case {
	short := *c
	short.cut = record
	short.perform()
	return &short
}
