package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

func (c console) replay() *cobra.Command {
	f := &candidateFlags{}
	cmd := &cobra.Command{
		Use:   "replay [flags] FILE -- COMMAND [ARGS]",
		Short: "Put one failing case to a candidate again",
		Long: `Put one failing case to a candidate again, from the file that a run left.

It ends with 0 if the candidate passes now, and with 1 if it still fails.`,
		Example: "  quock replay .quock/attach-accumulate-5f2c91aa.txtar -- node my-reducer.mjs",
		Args:    candidateArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[1] == "--" { // flags end at FILE, so the dashes are still there
				args = append(args[:1:1], args[2:]...)
			}
			if len(args) < 2 {
				return candidateArgs(1)(cmd, args)
			}
			return c.replayFile(cmd.Context(), f, args[0], args[1:])
		},
	}
	f.add(cmd)
	return cmd
}

func (c console) replayFile(ctx context.Context, f *candidateFlags, name string, args []string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("replay file %s: %w", name, errors.Unwrap(err)))
	}
	again, rules, err := runner.ReadReplay(text)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("replay file %s: %w", name, err))
	}
	var starter candidate.Starter = f.starter(args)
	if filter, ok := again.FilterFor(args); ok {
		starter = filter
	}
	t, err := runner.Try(ctx, starter, f.limits(), again)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "case %s, dialect %s, %d records\n", again.Name, again.Dialect, len(again.Records))
	for _, id := range rules {
		if r, ok := spec.RuleByID(id); ok {
			fmt.Fprintf(c.out, "%s: %s\n", id, r.Sentence)
		}
	}
	return c.printTrial(t)
}

// printTrial prints what came of a case, and ends with its exit code.
func (c console) printTrial(t *runner.Trial) error {
	fmt.Fprintf(c.out, "verdict: %s\n", t.Verdict)
	if t.Detail != "" {
		fmt.Fprintf(c.out, "%s\n", t.Detail)
	}
	for _, s := range t.Sights {
		if len(s.Differences) == 0 {
			continue
		}
		fmt.Fprintf(c.out, "%s (- expected, + seen):\n", report.Place(s.Position))
		if err := report.Diff(c.out, s.Differences); err != nil {
			return fmt.Errorf("writing the differences: %w", err)
		}
	}
	if t.Stderr != "" && !t.Verdict.Passed() {
		fmt.Fprintf(c.out, "stderr:\n%s\n", indented(t.Stderr))
	}
	switch t.Verdict {
	case spec.Pass:
		return nil
	case spec.ProtocolError:
		return exit(exitUsage, nil)
	case spec.NotRun, spec.HarnessError, spec.Untestable:
		return exit(exitIncomplete, nil)
	}
	return exit(exitFailed, nil)
}
