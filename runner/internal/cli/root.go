package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/cli/again"
	"github.com/quock-dev/quock/runner/internal/cli/authoring"
	"github.com/quock-dev/quock/runner/internal/cli/catalogue"
	"github.com/quock-dev/quock/runner/internal/cli/completion"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/fuzzing"
	"github.com/quock-dev/quock/runner/internal/cli/judge"
	"github.com/quock-dev/quock/runner/internal/cli/runlog"
	"github.com/quock-dev/quock/runner/internal/cli/traces"
	"github.com/quock-dev/quock/spec"
)

// Interrupted is the exit code after a signal.
const Interrupted = console.Interrupted

// Main runs the command line and returns its exit code.
func Main(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	c := console.New(in, out, errs)
	root := newRoot(c)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(c.Out)
	root.SetErr(c.Err)
	return c.End(root.ExecuteContext(ctx))
}

// groups are the commands, by what a user asks for.
var groups = []func(console.Console) []*cobra.Command{
	judge.Commands, again.Commands, fuzzing.Commands, runlog.Commands, traces.Commands, catalogue.Commands, authoring.Commands,
}

func newRoot(c console.Console) *cobra.Command {
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
	c.AddColor(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return console.Misuse(cmd, console.NearestFlag(cmd, err)) })
	for _, commands := range groups {
		root.AddCommand(commands(c)...)
	}
	configure(c, root)
	completion.Add(root)
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
	return console.Misuse(cmd, err)
}
