package baseline

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// An Exit says how a run ends. Its number is the exit code of the command.
type Exit int

// The exits of a run.
const (
	Fine        Exit = 0
	Failed      Exit = 1
	Unusable    Exit = 2 // the candidate breaks the protocol
	Incomplete  Exit = 3 // not all could be judged, or quock itself failed
	Interrupted Exit = 130
)

// Exit returns how a run ends, after its list of known failures is applied, and the
// reason in a sentence. The first reason that applies counts: an
// interruption, a failure of quock itself, answers that break the contract,
// failures and a stale list, cases that were not judged.
func (o *Outcome) Exit(l *report.Log) (Exit, string) {
	for _, end := range []func(*report.Log, *Outcome) (Exit, string){
		interrupted, ownFailure, brokenContract, failed, staleList, notJudged,
	} {
		if code, why := end(l, o); code != Fine {
			return code, why
		}
	}
	why := "all as declared"
	if o.Listed > 0 {
		why = "nothing fails but what is listed, " + words.Counted(o.Listed, "failure")
	}
	if _, n := count(l, func(c *report.Case) bool { return c.Verdict == spec.Flaky }); n > 0 {
		why += fmt.Sprintf("; %s flaky", words.Counted(n, "case"))
	}
	return Fine, why
}

func interrupted(l *report.Log, _ *Outcome) (Exit, string) {
	if l.Footer == nil || l.Footer.Stopped != report.Interrupted {
		return Fine, ""
	}
	return Interrupted, fmt.Sprintf("interrupted after %d of %s", l.Footer.Cases, words.Counted(l.Header.Cases, "case"))
}

func ownFailure(l *report.Log, _ *Outcome) (Exit, string) {
	first, n := count(l, func(c *report.Case) bool { return c.Verdict.OrHarnessError() == spec.HarnessError })
	if n == 0 {
		return Fine, ""
	}
	return Incomplete, fmt.Sprintf("quock itself failed on %s, the first is %s", words.Counted(n, "case"), first.Name)
}

func brokenContract(_ *report.Log, known *Outcome) (Exit, string) {
	all := newFailures(known, func(f Failure) bool { return f.Verdict == spec.ProtocolError })
	if len(all) == 0 {
		return Fine, ""
	}
	return Unusable, fmt.Sprintf("%s to runs break the protocol of spec/probe/probe.md, the first to %s", words.Counted(len(all), "answer"), all[0].Case)
}

func failed(_ *report.Log, known *Outcome) (Exit, string) {
	all := newFailures(known, func(f Failure) bool { return f.Verdict != spec.ProtocolError && Binding(f.Rule) })
	if len(all) == 0 {
		return Fine, ""
	}
	rules := map[string]bool{}
	for _, f := range all {
		rules[f.Rule] = true
	}
	delete(rules, "")
	why := words.Counted(len(all), "failure")
	if len(rules) > 0 {
		why += " of " + words.Counted(len(rules), "rule")
	}
	if known.Listed > 0 || len(known.Stale) > 0 {
		why += ", not listed"
	}
	return Failed, why
}

func staleList(_ *report.Log, known *Outcome) (Exit, string) {
	if len(known.Stale) == 0 {
		return Fine, ""
	}
	return Failed, words.Counted(len(known.Stale), "complaint") + " about the list of known failures"
}

func notJudged(l *report.Log, known *Outcome) (Exit, string) {
	first, n := count(l, func(c *report.Case) bool { return c.Verdict == spec.NotRun })
	switch {
	case l.Footer == nil:
		return Incomplete, "the log is cut off"
	case l.Footer.Stopped == report.NoShard:
		return Incomplete, l.Footer.Detail
	case l.Footer.Stopped == report.Restarts:
		return Incomplete, fmt.Sprintf("%s not run: %s", words.Counted(n, "case"), l.Footer.Detail)
	case n > 0:
		return Incomplete, fmt.Sprintf("%s not run, the first is %s", words.Counted(n, "case"), first.Name)
	case len(known.Untestable) > 0:
		c := known.Untestable[0]
		return Incomplete, fmt.Sprintf("%s could not be judged, the first is %s: %s", words.Counted(len(known.Untestable), "case"), c.Name, c.Detail)
	}
	return Fine, ""
}

// count returns how many cases wanted selects, and the first of them.
func count(l *report.Log, wanted func(*report.Case) bool) (first *report.Case, n int) {
	for i := range l.Cases {
		if c := &l.Cases[i]; wanted(c) {
			if n++; n == 1 {
				first = c
			}
		}
	}
	return first, n
}

func newFailures(known *Outcome, wanted func(Failure) bool) []Failure {
	return slices.DeleteFunc(slices.Clone(known.Unlisted), func(f Failure) bool { return !wanted(f) })
}

// Binding reports whether a breach of the rule with that id is non-conformance. A
// breach of a SHOULD is only reported.
func Binding(id string) bool {
	r, ok := spec.RuleByID(id)
	return !ok || r.Level != spec.Should
}
