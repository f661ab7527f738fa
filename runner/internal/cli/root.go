package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A console is the input and output of a command. out and err escape control
// characters in everything written to them. Code that draws on a terminal, in
// colour or by rewriting a line, writes to bareOut or bareErr instead and must
// escape every text itself.
type console struct {
	in               io.Reader
	out, err         io.Writer
	bareOut, bareErr io.Writer
	look             *look
}

// Main runs the command line and returns its exit code.
func Main(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	safeOut, safeErr := newOutput(out), newOutput(errs)
	c := console{in, safeOut, safeErr, out, errs, &look{out: safeOut, err: safeErr}}
	root := c.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(safeOut)
	root.SetErr(safeErr)
	err := root.ExecuteContext(ctx)
	if failed := safeOut.Flush(); err == nil {
		err = failed
	}
	defer func() { _ = safeErr.Flush() }() // an error here cannot be reported anywhere
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintln(c.err, usage.hint)
		c.complain(usage.err)
		return exitUsage
	}
	if err != nil && err.Error() != "" {
		c.complain(err)
	}
	if why := last(err); why != "" {
		fmt.Fprintln(c.err, why)
	}
	return codeOf(err)
}

// mostError is the most characters printed of one error.
const mostError = 8000

// complain prints an error. It indents further lines, so that a name in it cannot
// look like a line of quock's own.
func (c console) complain(err error) {
	fmt.Fprintf(c.err, "quock: %s\n", setIn(words.Clip(err.Error(), mostError)))
}

// setIn indents all lines of a text but the first.
func setIn(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}

func (c console) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "quock",
		Short: "Test software that reads multi-agent event streams against an executable specification",
		Long: `quock tests software that reads multi-agent event streams against an executable specification.

A candidate is a program that reads streams as JSON lines and answers with transcripts;
"quock smoke" helps to write one. Exit codes: 0 as declared, 1 non-conformance, 2 bad usage,
configuration or adapter protocol, 3 incomplete or a failure of quock itself, 130 interrupted. If
several apply, the order is 130, a failure of quock itself, 2, 1, incomplete.`,
		Example: `  quock run -- node my-reducer.mjs
  quock check trace.jsonl
  quock rules attach/tool-first`,
		Version:       runner.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.look.add(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return misuse(cmd, nearestFlag(cmd, err)) })
	root.AddCommand(c.run(), c.initialise(), c.diff(), c.baseline(), c.fuzz(), c.merge(), c.report(), c.check(), c.distill(), c.show(), c.replay(), c.shrink(), c.smoke(), c.guide(), c.page(), c.rules(), c.zoo(), c.mutants(), c.deviations(), c.dialects(), c.version())
	c.configure(root)
	complete(root)
	return root
}

func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	err := fmt.Errorf("no command %q", args[0])
	if near := spec.Nearest(args[0], names); near != "" {
		err = fmt.Errorf("no command %q; did you mean %s?", args[0], near)
	}
	return misuse(cmd, err)
}

// nearestFlag adds to an error about an unknown flag the flag that was probably meant.
func nearestFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := spec.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}

// A usageError is an error in the command line, with a hint.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func misuse(cmd *cobra.Command, err error) error {
	hint := "try: " + cmd.CommandPath() + " --help"
	if example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n"); example != "" {
		hint = "for example: " + example
	}
	return &usageError{err, hint}
}

// arguments makes the error of a check of arguments a usage error.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return misuse(cmd, err)
		}
		return nil
	}
}

// candidateArgs requires a candidate's command after the given number of
// arguments.
func candidateArgs(before int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= before {
			return misuse(cmd, errors.New("no candidate: give its command at the end, after --"))
		}
		if err := candidate.Startable(); err != nil {
			return exit(exitUsage, err)
		}
		return nil
	}
}
