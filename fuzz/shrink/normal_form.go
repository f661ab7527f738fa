package shrink

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// normal brings the present draft into its normal form, each step only if the
// reader still fails.
func (r *reducer) normal() {
	r.run(
		func(r *reducer) { r.step(r.ended) },
		func(r *reducer) {
			if !r.step(r.regrouped) {
				r.together()
			}
		},
		func(r *reducer) { r.step(r.letters) },
		(*reducer).common,
		func(r *reducer) { r.step(r.figures) },
		func(r *reducer) { r.step(r.slots) },
		(*reducer).names,
	)
}

// names gives all names the least ones, or those of some sorts.
func (r *reducer) names() {
	if r.step(func(d *draft) bool { return r.named(d, nil) }) {
		return
	}
	for _, what := range []byte{relation.SessionName, relation.MessageName, relation.CallName, relation.OtherName} {
		r.step(func(d *draft) bool { return r.named(d, func(w byte) bool { return w == what }) })
	}
}

// step makes one candidate the present draft if it fails as is asked, which is likely.
func (r *reducer) step(fill func(d *draft) bool) bool {
	return r.probably(1, func(_ int, d *draft) bool { return fill(d) }) == 0
}

// ended ends the input as a stream that is whole.
func (r *reducer) ended(d *draft) bool {
	d.nodes, d.dangers = append(d.nodes, r.now.nodes...), r.now.dangers
	d.end = spec.EOF
	return r.now.end != spec.EOF
}

// regrouped puts the records in the order of the normal form.
func (r *reducer) regrouped(d *draft) bool {
	var s Subject
	r.render(&r.now, &s)
	ends := recordEnds(r.now.nodes)
	for _, i := range grouped(&s.Stream) {
		from := 0
		if i > 0 {
			from = ends[i-1]
		}
		d.nodes = append(d.nodes, r.now.nodes[from:ends[i]]...)
	}
	d.dangers = r.now.dangers
	return true
}

// together moves records to the one before of their session, where that leaves
// fewer changes from session to session.
func (r *reducer) together() {
	for again := true; again && !r.stopped; {
		moves := r.moves()
		again = r.first(len(moves), func(i int, d *draft) bool {
			r.fill(moved(r.now.nodes, moves[i]), d)
			return len(d.nodes) == len(r.now.nodes) && r.smaller(d)
		}) >= 0
	}
}

// moves are the records that other sessions keep from the one before of theirs:
// where each begins and ends, and where it would begin.
func (r *reducer) moves() [][3]int {
	var moves [][3]int
	last := map[int32]int{} // session -> end of its last record
	from := 0
	for _, to := range recordEnds(r.now.nodes) {
		n := &r.now.nodes[from]
		if at, known := last[n.Session]; known && at != from && n.Session != 0 {
			moves = append(moves, [3]int{from, to, at})
		}
		last[n.Session] = to
		from = to
	}
	return moves
}

func moved(nodes []node, m [3]int) []node {
	out := slices.Clone(nodes[:m[2]])
	out = append(out, nodes[m[0]:m[1]]...)
	out = append(out, nodes[m[2]:m[0]]...)
	return append(out, nodes[m[1]:]...)
}

// letters replaces the texts by letters from a on.
func (r *reducer) letters(d *draft) bool {
	texts := phrase{}
	for _, p := range r.plain() {
		for at, text := range p {
			if r.longer(at, text) {
				return false
			}
			texts[at] = text
		}
	}
	return r.rewritten(func(n *node) *spec.Event { return texts.in(n) }, d)
}

// longer reports whether the present text of a place is longer than another,
// which it then needs to be.
func (r *reducer) longer(at place, text string) bool { return len(r.textAt(at)) > len(text) }

// figures numbers usage from 1.
func (r *reducer) figures(d *draft) bool {
	last := int64(0)
	return r.rewritten(func(n *node) *spec.Event {
		if n.e.Usage == nil {
			return n.e
		}
		last++
		e := *n.e
		e.Usage = &spec.Usage{Input: last, Output: last}
		return &e
	}, d)
}

// slots numbers the slots of each message from 0.
func (r *reducer) slots(d *draft) bool { return r.slotted(nil, d) }

// named gives names of some sorts, or all, the least ones.
func (r *reducer) named(d *draft, only func(what byte) bool) bool {
	var s Subject
	r.render(&r.now, &s)
	to := leastNames(&s, only)
	if taken(&s, to) {
		return false
	}
	rename(&s, to)
	at := 0
	if !r.rewritten(func(n *node) *spec.Event {
		at++
		if e := &s.Stream.Events[at-1]; !sameEvent(*e, *n.e) {
			e.Record = 0
			return e
		}
		return n.e
	}, d) {
		return false
	}
	r.mention(d.nodes)
	d.dangers = nil
	for i := range s.Faults {
		d.dangers = append(d.dangers, r.danger(s.Faults[i]))
	}
	return true
}

// taken reports whether a new name is one that stays for something else.
func taken(s *Subject, to map[string]string) bool {
	used := map[string]bool{}
	for _, name := range to {
		used[name] = true
	}
	for name := range leastNames(s, nil) {
		if _, renamed := to[name]; !renamed && used[name] {
			return true
		}
	}
	return false
}
