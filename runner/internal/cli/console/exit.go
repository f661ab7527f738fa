package console

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

// The exit codes, as the package comment of runner/internal/cli lists them.
const (
	Fine        = int(baseline.Fine)
	Failed      = int(baseline.Failed)
	Usage       = int(baseline.Unusable)
	Incomplete  = int(baseline.Incomplete)
	Interrupted = int(baseline.Interrupted)
)

// Precedence orders the exit codes of several traces, the first that applies wins.
var Precedence = []int{Interrupted, Usage, Failed, Incomplete}

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

// Exit ends the command with a code and, if err is not nil, a sentence.
func Exit(code int, err error) error {
	if code == Fine && err == nil {
		return nil
	}
	return &exitError{code: code, err: err}
}

// Printed ends the command with a code whose reason was already printed.
func Printed(code int) error { return &exitError{code: code, printed: true} }

// reasons are the last lines of commands that printed their reason earlier.
var reasons = map[int]string{
	Usage:       "nothing could be read or used; see the errors above",
	Incomplete:  "incomplete; see above what is missing",
	Interrupted: "interrupted",
}

// lastLine returns the line that explains the exit code; "" if the reason was the last
// line printed, or if the error says it all.
func lastLine(err error) string {
	code := CodeOf(err)
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

// CodeOf returns the exit code of a command's error.
func CodeOf(err error) int {
	var chosen *exitError
	var handshake *candidate.HandshakeError
	switch {
	case err == nil:
		return Fine
	case errors.As(err, &chosen):
		return chosen.code
	case errors.Is(err, context.Canceled):
		return Interrupted
	case errors.As(err, &handshake), errors.Is(err, plan.ErrNothing), errors.Is(err, plan.ErrDialect), errors.Is(err, plan.ErrReadOnly), errors.Is(err, replay.ErrNoReplay), errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return Usage
	}
	return Incomplete
}

// Unreported is the error for a report that cannot be printed.
func Unreported(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return Exit(Incomplete, fmt.Errorf("writing the report to standard output: %w", err))
}
