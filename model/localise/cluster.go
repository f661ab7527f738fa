package localise

import (
	"cmp"
	"slices"
	"strings"
)

const (
	least    = 3   // the fewest departures of a cluster
	sampled  = 32  // departures that every decision is held against, at a time
	nearly   = .8  // of the best similarity belongs to a cluster
	margin   = .05 // between scores distinguishes decisions where many cases depart
	doubt    = .45 // more of it, over the number of departures
	enough   = .2  // the least mean similarity of a cluster
	several  = 3   // the most decisions of a cluster
	rounds   = 6   // the most clusters
	mostWays = 6   // alternatives of a decision that are kept
)

// peel takes the departures that the best decision explains, then again of the
// rest.
func (f *finder) peel() (result Clustering) {
	left, all := slices.Clone(f.departed), []*group{}
	for range rounds {
		sample := f.sample(left)
		g, rest := f.best(left, sample)
		if g == nil {
			break
		}
		at := slices.IndexFunc(all, func(old *group) bool { return old.order[0] == g.order[0] })
		if at >= 0 {
			all[at].of = append(all[at].of, g.of...)
		} else {
			all = append(all, g)
		}
		left = rest
	}
	for _, g := range all {
		result.Clusters = append(result.Clusters, f.cluster(g))
	}
	for _, r := range left {
		result.Left = append(result.Left, r.at)
	}
	result.Limited = f.limited()
	return result
}

// A group is departures that one decision explains, with all decisions by their
// scores, the highest first.
type group struct {
	of     []*reading
	order  []int
	scores []float64
}

// best returns the departures that the most suspicious decision explains, of a
// few, and the rest; nil if none explains enough.
func (f *finder) best(left, sample []*reading) (*group, []*reading) {
	if len(sample) < least || f.stopped() {
		return nil, left
	}
	scores := f.scores(sample)
	order := byScore(scores)
	for i := range several {
		members, rest := f.divide(left, order[i], f.nearestWays(order[i], sample))
		if len(members) >= least && mean(members, order[i]) >= enough {
			return &group{members, append([]int{order[i]}, slices.Delete(slices.Clone(order), i, i+1)...), scores}, rest
		}
	}
	return nil, left
}

// sample holds every decision against some departures, evenly chosen.
func (f *finder) sample(of []*reading) (sample []*reading) {
	stride := max(1, (len(of)+sampled-1)/sampled)
	for i := 0; i < len(of); i += stride {
		if of[i].explained == nil {
			if f.limited() {
				continue
			}
			f.explain(of[i])
		}
		sample = append(sample, of[i])
	}
	return sample
}

// divide separates the departures that a decision explains nearly as well as
// any. Of one that was not in a sample only some ways are tried.
func (f *finder) divide(of []*reading, decision int, ways []int) (members, rest []*reading) {
	var known []*reading
	for _, r := range of {
		if r.explained != nil && r.explained[decision].similarity >= nearly*r.best() {
			known = append(known, r)
		}
	}
	usual := mean(known, decision)
	for _, r := range of {
		top := usual
		switch {
		case r.explained != nil:
			top = r.best()
		case f.limited():
			rest = append(rest, r)
			continue
		}
		like := f.similarity(r, decision, ways)
		if like > 0 && like >= nearly*top {
			members = append(members, r)
		} else {
			rest = append(rest, r)
		}
	}
	return members, rest
}

// similarity returns how well a decision explains a departure.
func (f *finder) similarity(r *reading, decision int, ways []int) float64 {
	if r.explained != nil {
		return r.explained[decision].similarity
	}
	best := f.nearest(r, decision, ways)
	r.some = map[int]explanation{decision: best}
	return best.similarity
}

// best returns how well the best decision explains the departure.
func (r *reading) best() (best float64) {
	for _, e := range r.explained {
		best = max(best, e.similarity)
	}
	return best
}

func (r *reading) by(decision int) explanation {
	if r.explained != nil {
		return r.explained[decision]
	}
	return r.some[decision]
}

func mean(of []*reading, decision int) (mean float64) {
	for _, r := range of {
		mean += r.by(decision).similarity / float64(len(of))
	}
	return mean
}

// cluster describes a group. Its cases are the shortest first.
func (f *finder) cluster(g *group) (c Cluster) {
	first, of := g.order[0], g.of
	slices.SortStableFunc(of, func(a, b *reading) int { return cmp.Compare(len(a.Stream.Events), len(b.Stream.Events)) })
	for _, d := range g.order[:several] {
		ways := f.nearestWays(d, of)
		if len(ways) == 0 || g.scores[first]-g.scores[d] >= distinct(len(of)) {
			continue
		}
		s := Suspect{ModelDecision: f.decisions[d], Score: g.scores[d]}
		s.Rules = f.rules(d, of)
		for _, way := range ways {
			s.Nearest = append(s.Nearest, breaking(f.ways[d][way], s.Rules))
		}
		c.Suspects = append(c.Suspects, s)
	}
	for _, r := range of {
		c.Cases = append(c.Cases, r.at)
	}
	c.Rules = c.Suspects[0].Rules
	c.Part = part(of)
	c.Departs, c.Taken = f.occasions(first, of)
	return c
}

// distinct is how far the scores of two decisions must be apart to distinguish them: the
// fewer cases depart, the more does each of them decide.
func distinct(departures int) float64 { return margin + doubt/float64(departures) }

// nearestWays returns the alternatives of a decision that come nearest to some
// departures, the best first.
func (f *finder) nearestWays(decision int, of []*reading) (ways []int) {
	total := make([]float64, len(f.ways[decision]))
	for _, r := range of {
		if e := r.by(decision); e.similarity > 0 {
			for _, way := range e.ways {
				total[way] += e.similarity
			}
		}
	}
	for way, t := range total {
		if t > 0 {
			ways = append(ways, way)
		}
	}
	slices.SortStableFunc(ways, func(a, b int) int { return cmp.Compare(total[b], total[a]) })
	return ways[:min(len(ways), mostWays)]
}

// part returns the field that most of the departures change.
func part(of []*reading) (most string) {
	n := map[string]int{}
	for _, r := range of {
		for _, field := range r.facts.fields {
			n[field.name[1:]]++
		}
	}
	for name := range n {
		if most == "" || n[name] > n[most] || n[name] == n[most] && strings.Compare(name, most) < 0 {
			most = name
		}
	}
	return most
}

// occasions counts the windows in which a decision is taken because of the
// events that it is most often taken for where the program departs, and those
// of them that depart.
func (f *finder) occasions(decision int, of []*reading) (departs, taken int) {
	n := map[taking]int{}
	for _, r := range of {
		for t := range r.windows[r.departs] {
			if t.decision == decision {
				n[t]++
			}
		}
	}
	for t := range n {
		if all := n[t] + f.agreed[t]; n[t] > departs || n[t] == departs && all < taken {
			departs, taken = n[t], all
		}
	}
	return departs, taken
}
