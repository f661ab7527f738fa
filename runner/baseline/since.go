package baseline

import (
	"slices"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// A Later outcome says how the failures of a run that are not listed relate to an
// earlier run.
type Later struct {
	// Before failed there, too. Unasked are those of cases that the earlier run does not
	// have. Both are listed.
	Before, Unasked int
}

// Since lists the failures that an earlier run of the candidate has, and those that it
// was not asked about, under the name of its log. What is not listed then is new. If the
// two runs have no case in common, nothing is listed: they cannot be compared.
func (o *Outcome) Since(log *report.Log, e *report.Earlier, name string) (l Later, common int) {
	byName := map[string]*report.Case{}
	for i := range log.Cases {
		c := &log.Cases[i]
		byName[c.Name] = c
		if e.Case(&log.Header, c) != nil {
			common++
		}
	}
	if common == 0 {
		return l, 0
	}
	o.Unlisted = slices.DeleteFunc(o.Unlisted, func(f Failure) bool {
		switch e.Age(&log.Header, byName[f.Case], report.Failed{Verdict: f.Verdict, Rule: f.Rule}) {
		case report.Before:
			l.Before++
			o.issues[f] = "in " + name
		case report.Unasked:
			l.Unasked++
			o.issues[f] = "not asked in " + name
		default:
			return false
		}
		o.Listed++
		return true
	})
	o.Untestable = nil
	o.declare(log.Cases)
	o.Untestable = slices.DeleteFunc(o.Untestable, func(c *report.Case) bool {
		old := e.Case(&log.Header, c)
		return old != nil && old.Verdict == spec.Untestable
	})
	return l, common
}
