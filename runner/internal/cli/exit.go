package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
)

// The exit codes.
const (
	exitFine        = int(baseline.Fine)
	exitFailed      = int(baseline.Failed)
	exitUsage       = int(baseline.Unusable)
	exitIncomplete  = int(baseline.Incomplete)
	exitInterrupted = int(baseline.Interrupted)
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
	case errors.As(err, &handshake), errors.Is(err, plan.ErrNothing), errors.Is(err, plan.ErrDialect), errors.Is(err, plan.ErrReadOnly), errors.Is(err, replay.ErrNoReplay), errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return exitUsage
	}
	return exitIncomplete
}

// unreported is the error for a report that cannot be printed.
func unreported(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return exit(exitIncomplete, fmt.Errorf("writing the report to standard output: %w", err))
}
