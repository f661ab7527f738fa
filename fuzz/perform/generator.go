package perform

import (
	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// A Generator makes cases one after the other in the same memory. The zero value
// is ready.
type Generator struct {
	// Strategy is how fresh cases explore; choices that are given say it
	// themselves. Size, if positive, bounds the texts and calls of a case.
	Strategy generator.Strategy
	Size     int

	choices   choice.Sources
	maker     generator.Maker
	scheduler script.Scheduler
	profile   generator.Profile
	scenario  scenario.Scenario
	made      Case
}

// Case makes the case of a seed, as Generate does. It, and all that was taken
// from it, is good until the next call.
func (g *Generator) Case(f *spec.Features, l Level, seed uint64) *Case {
	g.choices.Draw(seed, mix(seed))
	return g.deal(f, l, seed)
}

// deal makes the case that the choices's choices give.
func (g *Generator) deal(f *spec.Features, l Level, seed uint64) *Case {
	g.profile = generator.Profile{Features: *f, Level: l, Size: g.Size, Strategy: g.Strategy}
	g.maker.Make(&g.scenario, &g.choices, &g.profile)
	c := &g.made
	c.Seed, c.Level, c.Scenario, c.cut = seed, l, &g.scenario, scenario.None
	c.script.Reset(c.Scenario)
	c.Schedule = g.scheduler.Draw(c.Schedule[:0], &c.script, &g.choices)
	c.choices = &g.choices
	c.forms = drawForms(g.choices.Layer(choice.Forms), len(f.Forms))
	c.Edits = nil
	c.emit()
	if l == Hostile {
		c.Edits = damage.Draw(g.choices.Layer(choice.Damage), c.undamaged)
	}
	c.drawn = c.Edits
	c.damage()
	return c
}

// formShare is how many cases of 256 take a form.
const formShare = 64

func drawForms(s *choice.Source, n int) spec.Forms {
	var taken spec.Forms
	for i := range n {
		if s.Chance(formShare) {
			taken |= 1 << i
		}
	}
	return taken
}

// Decode makes the case of choices: every one that choices can be made for, for
// every level; where they end each further choice is its simplest. Its seed is a
// number made of the choices. It is good until the generator's next case.
func (g *Generator) Decode(f *spec.Features, l Level, c *choice.Choices) *Case {
	g.choices.Read(c)
	return g.deal(f, l, sum(c))
}

// Extend makes the case of choices and, where they end, of choices drawn from a
// seed. It is good until the generator's next case.
func (g *Generator) Extend(f *spec.Features, l Level, c *choice.Choices, seed uint64) *Case {
	g.choices.Extend(c, seed, mix(seed))
	made := g.deal(f, l, 0)
	used := g.choices.Used()
	made.Seed = sum(&used)
	return made
}

// Decode makes the case of choices; see Generator.Decode.
func Decode(f spec.Features, l Level, c *choice.Choices) *Case {
	return new(Generator).Decode(&f, l, c)
}

// Generate makes the case of a seed: everything in it is drawn from the seed.
func Generate(f spec.Features, l Level, seed uint64) *Case {
	return new(Generator).Case(&f, l, seed)
}
