package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/words"
)

func (c console) smoke() *cobra.Command {
	f, guide, dialects := &candidateFlags{}, false, []string{}
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
				return arguments(cobra.NoArgs)(cmd, args)
			}
			return candidateArgs(0)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if guide {
				_, err := fmt.Fprint(c.out, contract.Text())
				return err
			}
			return c.smokeCandidate(cmd.Context(), f, dialects, args)
		},
	}
	f.add(cmd)
	cmd.Flags().StringSliceVar(&dialects, "dialect", nil, "try this `dialect`, with or without a variant; may be repeated (default: all that the candidate reads)")
	cmd.Flags().BoolVar(&guide, "guide", false, "print the contract for authors of candidates, and do nothing else")
	return cmd
}

// mostNamed and mostDetail are the most characters printed of a step's name and of
// its detail.
const (
	mostNamed  = 200
	mostDetail = 20000
)

func (c console) smokeCandidate(ctx context.Context, f *candidateFlags, dialects, args []string) error {
	worst := spec.Pass
	err := runner.Smoke(ctx, f.starter(args), f.limits(), dialects, func(s runner.Step) {
		fmt.Fprintf(c.out, "%-16s %s\n", s.Verdict, words.Line(words.Clip(s.Name, mostNamed)))
		if s.Detail != "" {
			fmt.Fprintln(c.out, indented(words.Clip(s.Detail, mostDetail)))
		}
		if !s.Verdict.Passed() && s.Verdict != spec.NotObservable {
			worst = s.Verdict
			if s.Stderr != "" {
				fmt.Fprintf(c.out, "  stderr:\n%s\n", indented(indented(s.Stderr)))
			}
		}
	})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return exit(exitInterrupted, nil)
	case worst == spec.Pass:
		_, err := fmt.Fprintln(c.out, "all well; go on with: quock run -- COMMAND")
		return err
	case worst == spec.ProtocolError:
		return exit(exitUsage, nil)
	case worst.Blames():
		return exit(exitFailed, nil)
	}
	return exit(exitIncomplete, nil)
}
