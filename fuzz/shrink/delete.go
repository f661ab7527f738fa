package shrink

import "slices"

// A unit is what goes at once: events, by uid.
type unit []int32

// without fills in the present draft without some units, and without what
// leaned on them; false if that leaves nothing out.
func (r *reducer) without(units []unit, d *draft) bool {
	r.mark++
	for _, u := range units {
		for _, uid := range u {
			r.marked[uid] = r.mark
		}
	}
	r.kept = r.kept[:0]
	for i := range r.now.nodes {
		if r.marked[r.now.nodes[i].uid] != r.mark {
			r.kept = append(r.kept, r.now.nodes[i])
		}
	}
	if len(r.kept) == len(r.now.nodes) {
		return false
	}
	r.fill(r.kept, d)
	return true
}

// fill fills in the draft of the nodes that are valid.
func (r *reducer) fill(nodes []node, d *draft) {
	d.nodes = r.valid(nodes, d.nodes)
	d.dangers = r.now.dangers
	d.dangers = r.endangered(d)
}

// delete leaves out ever smaller things.
func (r *reducer) delete() {
	r.run((*reducer).latestSessions, (*reducer).latestTurns, (*reducer).parts)
}

// parts leaves out sessions, turns, messages, calls, records and events.
func (r *reducer) parts() {
	s := &search[unit]{r: r, apply: r.without, left: r.left}
	for _, parts := range []func([]node) []unit{bySession, byTurn, byMessage, byCall, byRecord, byEvent} {
		s.stages = append(s.stages, func() []unit { return parts(r.now.nodes) })
	}
	if r.options.Records {
		s.stages = s.stages[:len(s.stages)-1]
	}
	s.run()
}

// prefix cuts behind the first records that fail: halving the distance, and
// then record by record as far as that goes on.
func (r *reducer) prefix() {
	ends := recordEnds(r.now.nodes)
	low, high := 0, len(ends) // the first high records fail
	all := append([]node(nil), r.now.nodes...)
	for low+1 < high && !r.stopped {
		mid := (low + high) / 2
		r.guesses = nil
		for _, at := range []int{(mid + high) / 2, (low + mid) / 2} { // if this one fails, or does not
			if at != mid && at != low {
				r.guesses = append(r.guesses, r.cut(all, ends, at))
			}
		}
		if cut := r.cut(all, ends, mid); r.first(1, func(_ int, d *draft) bool { return cut(d) }) == 0 {
			high = mid
		} else {
			low = mid
		}
	}
	r.guesses = nil
}

// cut fills in the first records.
func (r *reducer) cut(all []node, ends []int, records int) func(d *draft) bool {
	return func(d *draft) bool {
		if records > 0 {
			r.fill(all[:ends[records-1]], d)
		}
		return records > 0
	}
}

// recordEnds are the indexes behind each record.
func recordEnds(nodes []node) []int {
	var ends []int
	for at := 0; at < len(nodes); {
		at += length(nodes[at:])
		ends = append(ends, at)
	}
	return ends
}

// left are the units of which something is left, and how many of the first at
// of them are.
func (r *reducer) left(units []unit, at int) ([]unit, int) {
	r.mark++
	for i := range r.now.nodes {
		r.marked[r.now.nodes[i].uid] = r.mark
	}
	left, before := units[:0:0], 0
	for i, u := range units {
		if slices.ContainsFunc(u, func(uid int32) bool { return r.marked[uid] == r.mark }) {
			left = append(left, u)
			if i < at {
				before++
			}
		}
	}
	return left, before
}

// most is how many events are left at most when pairs are tried: all pairs of
// them, or those of neighbours and of what belongs together.
const (
	mostAll     = 9
	mostRelated = 24
)

// pairs are two events that may go at once, while few are left.
func (r *reducer) pairs() []unit {
	nodes := r.now.nodes
	if len(nodes) > mostRelated {
		return nil
	}
	var units []unit
	for i := range nodes {
		for j := i + 1; j < len(nodes); j++ {
			if len(nodes) <= mostAll || related(&nodes[i], &nodes[j]) {
				units = append(units, unit{nodes[i].uid, nodes[j].uid})
			}
		}
	}
	return units
}

// related reports whether two events are of one message, call or turn's edges.
func related(a, b *node) bool {
	switch {
	case a.Session != b.Session || a.Session == 0:
		return false
	case a.Call != 0 && a.Call == b.Call, a.begun >= 0 && a.begun == b.begun:
		return true
	case a.Message != 0 && a.Message == b.Message:
		return true
	}
	return edge(a) && edge(b)
}
