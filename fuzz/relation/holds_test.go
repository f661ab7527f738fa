package relation_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// wanted is on how many changed streams of each dialect each relation is held.
func wanted(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("QUOCK_SCENARIOS"))
	if err != nil || n <= 0 {
		return 2000
	}
	return n
}

// TestEachRelationHolds holds the model to every relation, in every dialect that
// can say its change.
func TestEachRelationHolds(t *testing.T) {
	n := wanted(t)
	for _, name := range told {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := features(name)
			branching := numbers(f, min(n, 2000), branches)
			for _, r := range append(relation.All(), relation.RefragmentBytes()) {
				if r.Applies(&f) {
					t.Run(r.Name, func(t *testing.T) { holds(t, r, f, branching, n) })
				}
			}
		})
	}
}

// holds draws cases until enough of them were changed: for relations between
// sessions, of those that have several.
func holds(t *testing.T, r relation.Relation, f spec.Features, branching []int, n int) {
	changed, broken, tried := 0, 0, 0
	between := r.Name == "interleave" || r.Name == "permute-siblings"
	for ; changed < n && tried < 8*n && broken < 3; tried++ {
		number := tried
		if between {
			number = branching[tried%len(branching)]
		}
		c := performed(f, number)
		found, compared := r.Broken(c.Stream, c.Seed+uint64(tried/len(branching)), spec.AllParts(), honest)
		if compared > 0 {
			changed++
		}
		if len(found) > 0 {
			broken++
			t.Error(story(c, found))
		}
	}
	if changed < n && broken == 0 {
		t.Errorf("only %d of %d streams were changed", changed, tried)
	}
}

// numbers are those of the first cases that are so.
func numbers(f spec.Features, n int, are func(*perform.Case) bool) []int {
	var found []int
	for i := 0; len(found) < n; i++ {
		if are(performed(f, i)) {
			found = append(found, i)
		}
	}
	return found
}

// branches reports whether a case has at least two sub-sessions.
func branches(c *perform.Case) bool {
	heard := map[string]bool{}
	for i := range c.Stream.Events {
		heard[c.Stream.Events[i].Session] = true
	}
	return len(heard) > 2
}
