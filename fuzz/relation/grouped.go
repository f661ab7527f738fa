package relation

import "github.com/quock-dev/quock/spec"

// Grouped is another normal form of streams that differ only in the
// interleaving of independent records, for people to read. It stays with a
// session as long as no other record must come first, and then takes the
// session with the lowest rank. Levels spreads independent records over time;
// Grouped keeps them together. It returns the records as indexes from 0.
func Grouped(s spec.Stream, rank func(session string) int) []int {
	all := records(s)
	g := grouper{all: all, rank: rank, waits: make([]int, len(all)), next: make([][]int, len(all))}
	g.link(touching(&s.Features, all))
	for i, waits := range g.waits {
		if waits == 0 {
			g.ready = append(g.ready, i)
		}
	}
	order := make([]int, 0, len(all))
	for last := -1; len(order) < len(all); order = append(order, last) {
		last = g.take(g.pick(last))
	}
	return order
}

// grouper counts the records that each record still waits for.
type grouper struct {
	all   []record
	rank  func(string) int
	waits []int
	next  [][]int // the records that wait for each record
	ready []int   // records that wait for nothing and are not placed yet
}

// take removes a record from the ready ones, and adds those that waited for it
// alone.
func (g *grouper) take(at int) int {
	i := g.ready[at]
	g.ready = append(g.ready[:at], g.ready[at+1:]...)
	for _, j := range g.next[i] {
		if g.waits[j]--; g.waits[j] == 0 {
			g.ready = append(g.ready, j)
		}
	}
	return i
}

// link makes each record wait for the last one that touched the same thing. A
// record that touches everything waits for all before it, and all after it wait
// for it.
func (g *grouper) link(touched [][]string) {
	last, barrier := map[string]int{}, -1
	for i, things := range touched {
		from := map[int]bool{}
		if barrier >= 0 {
			from[barrier] = true
		}
		for j := max(barrier, 0); things == nil && j < i; j++ {
			from[j] = true
		}
		for _, what := range things {
			if j, known := last[what]; known && j != i {
				from[j] = true
			}
			last[what] = i
		}
		if things == nil {
			barrier = i
		}
		for j := range from {
			g.next[j] = append(g.next[j], i)
			g.waits[i]++
		}
	}
}

// pick returns the index in ready of the next record: one of the session of the
// last record, else one of the lowest rank; the first among equals.
func (g *grouper) pick(last int) int {
	best := 0
	for at := range g.ready {
		if g.before(g.ready[at], g.ready[best], last) {
			best = at
		}
	}
	return best
}

func (g *grouper) before(a, b, last int) bool {
	one, other := g.session(a), g.session(b)
	if one == other {
		return a < b
	}
	if last >= 0 && (one == g.session(last)) != (other == g.session(last)) {
		return one == g.session(last)
	}
	return g.rank(one) < g.rank(other)
}

func (g *grouper) session(i int) string { return g.all[i][0].Session }
