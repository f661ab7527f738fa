package native_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// The targets of BenchmarkNativeFuzzing: each fails when the wrong model that
// QUOCK_MUTANT names reads a stream otherwise than the honest one. Both begin
// with the same valid case, in which it does not; that of choices also with no
// choices at all, in each shape, where it does not show in those.

// wanted is the wrong model to find, with the shapes that can show its rule.
func wanted(f *testing.F) (deviation.Deviation, []shape) {
	m, ok := deviation.ByName(os.Getenv("QUOCK_MUTANT"))
	if !ok {
		f.Skip("QUOCK_MUTANT names no wrong model; BenchmarkNativeFuzzing does")
	}
	return m, showing(m)
}

// showing are the shapes to which the rule of a wrong model applies.
func showing(m deviation.Deviation) []shape {
	rule, _ := spec.RuleByID(m.Rule())
	var all []shape
	for _, s := range shapes {
		if rule.Applies(&s.Features) {
			all = append(all, s)
		}
	}
	return all
}

// kills reports whether a stream tells a wrong model from the honest one.
func kills(m deviation.Deviation, s spec.Stream, faults []spec.Fault) bool {
	subject := trial.Subject{Stream: s, Faults: faults}
	return subject.Try(m).Killed
}

// harmless is a valid case of ten to fifty events in which the wrong model shows
// nothing: the first one with a call, of the first shape that has some, else the
// first one.
func harmless(m deviation.Deviation, in []shape) (at int, c *perform.Case, err error) {
	for _, calls := range []int{1, 0} {
		for at := range in {
			for n := range uint64(40) {
				c := perform.Generate(in[at].Features, perform.Clean, perform.CaseSeed(8, n))
				length := len(c.Stream.Events)
				if length >= 10 && length <= 50 && len(c.Scenario.Calls) >= calls && !kills(m, c.Stream, nil) {
					return at, c, nil
				}
			}
		}
	}
	return 0, nil, fmt.Errorf("no case of any dialect hides %s", m.Name)
}

// FuzzMutantByChoices looks for a wrong model by the bytes of choices.
func FuzzMutantByChoices(f *testing.F) {
	m, in := wanted(f)
	at, valid, err := harmless(m, in)
	if err != nil {
		f.Fatal(err)
	}
	chosen, _ := valid.Choices()
	for i := range in {
		if simplest := perform.Decode(in[i].Features, perform.Degraded, &choice.Choices{}); !kills(m, simplest.Stream, nil) {
			f.Add(byte(i), uint64(0), []byte{}, []byte{}, []byte{}, []byte{})
		}
	}
	f.Add(byte(at), uint64(0), chosen[choice.Tree], chosen[choice.Faults], chosen[choice.Cuts], chosen[choice.Order])
	f.Fuzz(func(t *testing.T, b byte, rest uint64, tree, faults, cuts, order []byte) {
		if tooLong(tree, faults, cuts, order) {
			return
		}
		chosen := choice.Choices{choice.Tree: tree, choice.Faults: faults, choice.Cuts: cuts, choice.Order: order}
		c := made(&in[int(b)%len(in)], perform.Degraded, &chosen, rest)
		if kills(m, c.Stream, c.Faults) {
			t.Fatalf("found %s", m.Name)
		}
	})
}

// FuzzMutantByLines looks for a wrong model by the bytes of a dialect's records,
// one a line. Lines that are no records are passed over, as readers do.
func FuzzMutantByLines(f *testing.F) {
	m, in := wanted(f)
	at, valid, err := harmless(m, in)
	if err != nil {
		f.Fatal(err)
	}
	s := in[at]
	records, err := wire.EncodeStream(s.Codec, s.Variant, valid.Stream)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bytes.Join(records, []byte("\n")))
	f.Fuzz(func(t *testing.T, text []byte) {
		stream, _ := wire.DecodeRecords(s.Codec, s.Variant, bytes.Split(text, []byte("\n")))
		stream.End = valid.Stream.End
		if kills(m, stream, nil) {
			t.Fatalf("found %s", m.Name)
		}
	})
}
