// Package shrink makes a stream that a reader fails on as small as it can be
// while the reader still fails in the same way.
//
// Goals: the smallest stream, in few runs of the reader, from ten events or ten
// thousand; what depends on something that is taken away goes with it, so that a
// smaller stream is as valid as the one it came from; the failure is held by its
// signature, and others met on the way are kept; two reductions of one failure
// end in the same bytes; the same result for any number of readers at work.
//
// Non-goals: what failing means and how readers are run (the judge and the map
// are given as values), and which failures are worth reducing.
package shrink
