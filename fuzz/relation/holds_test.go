package relation_test

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// wanted is the number of changed streams per dialect on which each relation is
// checked.
func wanted(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("QUOCK_SCENARIOS"))
	if err != nil || n <= 0 {
		return nightly.Count(60, 2000)
	}
	return n
}

// TestEachRelationHolds checks the model against every relation, in every
// dialect that can represent the change.
func TestEachRelationHolds(t *testing.T) {
	n := wanted(t)
	for _, name := range testDialects {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, held := range hold(features(name), n) {
				t.Run(held.Name, held.report)
			}
		})
	}
}

// A held is the result of one relation.
type held struct {
	relation.Relation
	wanted, changed int
	broken          []string
}

// enough reports whether no more cases are needed.
func (h *held) enough() bool { return h.changed >= h.wanted || len(h.broken) >= 3 }

// hold draws cases until each relation has changed enough of them.
func hold(f spec.Features, n int) []*held {
	var all []*held
	for _, r := range relation.All() {
		if r.Applies(&f) {
			all = append(all, &held{Relation: r, wanted: n})
		}
	}
	for i, left := 0, all; len(left) > 0 && i < 50*n; i++ {
		c := performed(f, i)
		for _, h := range left {
			h.try(c, honest[i%len(honest)])
		}
		left = slices.DeleteFunc(slices.Clone(left), (*held).enough)
	}
	return all
}

func (h *held) try(c *perform.Case, read relation.Reader) {
	found, compared := h.Broken(c.Stream, c.Seed, spec.AllParts(), read)
	if compared > 0 {
		h.changed++
	}
	if len(found) > 0 {
		h.broken = append(h.broken, story(c, found))
	}
}

func (h *held) report(t *testing.T) {
	for _, b := range h.broken {
		t.Error(b)
	}
	if !h.enough() {
		t.Errorf("only %d streams were changed", h.changed)
	}
}
