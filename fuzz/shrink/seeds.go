package shrink

import (
	"cmp"
	"fmt"
	"slices"
)

// mostSeeds is how many events a single event may need with itself, to be tried
// alone.
const mostSeeds = 3

// A seed is one event of the original with all that it needs.
type seed struct {
	uids  []int32
	shape string
}

// seeds are single events of the original with all that they need, one of each
// shape: a failure may have shown first in something larger than it takes.
func (r *reducer) seeds() []seed {
	if r.sown == nil {
		r.sown = r.sow()
	}
	return r.sown
}

// alone fills in one seed, where that is less than what is left.
func (r *reducer) alone(s *seed, d *draft) bool {
	if len(s.uids) >= len(r.now.nodes) {
		return false
	}
	r.kept = r.kept[:0]
	for _, uid := range s.uids {
		r.kept = append(r.kept, r.original.nodes[uid])
	}
	now := r.now
	r.now = r.original // whose faults may be the seed's
	r.fill(r.kept, d)
	r.now = now
	d.end = r.original.end
	return r.smaller(d)
}

// sow lists the seeds of the original, the smallest first.
func (r *reducer) sow() []seed {
	var list []seed
	seen := map[string]bool{}
	needs := r.needs()
	for i := range r.original.nodes {
		uids := closure(needs, int32(i))
		if uids == nil {
			continue
		}
		s := seed{uids: uids, shape: r.shape(uids)}
		if !seen[s.shape] {
			seen[s.shape] = true
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b seed) int { return cmp.Compare(len(a.uids), len(b.uids)) })
	return list
}

// closure is an event with all that it needs, in order; nil for too many.
func closure(needs [][]int32, uid int32) []int32 {
	uids := []int32{uid}
	for i := 0; i < len(uids); i++ {
		for _, needed := range needs[uids[i]] {
			if !slices.Contains(uids, needed) {
				uids = append(uids, needed)
			}
		}
		if len(uids) > mostSeeds {
			return nil
		}
	}
	slices.Sort(uids)
	return uids
}

// shape says what events are, but for names and texts.
func (r *reducer) shape(uids []int32) string {
	shape := ""
	for _, uid := range uids {
		n := &r.original.nodes[uid]
		e := n.e
		shape += fmt.Sprint(e.Kind, e.Note, e.Form, e.Status, e.Fatal, e.IsError, e.Complete, e.Restated, e.Global, e.NoSession,
			e.Usage != nil, e.Limit, len(e.Args) > 0, len(e.Metadata) > 0, e.StopReason != "", e.Agent != "", n.userMessage(), n.Parent != 0, len(e.Messages), ";")
	}
	return shape
}
