package localise

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
)

// Options say what is known already, and bound the search.
type Options struct {
	// Named are the deviations that the program has; what they explain is no
	// departure.
	Named []deviation.Deviation
	// From are known deviations, which count as alternatives of the decisions
	// that they change; nil for all of the registry.
	From []deviation.Deviation
	// Steps is the most events that the reference may process; 0 means usual.
	Steps int
	// Stop is as in fit.Options.
	Stop func() bool
}

// usual is the default of Options.Steps: some seconds of one core.
const usual = 3_000_000

// A Suspect is a decision at which the program may depart.
type Suspect struct {
	deviation.ModelDecision
	// Score orders suspects; it has no meaning by itself.
	Score float64
	// Nearest are the alternatives that come nearest to what the program does
	// instead, the best first.
	Nearest []deviation.Deviation
}

// A Cluster is a set of cases in which the program departs at one decision.
type Cluster struct {
	// Suspects are the decisions, the most suspicious first: several where they
	// are hardly less so.
	Suspects []Suspect
	// Rules are those that such a departure breaks, the most likely first.
	Rules []string
	// Part is the field of the transcript that departs most often, as a path
	// without indexes.
	Part string
	// Cases are indexes of the cases, the shortest stream first.
	Cases []int
	// Taken counts the observed stretches of all streams in which the first
	// decision is taken because of events as in this cluster, and Departs those
	// of them that depart.
	Departs, Taken int
}

// A Clustering is what was found: the clusters, and what belongs to none.
type Clustering struct {
	// Clusters are found one behind the other.
	Clusters []Cluster
	// Left are cases that depart and belong to no cluster: no decision explains
	// them.
	Left []int
	// Limited says that the limit on steps, or Options.Stop, ended the search.
	Limited bool
}

// A finder searches.
type finder struct {
	base      []deviation.Deviation
	decisions []deviation.ModelDecision
	ways      [][]deviation.Deviation // the alternatives of each decision
	departed  []*reading              // the shortest first
	passed    []*reading              // cases that agree
	agreed    map[taking]int          // windows without a departure in which a decision is taken
	covering  map[string]int          // cases that put a rule to the test
	steps     int
	limit     int
	stopped   func() bool
}

func newFinder(o Options) *finder {
	f := &finder{base: o.Named, decisions: deviation.DecisionsOfModel(), limit: cmp.Or(o.Steps, usual), stopped: fit.Options{Stop: o.Stop}.Stopped, agreed: map[taking]int{}, covering: map[string]int{}}
	from := o.From
	if from == nil {
		from = deviation.All()
	}
	for i, d := range f.decisions {
		f.ways = append(f.ways, d.Alternatives())
		var this deviation.Decisions
		this.Add(i)
		for _, known := range from {
			if known.Replaces() && !known.Generic && known.Decisions() == this {
				f.ways[i] = append(f.ways[i], known)
			}
		}
	}
	return f
}

// Find looks for the decisions at which a program departs. Failing are the
// cases, by index, that the reference with the named deviations reads otherwise
// than the program. What a store loads shows no decision.
func Find(cases []fit.Answered, failing []int, o Options) Clustering {
	f := newFinder(o)
	for at := range cases {
		if f.stopped() {
			return Clustering{Left: failing, Limited: true}
		}
		for _, rule := range covered(&cases[at]) {
			f.covering[rule]++
		}
		r := f.read(cases[at].Live(), at, !slices.Contains(failing, at))
		if r.departs >= 0 {
			f.departed = append(f.departed, r)
		}
		f.agree(r)
	}
	slices.SortStableFunc(f.departed, func(a, b *reading) int { return cmp.Compare(len(a.Stream.Events), len(b.Stream.Events)) })
	return f.peel()
}

// agree counts what is decided in the windows in which the program agrees.
func (f *finder) agree(r *reading) {
	asks := map[int]bool{}
	for i, w := range r.windows {
		if i == r.departs {
			return
		}
		for t := range w {
			f.agreed[t]++
			asks[t.decision] = true
		}
	}
	r.windows, r.asks = nil, asks
	f.passed = append(f.passed, r)
}

// limited reports whether the limit on steps is met, or the search was stopped.
func (f *finder) limited() bool { return f.stopped() || f.steps >= f.limit }
