// Package parallel calls a function with many numbers at once.
//
// Goals: one form for all that works with several goroutines; what is done per
// number does not depend on how many work.
//
// Non-goals: stopping early and errors; the function looks after both.
package parallel

import "sync"

// Map returns a function that calls do with each number from 0 to n-1, with so
// many goroutines (at least one), and returns when all are done.
func Map(width int) func(n int, do func(i int)) {
	return func(n int, do func(i int)) {
		Workers(width)(n, func(_, i int) { do(i) })
	}
}

// Workers is Map, and tells do the number of the goroutine, from 0 to width-1. No
// two calls with one goroutine's number run at the same time.
func Workers(width int) func(n int, do func(worker, i int)) {
	return func(n int, do func(worker, i int)) {
		next := make(chan int)
		var all sync.WaitGroup
		for w := range min(max(1, width), n) {
			all.Go(func() {
				for i := range next {
					do(w, i)
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
