package cover_test

import (
	"sync"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestCover(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Cover")
}

// atOnce calls with so many workers.
func atOnce(workers int) func(n int, do func(i int)) {
	return func(n int, do func(i int)) {
		next := make(chan int)
		var all sync.WaitGroup
		for range workers {
			all.Go(func() {
				for i := range next {
					do(i)
				}
			})
		}
		for i := range n {
			next <- i
		}
		close(next)
		all.Wait()
	}
}
