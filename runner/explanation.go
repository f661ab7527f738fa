package runner

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/localise"
	"github.com/quock-dev/quock/runner/report"
)

// An explanation counts which failing cases of the whole run the named deviations
// explain. The diagnosis looks at a sample of them.
type explanation struct {
	failing, explained int
	wavering           int            // wrong cases that did not fail again
	by                 map[string]int // the explained cases, by deviation
}

// add counts a failing case whose attribution is done.
func (e *explanation) add(out *outcome) {
	if !out.wrong {
		return
	}
	if out.doubtful {
		e.wavering++
		return
	}
	names := slices.Clone(out.guessed)
	for i := range out.record.Findings {
		if name := out.record.Findings[i].Deviation; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if e.failing++; len(names) > 0 {
		e.explained++
	}
	if e.by == nil {
		e.by = map[string]int{}
	}
	for _, name := range names {
		e.by[name]++
	}
}

// report writes the numbers into the diagnosis, nil for none. The deviation that
// explains most cases comes first. Of a run that ended before as many cases were
// attributed as the diagnosis looked at, its own numbers say more.
func (e *explanation) report(d *report.Diagnosis) {
	if d == nil || e.failing+e.wavering == 0 || e.failing+e.wavering < d.Failing+d.Wavering {
		return
	}
	d.Failing, d.Explained, d.Wavering = e.failing, e.explained, e.wavering
	for i := range d.Deviations {
		d.Deviations[i].Cases = e.by[d.Deviations[i].Name]
	}
	slices.SortStableFunc(d.Deviations, func(a, b report.Diagnosed) int { return cmp.Compare(b.Cases, a.Cases) })
}

// clusterRules counts, by cluster, the rules that are attributed to its cases.
type clusterRules struct {
	cluster map[string]int // by case, one more than its index
	counts  []map[string]int
}

// of notes the cases of the clusters. names are those of all cases.
func (c *clusterRules) of(found []localise.Cluster, names []string) {
	c.cluster = map[string]int{}
	for i := range found {
		for _, at := range found[i].Cases {
			c.cluster[names[at]] = i + 1
		}
		c.counts = append(c.counts, map[string]int{})
	}
}

// add counts the rules of a failing case whose attribution is done. What a named deviation
// breaks in it is not the cluster's.
func (c *clusterRules) add(out *outcome) {
	at := c.cluster[out.record.Name] - 1
	if at < 0 {
		return
	}
	for _, f := range out.record.Findings {
		if f.Rule != "" && f.Deviation == "" {
			c.counts[at][f.Rule]++
		}
	}
}

// report puts the rules first that the cases of a cluster are charged with, the most often
// charged one before all: a reduction and the rules' own checks say more of them than the
// decision, which serves several. Of decisions that are hardly distinguished it puts those
// first that serve that rule.
func (c *clusterRules) report(clusters []report.Unexplained) {
	serves := map[string][]string{}
	for _, d := range deviation.DecisionsOfModel() {
		serves[d.Name] = d.Rules
	}
	for i := range clusters[:min(len(clusters), len(c.counts))] {
		u, counts := &clusters[i], c.counts[i]
		var attributed []string
		for rule := range counts {
			if !slices.Contains(u.Rules, rule) {
				attributed = append(attributed, rule)
			}
		}
		slices.Sort(attributed)
		u.Rules = slices.Concat(u.Rules, attributed)
		slices.SortStableFunc(u.Rules, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
		if len(counts) == 0 {
			continue
		}
		slices.SortStableFunc(u.Decisions, func(a, b report.Suspected) int {
			return rank(slices.Contains(serves[b.Name], u.Rules[0])) - rank(slices.Contains(serves[a.Name], u.Rules[0]))
		})
	}
}

func rank(is bool) int {
	if is {
		return 1
	}
	return 0
}
