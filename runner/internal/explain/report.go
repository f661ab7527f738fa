package explain

import (
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
	"github.com/quock-dev/quock/runner/report"
)

// Named describes a deviation for a report. names are those of the cases.
func Named(n *fit.Named, names []string) report.Diagnosed {
	d := report.Diagnosed{
		Name: n.Name, Kind: string(n.Kind), Sentence: n.Sentence, Cases: len(n.Cases), Partly: n.Partly(),
	}
	d.Rules, d.Choice = Rules(n)
	if len(n.Cases) > 0 {
		d.Smallest = names[n.Cases[0]]
	}
	for _, other := range n.Equals {
		d.Equals = append(d.Equals, other.Name)
	}
	return d
}

// Clusters describes where a candidate departs in a way that no deviation
// explains. names are those of the cases.
func Clusters(found *localise.Clustering, names []string) (all []report.Unexplained) {
	for i := range found.Clusters {
		c := &found.Clusters[i]
		r := report.Unexplained{
			Rules: c.Rules, Part: c.Part, Departs: c.Departs, Taken: c.Taken, Cases: len(c.Cases), Smallest: names[c.Cases[0]],
		}
		for _, s := range c.Suspects {
			r.Decisions = append(r.Decisions, report.Suspected{Name: s.Name, What: s.What, Nearest: s.Nearest[0].Sentence})
		}
		all = append(all, r)
	}
	return all
}
