package localise

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
)

// Explained is what known deviations explain, and where the program departs
// from them.
type Explained struct {
	fit.Explanation
	// Clustering is about what the deviations leave.
	Clustering
	// Derived are names of deviations that are not in the registry: alternatives
	// of decisions, which the fit found to explain the program.
	Derived []string
}

// The most rounds in which alternatives become deviations, and how many decisions
// of a cluster give theirs.
const (
	fits  = 3
	tried = 3
)

// Explain names the deviations that explain the answers, looks for the decisions
// at which the program departs where they do not, and tries whether an alternative
// of these decisions, taken always, is the deviation that is missing: beside those that
// were found, else in their place. If it is, Explain goes on behind it.
func Explain(cases []fit.Answered, o fit.Options) Explained {
	known := o.From
	if known == nil {
		known = deviation.All()
	}
	e := Explained{Explanation: fit.Explain(cases, o)}
	for range fits {
		e.Clustering = Find(cases, e.Explanation.Left, Options{Named: sure(&e.Explanation), From: known, Steps: o.Steps, Stop: o.Stop})
		if len(e.Explanation.Left) == 0 {
			break
		}
		again, derived := refit(cases, o, known, &e, e.Clusters, e.Deviations())
		if !o.Stopped() && len(again.Left) >= len(e.Explanation.Left) {
			again, derived = refit(cases, o, known, &e, beneath(cases, o, known, &e), nil)
		}
		if o.Stopped() {
			e.Clustering.Limited = true
			break
		}
		if len(again.Left) >= len(e.Explanation.Left) {
			break
		}
		e.Explanation, known = again, append(slices.Clone(known), derived...)
		for _, d := range derived {
			e.Derived = append(e.Derived, d.Name)
		}
	}
	return e
}

// beneath returns the clusters of all failing cases, as if only what is given were known:
// what explains a part of them may stand for something that nobody listed and that
// explains the rest, too.
func beneath(cases []fit.Answered, o fit.Options, known []deviation.Deviation, e *Explained) []Cluster {
	if len(e.Named) == len(o.Given) {
		return nil
	}
	return Find(cases, e.Failing, Options{Named: o.Given, From: known, Steps: o.Steps, Stop: o.Stop}).Clusters
}

// refit fits again with the alternatives of the clusters' decisions, from some that were
// found on, and returns those of them that explain something by themselves.
func refit(cases []fit.Answered, o fit.Options, known []deviation.Deviation, e *Explained, clusters []Cluster, begin []deviation.Deviation) (fit.Explanation, []deviation.Deviation) {
	more := candidates(clusters, known)
	if len(more) == 0 {
		return e.Explanation, nil
	}
	beside := o
	beside.From, beside.Begin = append(e.Deviations(), more...), begin
	derived := named(fit.Explain(cases, beside), more)
	if len(derived) == 0 || o.Stopped() {
		return e.Explanation, nil
	}
	o.From = append(slices.Clone(known), derived...)
	again := fit.Explain(cases, o)
	return again, named(again, derived)
}

// candidates returns the nearest alternatives of the first decisions that are
// not known.
func candidates(clusters []Cluster, known []deviation.Deviation) (all []deviation.Deviation) {
	for _, c := range clusters {
		for _, s := range c.Suspects[:min(tried, len(c.Suspects))] {
			for _, d := range s.Nearest {
				if !contains(known, d.Name) && !contains(all, d.Name) {
					all = append(all, d)
				}
			}
		}
	}
	return all
}

// named returns those of some deviations that an explanation names and that
// explain more than a part, more than once.
func named(e fit.Explanation, of []deviation.Deviation) (all []deviation.Deviation) {
	for i := range e.Named {
		if n := &e.Named[i]; !n.Partly() && !n.Once() && contains(of, n.Name) {
			all = append(all, n.Deviation)
		}
	}
	return all
}

// sure returns the deviations of an explanation that explain more than a part.
func sure(e *fit.Explanation) (all []deviation.Deviation) {
	for i := range e.Named {
		if n := &e.Named[i]; !n.Partly() {
			all = append(all, n.Deviation)
		}
	}
	return all
}

func contains(all []deviation.Deviation, name string) bool {
	return slices.ContainsFunc(all, func(d deviation.Deviation) bool { return d.Name == name })
}
