package native_test

import (
	"testing"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/spec"
)

type shape = scenariotest.Shape

// shapes are the dialects whose features differ; a byte of the input counts them.
var shapes = scenariotest.Shapes()

// which is the shape and the level that a byte names.
func which(b byte) (*shape, perform.Level) {
	levels := []perform.Level{perform.Degraded, perform.Hostile, perform.Clean}
	n := int(b) % (len(shapes) * len(levels))
	return &shapes[n%len(shapes)], levels[n/len(shapes)]
}

// seed gives the engine the choices of drawn cases of every shape, and none.
func seed(add func(shape byte, chosen choice.Choices)) {
	for b := range byte(3 * len(shapes)) {
		add(b, choice.Choices{})
		s, level := which(b)
		for n := range uint64(3) {
			chosen, _ := perform.Generate(s.Features, level, perform.CaseSeed(6, n)).Choices()
			add(b, chosen)
		}
	}
}

// made is the case of choices. Where they end each further one is its simplest;
// with a number that is not 0 it is drawn from that, so that the engine, which
// changes numbers easily, also comes by what takes many bytes to say.
func made(s *shape, l perform.Level, chosen *choice.Choices, rest uint64) *perform.Case {
	if rest == 0 {
		return perform.Decode(s.Features, l, chosen)
	}
	return new(perform.Generator).Extend(&s.Features, l, chosen, rest)
}

// policies are those of the readers that the rules allow.
var policies = []spec.Policies{
	{}, {HeldAttach: "end", ArgumentsComplete: "marker"}, {HeldAttach: "open", ArgumentsComplete: "value"},
}

// longest is the length of a layer beyond which the engine's time is better
// spent on others.
const longest = 4 << 10

func tooLong(layers ...[]byte) bool {
	for _, l := range layers {
		if len(l) > longest {
			return true
		}
	}
	return false
}

// TestSeedsAreCases: what the engine begins with covers every shape.
func TestSeedsAreCases(t *testing.T) {
	records := map[string]int{}
	seed(func(b byte, chosen choice.Choices) {
		s, level := which(b)
		c := perform.Decode(s.Features, level, &chosen)
		records[s.Dialect] += c.Records()
	})
	for i := range shapes {
		if records[shapes[i].Dialect] < 20 {
			t.Errorf("%s: %d records in all", shapes[i].Dialect, records[shapes[i].Dialect])
		}
	}
}
