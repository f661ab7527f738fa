// Package shrink makes a stream that a reader fails on as small as it can be
// while the reader still fails in the same way.
//
// Goals: the smallest stream, in few runs of the reader, from ten events or ten
// thousand; what depends on something that is taken away goes with it, so that a
// smaller stream is as valid as the one it came from; the failure is held by its
// signature, and others met on the way are kept; two reductions of one failure
// end in the same bytes; the same result for any number of readers at work.
//
// How it works: a candidate is the present smallest stream without some events or
// with others in their place. Each event of the original says what it found when
// its turn came (its session, an open turn and message, its call); in a candidate
// it is left out unless it finds that again, in one pass (package follow). So any
// cut gives a stream, and large cuts succeed. A pass is a list of changes, tried
// many at once first (search); the first that fails in the same way is the new
// present (reducer.first), whatever was judged ahead of its turn.
//
// Non-goals: what failing means and how readers are run (the judge and the map
// are given as values), and which failures are worth reducing.
package shrink
