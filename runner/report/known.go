package report

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Accepted is a deviation with which the cases of a run were judged.
type Accepted struct {
	Deviation string `json:"deviation"`
	Issue     string `json:"issue"`
}

// Issue returns the issue under which a deviation is accepted; "" if it is not.
func (h *Header) Issue(deviation string) string {
	for _, a := range h.Accepted {
		if a.Deviation == deviation {
			return a.Issue
		}
	}
	return ""
}

// Part reports whether the run selected a part of the cases for the candidate: some
// rules, some of its dialects, or a shard.
func (h *Header) Part() bool { return h.Rules != "" || len(h.Omitted) > 0 || h.Shard != "" }

// Shows reports whether any case of the run shows a deviation.
func (l *Log) Shows(deviation string) bool {
	for i := range l.Cases {
		if slices.ContainsFunc(l.Cases[i].Findings, func(f spec.Finding) bool { return f.Deviation == deviation }) {
			return true
		}
	}
	return l.Footer != nil && l.Footer.Diagnosis != nil && slices.ContainsFunc(l.Footer.Diagnosis.Deviations, func(d Diagnosed) bool {
		return d.Name == deviation && d.Cases > 0
	})
}

// knownAs says in words that a deviation is known; "" if it is not: if it explains a
// failure that is not listed, or is not accepted and explains none.
func (l *Log) knownAs(deviation string) string {
	var all []string
	for i := range l.Cases {
		for _, f := range l.Cases[i].Findings {
			if f.Deviation != deviation {
				continue
			}
			issue := l.Known.Issue(l.Cases[i].Name, f.Verdict, f.Rule, deviation)
			if issue == "" {
				return ""
			}
			all = append(all, issue)
		}
	}
	if issue := l.Header.Issue(deviation); issue != "" {
		all = append(all, issue)
	}
	if len(all) == 0 {
		return ""
	}
	return known(distinct(all)...)
}

// allKnown reports whether failures are listed, and all of them.
func (l *Log) allKnown() bool {
	listed := false
	for i := range l.Cases {
		c := &l.Cases[i]
		for _, f := range c.Findings {
			if l.Known.Issue(c.Name, f.Verdict, f.Rule, f.Deviation) == "" {
				return false
			}
			listed = true
		}
	}
	return listed
}

// knownCase says in words that all failures of a case are known, or all of the run; ""
// if they are not.
func (l *Log) knownCase(name string) string {
	if l.allKnown() {
		return "known"
	}
	for i := range l.Cases {
		c := &l.Cases[i]
		if c.Name != name {
			continue
		}
		var all []string
		for _, f := range c.Findings {
			issue := l.Known.Issue(name, f.Verdict, f.Rule, f.Deviation)
			if issue == "" {
				return ""
			}
			all = append(all, issue)
		}
		if len(all) > 0 {
			return known(distinct(all)...)
		}
	}
	return ""
}

// issues returns the issues of a case's failures with a verdict and rule; none unless
// all of them are listed.
func (k Known) issues(c *Case, v spec.Verdict, rule string) (all []string) {
	for i := range c.Findings {
		f := &c.Findings[i]
		if f.Verdict != v || f.Rule != rule {
			continue
		}
		issue := k.Issue(c.Name, v, rule, f.Deviation)
		if issue == "" {
			return nil
		}
		all = append(all, issue)
	}
	if len(all) == 0 {
		if issue := k.Issue(c.Name, v, rule, ""); issue != "" {
			return []string{issue}
		}
	}
	return all
}

// distinct returns the issues sorted, each once, and none missing where one is there.
func distinct(all []string) []string {
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > 1 {
		all = slices.DeleteFunc(all, func(issue string) bool { return issue == Unfiled })
	}
	return all
}
