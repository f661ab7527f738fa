package relation_test

import (
	"os"
	"strconv"
	"testing"

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
			for _, r := range append(relation.All(), relation.RefragmentBytes()) {
				if r.Applies(&f) {
					t.Run(r.Name, func(t *testing.T) { holds(t, r, f, n) })
				}
			}
		})
	}
}

// holds draws cases until enough of them were changed.
func holds(t *testing.T, r relation.Relation, f spec.Features, n int) {
	numbers := suited(r, f, min(n, 1000))
	changed, broken, tried := 0, 0, 0
	for ; changed < n && tried < 8*n && broken < 3; tried++ {
		round := tried / len(numbers)
		number := numbers[tried%len(numbers)]
		if numbers[len(numbers)-1] == len(numbers)-1 {
			number, round = tried, 0
		}
		c := performed(f, number)
		found, compared := r.Broken(c.Stream, c.Seed+uint64(round), spec.AllParts(), honest[tried%len(honest)])
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
