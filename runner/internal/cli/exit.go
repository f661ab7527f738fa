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

// Interrupted is the exit code after a signal.
const Interrupted = exitInterrupted

// precedence orders the exit codes of several traces, the first that applies wins.
var precedence = []int{exitInterrupted, exitUsage, exitFailed, exitIncomplete}

// An exitError ends the command with a code; err, if any, is printed.
type exitError struct {
	code int
	err  error
	// printed means that the reason was already printed.
	printed bool
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

// reasons are the last lines of commands that printed their reason earlier.
var reasons = map[int]string{
	exitUsage:       "nothing could be read or used; see the errors above",
	exitIncomplete:  "incomplete; see above what is missing",
	exitInterrupted: "interrupted",
}

// last returns the line that explains the exit code; "" if the reason was the last
// line printed, or if the error says it all.
func last(err error) string {
	code := codeOf(err)
	var chosen *exitError
	if errors.As(err, &chosen) && chosen.printed || reasons[code] == "" {
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

// codeOf returns the exit code of a command's error.
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

// endOfRun returns the exit code of a run, after its list of known failures is
// applied, and the reason in a sentence. The first reason that applies counts: an
// interruption, a failure of quock itself, answers that break the contract,
// failures and a stale list, cases that were not judged.
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
	first, n := count(l, func(c *report.Case) bool { return c.Verdict.OrHarnessError() == spec.HarnessError })
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

func newFailures(known *baseline.Outcome, wanted func(baseline.Failure) bool) []baseline.Failure {
	return slices.DeleteFunc(slices.Clone(known.Unlisted), func(f baseline.Failure) bool { return !wanted(f) })
}

// binding reports whether a breach of the rule is non-conformance. A breach of a
// SHOULD is only reported.
func binding(id string) bool {
	r, ok := spec.RuleByID(id)
	return !ok || r.Level != spec.Should
}

// unreported is the error for a report that cannot be printed.
func unreported(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return exit(exitIncomplete, fmt.Errorf("writing the report to standard output: %w", err))
}
