package runner

import "sync"

// AtOnce is a map with so many at work: it calls do with each number from 0 to
// n-1 and returns when all are done.
func AtOnce(width int) func(n int, do func(i int)) {
	return func(n int, do func(i int)) {
		next := make(chan int)
		var all sync.WaitGroup
		for range min(max(1, width), n) {
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
