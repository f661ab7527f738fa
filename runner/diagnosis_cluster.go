package runner

import (
	"github.com/quock-dev/quock/model/localise"
	"github.com/quock-dev/quock/runner/report"
)

// clustered describes where a candidate departs in a way that no deviation
// explains. names are those of the cases.
func clustered(found *localise.Clustering, names []string) (all []report.Unexplained) {
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
