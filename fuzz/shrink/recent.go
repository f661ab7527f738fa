package shrink

import (
	"cmp"
	"slices"
)

// few is how many units are few enough to be tried one by one.
const few = 4

// latestSessions keeps only what spoke last, where that suffices: the last 1, 2, 4...
// sessions with those that they come from.
func (r *reducer) latestSessions() {
	sessions := bySession(r.now.nodes)
	r.latest(sessions, r.parents(sessions))
}

// latestTurns keeps only the last turns, where that suffices.
func (r *reducer) latestTurns() { r.latest(byTurn(r.now.nodes), nil) }

// latest tries to keep the units that ended last, and those that they come
// from: a unit's own one's index, -1 for none.
func (r *reducer) latest(units []unit, from []int) {
	if len(units) <= few {
		return
	}
	order := make([]int, len(units))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(last(units[j]), last(units[i])) })
	steps := 0
	for 1<<(steps+1) <= len(units) {
		steps++
	}
	r.probably(steps, func(i int, d *draft) bool {
		kept := make([]bool, len(units))
		for _, u := range order[:1<<i] {
			for u >= 0 && !kept[u] {
				kept[u] = true
				u = above(from, u)
			}
		}
		return r.without(unkept(units, kept), d)
	})
}

func last(u unit) int32 { return u[len(u)-1] }

func above(from []int, i int) int {
	if from == nil {
		return -1
	}
	return from[i]
}

func unkept(units []unit, kept []bool) []unit {
	var out []unit
	for i, u := range units {
		if !kept[i] {
			out = append(out, u)
		}
	}
	return out
}

// parents are the indexes of the sessions that each comes from.
func (r *reducer) parents(sessions []unit) []int {
	of := map[int32]int{}
	byUID := make([]int32, r.uids) // session by uid
	above := make([]int32, len(sessions))
	for i := range r.now.nodes {
		byUID[r.now.nodes[i].uid] = r.now.nodes[i].Session
	}
	for i, u := range sessions {
		of[byUID[u[0]]] = i
	}
	for i := range r.now.nodes {
		if n := &r.now.nodes[i]; n.Parent != 0 && n.Session != 0 {
			above[of[n.Session]] = n.Parent
		}
	}
	from := make([]int, len(sessions))
	for i, parent := range above {
		from[i] = -1
		if at, known := of[parent]; known && parent != 0 {
			from[i] = at
		}
	}
	return from
}
