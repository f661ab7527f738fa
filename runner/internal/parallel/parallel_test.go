package parallel_test

import (
	"sync/atomic"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/parallel"
)

func TestEachNumberOnce(t *testing.T) {
	g := NewWithT(t)
	for _, width := range []int{-1, 0, 1, 3, 50} {
		seen, busy := make([]atomic.Int32, 20), make([]atomic.Int32, max(1, width))
		parallel.Workers(width)(len(seen), func(worker, i int) {
			g.Expect(busy[worker].Add(1)).To(BeEquivalentTo(1), "a goroutine does one thing at a time")
			seen[i].Add(1)
			busy[worker].Add(-1)
		})
		for i := range seen {
			g.Expect(seen[i].Load()).To(BeEquivalentTo(1), "width %d, number %d", width, i)
		}
	}
	parallel.Map(4)(0, func(int) { t.Error("there is nothing to do") })
}
