package relation

import "github.com/quock-dev/quock/spec"

// Grouped is another normal form of streams that differ only in the
// interleaving of independent records, for people to read. It stays with a
// session as long as no other record must come first, and then takes the
// session with the lowest rank. Levels spreads independent records over time;
// Grouped keeps them together. It returns the records as indexes from 0.
func Grouped(s spec.Stream, rank func(session string) int) []int {
	all := records(s)
	session := func(i int) string { return all[i][0].Session }
	last := -1
	// before reports whether a record comes before another: that of the session of
	// the last one, else the one of the lower rank; the first among equals.
	before := func(a, b int) bool {
		one, other := session(a), session(b)
		if one == other {
			return a < b
		}
		if last >= 0 && (one == session(last)) != (other == session(last)) {
			return one == session(last)
		}
		return rank(one) < rank(other)
	}
	return extension(&s.Features, all, func(ready []int) int {
		best := 0
		for at := range ready {
			if before(ready[at], ready[best]) {
				best = at
			}
		}
		last = ready[best]
		return best
	})
}
