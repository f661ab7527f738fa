package console

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// A Console is the input and output of a command. Out and Err escape control
// characters in everything written to them. Code that draws on a terminal, in
// colour or by rewriting a line, writes to BareOut or BareErr instead and must
// escape every text itself.
type Console struct {
	In               io.Reader
	Out, Err         io.Writer
	BareOut, BareErr io.Writer
	look             *look
}

// New returns the console of a command line. Before it ends, End flushes it.
func New(in io.Reader, out, errs io.Writer) Console {
	safeOut, safeErr := newOutput(out), newOutput(errs)
	return Console{in, safeOut, safeErr, out, errs, &look{out: safeOut, err: safeErr}}
}

// End ends the command line: it writes what is held back, prints the error of the command,
// if it has one, and returns the exit code.
func (c Console) End(err error) int {
	if failed := c.look.out.Flush(); err == nil {
		err = failed
	}
	defer func() { _ = c.look.err.Flush() }() // an error here cannot be reported anywhere
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintln(c.Err, usage.hint)
		c.complain(usage.err)
		return Usage
	}
	if err != nil && err.Error() != "" {
		c.complain(err)
	}
	if why := lastLine(err); why != "" {
		fmt.Fprintln(c.Err, why)
	}
	return CodeOf(err)
}

// mostError is the most characters printed of one error.
const mostError = 8000

// complain prints an error. It indents further lines, so that a name in it cannot
// look like a line of quock's own.
func (c Console) complain(err error) {
	fmt.Fprintf(c.Err, "quock: %s\n", HangingIndent(words.Clip(err.Error(), mostError)))
}

// HangingIndent indents all lines of a text but the first.
func HangingIndent(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}

// Indent indents each line of a text.
func Indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
}

// MostNamed is the most characters printed of a name that a candidate gave itself.
const MostNamed = 200
