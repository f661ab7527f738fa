package relation_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// scenarios is how many streams of each dialect each relation is held on.
func scenarios(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("QUOCK_SCENARIOS"))
	if err != nil || n <= 0 {
		return 2000
	}
	return n
}

// TestEachRelationHolds holds the model to every relation.
func TestEachRelationHolds(t *testing.T) {
	for _, r := range append(relation.All(), relation.RefragmentBytes()) {
		for _, name := range told {
			f := features(name)
			if !r.Applies(&f) {
				continue
			}
			t.Run(r.Name+"/"+name, func(t *testing.T) { holds(t, r, f) })
		}
	}
}

func holds(t *testing.T, r relation.Relation, f spec.Features) {
	changed, broken := 0, 0
	n := scenarios(t)
	for i := range n {
		c := performed(f, i)
		found, compared := r.Broken(c.Stream, c.Seed, spec.AllParts(), honest)
		if compared > 0 {
			changed++
		}
		if len(found) > 0 {
			if broken++; broken <= 3 {
				t.Error(story(c, found))
			}
		}
	}
	if broken > 0 {
		t.Errorf("broken by %d of %d streams", broken, changed)
	}
	if changed < n/20 {
		t.Errorf("only %d of %d streams were changed", changed, n)
	}
	t.Logf("%d of %d streams changed", changed, n)
}
