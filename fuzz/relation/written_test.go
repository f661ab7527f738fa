package relation_test

import (
	"testing"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/relation/relationtest"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// TestEachRelationHoldsOnHandWrittenCases checks the model against every
// relation on the hand-written cases, which contain what no scenario does.
func TestEachRelationHoldsOnHandWrittenCases(t *testing.T) {
	cases, err := fixtures.Streams()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		codec, variant, err := dialects.Lookup(c.Dialect)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := wire.DecodeRecords(codec, variant, c.Records)
		s.End = c.End
		for _, r := range relation.All() {
			if r.Applies(&s.Features) {
				t.Run(r.Name+"/"+c.Name, func(t *testing.T) { holdsOn(t, r, s, c.Policies) })
			}
		}
	}
}

func holdsOn(t *testing.T, r relation.Relation, s spec.Stream, p spec.Policies) {
	t.Helper()
	for seed := range uint64(12) {
		found, _ := r.Broken(s, seed, spec.AllParts(), relationtest.Reader(model.Honest(), p))
		for _, d := range found {
			t.Errorf("seed %d: %s", seed, d)
		}
		if len(found) > 0 {
			return
		}
	}
}
