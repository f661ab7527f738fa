package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// The exit codes.
const (
	exitFine        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitIncomplete  = 3
	exitInterrupted = 130
)

// Interrupted is the exit code of a command that a signal ended.
const Interrupted = exitInterrupted

// precedence puts the exit codes of several traces in order.
var precedence = []int{exitInterrupted, exitUsage, exitFailed, exitIncomplete}

// An exitError ends the command with a code; err, if any, is printed.
type exitError struct {
	code int
	err  error
	// said says that the last line printed is the reason.
	said bool
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exit ends the command with a code and, if err is not nil, a sentence.
func exit(code int, err error) error {
	if code == exitFine && err == nil {
		return nil
	}
	return &exitError{code: code, err: err}
}

// reasons are the last lines of commands that printed before why they end so.
var reasons = map[int]string{
	exitUsage:       "nothing could be read or used; what is wrong is said above",
	exitIncomplete:  "incomplete; what is missing is said above",
	exitInterrupted: "interrupted",
}

// last is the line that says why a command ends as it does, "" where that is what
// was printed last, or what it ends with says all.
func last(err error) string {
	code := codeOf(err)
	var chosen *exitError
	if errors.As(err, &chosen) && chosen.said || reasons[code] == "" {
		return ""
	}
	switch first, _, more := strings.Cut(err.Error(), "\n"); {
	case first == "":
		return fmt.Sprintf("exit %d: %s", code, reasons[code])
	case more:
		return fmt.Sprintf("exit %d: %s", code, first)
	}
	return ""
}

// codeOf is the exit code of an error that a command returned.
func codeOf(err error) int {
	var chosen *exitError
	var handshake *candidate.HandshakeError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &chosen):
		return chosen.code
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &handshake), errors.Is(err, runner.ErrNothing), errors.Is(err, runner.ErrDialect), errors.Is(err, runner.ErrReplay), errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return exitUsage
	}
	return exitIncomplete
}

// endOfRun is the exit code of a run, held against its list of known failures,
// with its reason in a sentence. Of the reasons that apply the first counts: an
// interruption, our own failure, answers that break the contract, failures and
// a stale list, what was not judged.
func endOfRun(l *report.Log, known *baseline.Outcome) (int, string) {
	for _, end := range []func(*report.Log, *baseline.Outcome) (int, string){
		interrupted, ownFailure, brokenContract, failed, stale, notJudged,
	} {
		if code, why := end(l, known); code != exitFine {
			return code, why
		}
	}
	if known.Listed > 0 {
		return exitFine, fmt.Sprintf("nothing fails but what is listed, %s", words.Counted(known.Listed, "failure"))
	}
	return exitFine, "all as declared"
}

func interrupted(l *report.Log, _ *baseline.Outcome) (int, string) {
	if l.Footer == nil || l.Footer.Stopped != report.Interrupted {
		return exitFine, ""
	}
	return exitInterrupted, fmt.Sprintf("interrupted after %d of %s", l.Footer.Cases, words.Counted(l.Header.Cases, "case"))
}

func ownFailure(l *report.Log, _ *baseline.Outcome) (int, string) {
	first, n := count(l, func(c *report.Case) bool { return c.Verdict.Settled() == spec.HarnessError })
	if n == 0 {
		return exitFine, ""
	}
	return exitIncomplete, fmt.Sprintf("quock itself failed on %s, the first is %s", words.Counted(n, "case"), first.Name)
}

func brokenContract(_ *report.Log, known *baseline.Outcome) (int, string) {
	all := newFailures(known, func(f baseline.Failure) bool { return f.Verdict == spec.ProtocolError })
	if len(all) == 0 {
		return exitFine, ""
	}
	return exitUsage, fmt.Sprintf("%s to runs break the protocol of spec/probe/probe.md, the first to %s", words.Counted(len(all), "answer"), all[0].Case)
}

func failed(_ *report.Log, known *baseline.Outcome) (int, string) {
	all := newFailures(known, func(f baseline.Failure) bool { return f.Verdict != spec.ProtocolError && binding(f.Rule) })
	if len(all) == 0 {
		return exitFine, ""
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
	return exitFailed, why
}

func stale(_ *report.Log, known *baseline.Outcome) (int, string) {
	if len(known.Stale) == 0 {
		return exitFine, ""
	}
	return exitFailed, words.Counted(len(known.Stale), "complaint") + " about the list of known failures"
}

func notJudged(l *report.Log, known *baseline.Outcome) (int, string) {
	first, n := count(l, func(c *report.Case) bool { return c.Verdict == spec.NotRun })
	switch {
	case l.Footer == nil:
		return exitIncomplete, "the log is cut off"
	case l.Footer.Stopped == report.Restarts:
		return exitIncomplete, fmt.Sprintf("%s not run: %s", words.Counted(n, "case"), l.Footer.Detail)
	case n > 0:
		return exitIncomplete, fmt.Sprintf("%s not run, the first is %s", words.Counted(n, "case"), first.Name)
	case len(known.Untestable) > 0:
		c := known.Untestable[0]
		return exitIncomplete, fmt.Sprintf("%s could not be judged, the first is %s: %s", words.Counted(len(known.Untestable), "case"), c.Name, c.Detail)
	}
	return exitFine, ""
}

// count are how many cases are wanted, and the first of them.
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

func newFailures(known *baseline.Outcome, wanted func(baseline.Failure) bool) []baseline.Failure {
	return slices.DeleteFunc(slices.Clone(known.Unlisted), func(f baseline.Failure) bool { return !wanted(f) })
}

// binding reports whether a breach of the rule is non-conformance: one of a
// SHOULD is only reported.
func binding(id string) bool {
	r, ok := spec.RuleByID(id)
	return !ok || r.Level != spec.Should
}
