package baseline

import (
	"fmt"
	"time"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// An Outcome is the result of comparing a run with a list.
type Outcome struct {
	// Listed is how many failures are in the list; Unlisted are the others.
	Listed   int
	Unlisted []Failure
	// Untestable are the cases that could not be judged, unless listed failures of
	// their twins are the reason.
	Untestable []*report.Case
	// Stale are the complaints about the list itself, a sentence each.
	Stale []string
	// Covered is how many failures each entry of the list covers, Explained how many
	// each accepted deviation does.
	Covered, Explained []int

	issues map[Failure]string
}

// Issue returns the issue under which a failure is listed; "" if it is not. It is a
// report.Known.
func (o *Outcome) Issue(name string, v spec.Verdict, rule, deviation string) string {
	return o.issues[Failure{name, v, rule, deviation}]
}

// Green reports whether there is nothing to do.
func (o Outcome) Green() bool { return len(o.Unlisted) == 0 && len(o.Stale) == 0 }

// A Failure is one thing that a case did wrong.
type Failure struct {
	Case    string
	Verdict spec.Verdict
	Rule    string // "" where none is charged
	// Deviation explains it; "" if none does.
	Deviation string
}

// String returns the failure as fields of a list.
func (f Failure) String() string {
	return fmt.Sprintf("%s %s %s", f.Case, f.Verdict, orDash(f.Rule))
}

// Failures returns the failures of a case: its findings, else its verdict.
func Failures(c *report.Case) []Failure {
	var all []Failure
	for _, f := range c.Findings {
		all = append(all, Failure{c.Name, f.Verdict, f.Rule, f.Deviation})
	}
	if len(all) == 0 && c.Verdict.Blames() {
		all = append(all, Failure{Case: c.Name, Verdict: c.Verdict})
	}
	return all
}

// Judge compares a run with the list. A nil list is empty.
//
//  1. A failure is listed if an accepted deviation explains it, or if an entry in force
//     has its pattern, verdict and rule. If several entries do, the last one gives the
//     issue, after the deviation.
//  2. An entry is stale if its last day is before today; if it is in both lists; if
//     its pattern matches no case; or if it is not flaky, all its cases were run, and
//     none failed as recorded. Then they pass now, or fail for another reason. A
//     partial entry is stale only in the first two ways.
//  3. A line that accepts a deviation is stale if its last day is before today, or if
//     a run that judged with it saw it in no case, unless the run selected a part of
//     the cases.
func (l *List) Judge(log *report.Log, today time.Time) Outcome {
	if l == nil {
		l = &List{}
	}
	out, seen := l.match(log.Cases, today)
	for i := range l.Accepts {
		out.Stale = append(out.Stale, l.Accepts[i].complaints(log, today)...)
	}
	for i, e := range l.Entries {
		out.Stale = append(out.Stale, l.stale(e, seen[i], today)...)
		out.Covered = append(out.Covered, seen[i].asRecorded)
	}
	out.declare(log.Cases)
	return out
}

// match looks up each failure in the list, and returns what each entry matched.
func (l *List) match(cases []report.Case, today time.Time) (Outcome, []entryMatch) {
	out, seen := Outcome{issues: map[Failure]string{}, Explained: make([]int, len(l.Accepts))}, make([]entryMatch, len(l.Entries))
	for i := range cases {
		l.judgeCase(&cases[i], today, seen, &out)
	}
	return out, seen
}

// declare collects the untestable cases that listed failures do not explain.
func (o *Outcome) declare(cases []report.Case) {
	failed := map[string]bool{} // by case: whether all that it does wrong is listed
	for i := range cases {
		for _, f := range Failures(&cases[i]) {
			listed, again := failed[f.Case]
			failed[f.Case] = o.issues[f] != "" && (listed || !again)
		}
	}
	for i := range cases {
		if c := &cases[i]; c.Verdict == spec.Untestable && !failed[c.Twin] {
			o.Untestable = append(o.Untestable, c)
		}
	}
}

// A sighting is what an entry matched in a run.
type entryMatch struct {
	matched, unrun, asRecorded int
	otherwise                  *Failure
}

func (l *List) judgeCase(c *report.Case, today time.Time, seen []entryMatch, out *Outcome) {
	failures := Failures(c)
	for i, e := range l.Entries {
		if !e.Pattern.Match(c.Name) {
			continue
		}
		s := &seen[i]
		s.matched++
		if c.Verdict == spec.NotRun || c.Verdict == spec.Flaky {
			s.unrun++
		}
		for j := range failures {
			if failures[j].Verdict != e.Verdict || failures[j].Rule != e.Rule {
				s.otherwise = &failures[j]
				continue
			}
			s.asRecorded++
			if !e.expired(today) {
				out.issues[failures[j]] = e.Issue
			}
		}
	}
	l.excuse(failures, today, out)
	for _, f := range failures {
		if out.issues[f] != "" {
			out.Listed++
		} else {
			out.Unlisted = append(out.Unlisted, f)
		}
	}
}

// excuse lists the failures that accepted deviations explain.
func (l *List) excuse(failures []Failure, today time.Time, out *Outcome) {
	for i := range failures {
		for n := range l.Accepts {
			if a := &l.Accepts[n]; a.Deviation.Name == failures[i].Deviation {
				out.Explained[n]++
				if !a.expired(today) {
					out.issues[failures[i]] = a.Issue
				}
			}
		}
	}
}

func (l *List) stale(e Entry, s entryMatch, today time.Time) []string {
	var found []string
	add := func(format string, args ...any) {
		found = append(found, e.String()+": "+fmt.Sprintf(format, args...))
	}
	if e.expired(today) {
		add("expired on %s; look at %s again, then remove the entry or give it a new day", e.Expiry, e.Issue)
	}
	if e.Flaky && l.failing(e) {
		add("is in both lists; keep it in one")
	}
	switch {
	case !e.dead(&s):
	case s.matched == 0:
		add("its pattern matches no case of this run")
	case s.otherwise != nil:
		add("fails for another reason now: %s", *s.otherwise)
	default:
		add("passes now (%d cases); remove the entry and close %s", s.matched, e.Issue)
	}
	return found
}

func (e Entry) expired(today time.Time) bool {
	return e.Expiry != "" && today.Format(Day) > e.Expiry
}

// failing reports whether the failing entries also contain e.
func (l *List) failing(e Entry) bool {
	for _, o := range l.Entries {
		if !o.Flaky && o.Pattern.String() == e.Pattern.String() && o.Rule == e.Rule && o.Verdict == e.Verdict {
			return true
		}
	}
	return false
}
