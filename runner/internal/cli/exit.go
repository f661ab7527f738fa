package cli

import (
	"context"
	"errors"
	"os"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
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

// precedence puts the exit codes in order where several apply.
var precedence = []int{exitInterrupted, exitUsage, exitFailed, exitIncomplete}

// An exitError ends the command with a code; err, if any, is printed.
type exitError struct {
	code int
	err  error
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
	return &exitError{code, err}
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

// codeOfRun is the exit code of a run, held against its list of known failures.
func codeOfRun(l *report.Log, known baseline.Outcome) int {
	applies := map[int]bool{}
	switch f := l.Footer; {
	case f == nil:
		applies[exitIncomplete] = true
	case f.Stopped == report.Interrupted:
		applies[exitInterrupted] = true
	case f.Stopped == report.Restarts:
		applies[exitIncomplete] = true
	}
	for i := range l.Cases {
		switch l.Cases[i].Verdict.Settled() {
		case spec.HarnessError, spec.NotRun, spec.Untestable:
			applies[exitIncomplete] = true
		}
	}
	for _, f := range known.Unlisted {
		switch {
		case f.Verdict == spec.ProtocolError:
			applies[exitUsage] = true
		case binding(f.Rule):
			applies[exitFailed] = true
		}
	}
	if len(known.Stale) > 0 {
		applies[exitFailed] = true
	}
	for _, code := range precedence {
		if applies[code] {
			return code
		}
	}
	return exitFine
}

// binding reports whether a breach of the rule is non-conformance: one of a
// SHOULD is only reported.
func binding(id string) bool {
	r, ok := spec.RuleByID(id)
	return !ok || r.Level != spec.Should
}
