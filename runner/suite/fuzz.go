package suite

import (
	"context"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/runner/suite/internal/judging"
	"github.com/quock-dev/quock/spec/probe"
)

// longest is the length of a layer of choices beyond which a case is not tried.
const longest = 4 << 10

// Fuzz lets Go's fuzzing engine look for streams that the candidate reads wrongly. The
// engine changes the choices that make a stream, so that every input is a stream of a
// dialect. It tries the generated cases of Run's levels; failures of a rule and verdict
// that the list of known failures has do not count.
//
//	go test -fuzz FuzzReader
func Fuzz(f *testing.F, newCandidate func() probe.Candidate, options ...Option) {
	f.Helper()
	s, err := judging.Prepare(f.Context(), newCandidate, judging.Configured(testing.Short(), options))
	if err != nil {
		f.Fatalf("quock: %v", err)
	}
	search, err := s.FuzzTarget(f.Context())
	if err != nil {
		f.Fatalf("quock: %v", err)
	}
	f.Cleanup(search.Close)
	search.Seeds(func(shape byte, c choice.Choices) {
		f.Add(shape, uint64(0), c[choice.Tree], c[choice.Faults], c[choice.Cuts], c[choice.Order], c[choice.Damage])
	})
	f.Fuzz(func(t *testing.T, shape byte, rest uint64, tree, faults, cuts, order, damage []byte) {
		for _, layer := range [][]byte{tree, faults, cuts, order, damage} {
			if len(layer) > longest {
				return
			}
		}
		found, err := search.Try(context.WithoutCancel(t.Context()), shape, rest, &choice.Choices{
			choice.Tree: tree, choice.Faults: faults, choice.Cuts: cuts, choice.Order: order, choice.Damage: damage,
		})
		if err != nil {
			t.Fatalf("quock: %v", err)
		}
		if found != "" {
			t.Fatal("\n" + strings.TrimSpace(found))
		}
	})
}
