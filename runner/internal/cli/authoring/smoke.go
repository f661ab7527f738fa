package authoring

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/words"
)

func (c commands) smoke() *cobra.Command {
	f, guide, dialects := &options.CandidateFlags{}, false, []string{}
	cmd := &cobra.Command{
		Use:   "smoke [flags] -- COMMAND [ARGS]",
		Short: "Try a candidate on trivial streams, for its author",
		Long: `Try a candidate on trivial streams, for its author: the handshake, then, in each dialect that the
candidate reads, an empty stream, a record of unknown kind, a small stream, and the same stream again.
Each fault is reported with what to change. --guide prints the whole contract.`,
		Example: `  quock smoke -- python3 reducer.py
  quock smoke --guide`,
		Args: func(cmd *cobra.Command, args []string) error {
			if guide {
				return console.Arguments(cobra.NoArgs)(cmd, args)
			}
			return options.CandidateArgs(0)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if guide {
				_, err := fmt.Fprint(c.Out, contract.Text())
				return err
			}
			return c.smokeCandidate(cmd.Context(), f, dialects, args)
		},
	}
	f.Add(cmd)
	cmd.Flags().StringSliceVar(&dialects, "dialect", nil, "try this `dialect`, with or without a variant; may be repeated (default: all that the candidate reads)")
	cmd.Flags().BoolVar(&guide, "guide", false, "print the contract for authors of candidates, and do nothing else")
	return cmd
}

// mostDetail is the most characters printed of a step's detail.
const mostDetail = 20000

func (c commands) smokeCandidate(ctx context.Context, f *options.CandidateFlags, dialects, args []string) error {
	worst := spec.Pass
	err := runner.Smoke(ctx, f.Command(args), f.Limits(), dialects, func(s runner.Step) {
		fmt.Fprintf(c.Out, "%-16s %s\n", s.Verdict, words.Line(words.Clip(s.Name, console.MostNamed)))
		if s.Detail != "" {
			fmt.Fprintln(c.Out, console.Indent(words.Clip(s.Detail, mostDetail)))
		}
		if !s.Verdict.Passed() && s.Verdict != spec.NotObservable {
			worst = s.Verdict
			if s.Stderr != "" {
				fmt.Fprintf(c.Out, "  stderr:\n%s\n", console.Indent(console.Indent(s.Stderr)))
			}
		}
	})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return console.Exit(console.Interrupted, nil)
	case worst == spec.Pass:
		_, err := fmt.Fprintln(c.Out, "all well; go on with: quock run -- COMMAND")
		return err
	case worst == spec.ProtocolError:
		return console.Exit(console.Usage, nil)
	case worst.Blames():
		return console.Exit(console.Failed, nil)
	}
	return console.Exit(console.Incomplete, nil)
}
