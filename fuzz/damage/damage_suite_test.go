package damage_test

import (
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec"
)

func TestDamage(t *testing.T) {
	gomega.RegisterFailHandler(ginkgo.Fail)
	ginkgo.RunSpecs(t, "damage")
}

// voices are all dialects of the streams; shapes those whose features differ.
var voices, shapes = scenariotest.Streams(), scenariotest.Shapes()

// A victim is a generated stream and what is done to it.
type victim struct {
	whole  spec.Stream
	edits  damage.Edits
	broken spec.Stream
}

// A hand makes victims, in the same memory one after the other.
type hand struct {
	generator perform.Generator
	sources   choice.Sources
}

// victim is that of a number: levels and seeds take turns.
func (h *hand) victim(f *spec.Features, number uint64) victim {
	level := [2]perform.Level{perform.Clean, perform.Degraded}[number%2]
	return h.damaged(h.generator.Case(f, level, perform.CaseSeed(7, number)).Stream, number)
}

func (h *hand) damaged(s spec.Stream, number uint64) victim {
	h.sources.Draw(perform.CaseSeed(11, number), number)
	edits := damage.Draw(h.sources.Layer(choice.Damage), s)
	return victim{s, edits, damage.Apply(s, edits)}
}
