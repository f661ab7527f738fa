package report

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// An Earlier run of a candidate says which failures of a later one are new.
type Earlier struct {
	log        *Log
	cases      map[string]*Case
	findings   map[Failed]bool
	deviations map[string]bool
}

// Failed is a verdict that blames the candidate, and the rule that it charges; "" for
// none.
type Failed struct {
	Verdict spec.Verdict
	Rule    string
}

// An Age says how a failure relates to an earlier run.
type Age uint8

// The ages of a failure.
const (
	// Since means that the earlier run has nothing like it, although it has the case, or
	// that the case passed there.
	Since Age = iota
	// Before means that the earlier run has a finding with this verdict and rule, or the
	// deviation that explains this one, and the case did not pass there.
	Before
	// Unasked means that the earlier run has neither the case nor anything like it: the
	// case may be new, and not the failure.
	Unasked
)

// NewEarlier looks up what a log shows wrong.
func NewEarlier(l *Log) *Earlier {
	e := &Earlier{l, map[string]*Case{}, map[Failed]bool{}, map[string]bool{}}
	for i := range l.Cases {
		c := &l.Cases[i]
		e.cases[c.Name] = c
		e.findings[Failed{c.Verdict, ""}] = e.findings[Failed{c.Verdict, ""}] || len(c.Findings) == 0
		for _, f := range c.Findings {
			e.findings[Failed{f.Verdict, f.Rule}] = true
		}
	}
	if l.Footer != nil && l.Footer.Diagnosis != nil {
		for _, d := range l.Footer.Diagnosis.Deviations {
			e.deviations[d.Name] = true
		}
	}
	return e
}

// Case returns the same case of the earlier run; nil if that has none. A generated
// case is another one in another version of quock, whatever its name, and so is one
// with more or fewer records.
func (e *Earlier) Case(h *Header, c *Case) *Case {
	old := e.cases[c.Name]
	if old == nil || old.Records != c.Records || old.Dialect != c.Dialect || e.log.Header.Harness != h.Harness && strings.HasPrefix(c.Name, "generated/") {
		return nil
	}
	return old
}

// Age returns how a failure of a case relates to the earlier run. The header is that of
// the later run.
func (e *Earlier) Age(h *Header, c *Case, f Failed) Age {
	old := e.Case(h, c)
	switch {
	case old != nil && old.Verdict.Passed():
		return Since
	case e.findings[f] || e.deviates(c, f):
		return Before
	case old == nil:
		return Unasked
	}
	return Since
}

// deviates reports whether the earlier run has the deviation by which the case is
// charged.
func (e *Earlier) deviates(c *Case, f Failed) bool {
	for i := range c.Findings {
		if g := &c.Findings[i]; g.Deviation != "" && g.Verdict == f.Verdict && g.Rule == f.Rule && e.deviations[g.Deviation] {
			return true
		}
	}
	return false
}
