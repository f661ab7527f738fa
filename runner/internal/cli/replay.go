package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

func (c console) replay() *cobra.Command {
	f, svg := &againFlags{}, ""
	cmd := &cobra.Command{
		Use:   "replay [flags] FILE -- COMMAND [ARGS]",
		Short: "Run a candidate again on one case or recorded stream",
		Long: `Run a candidate again on one case or recorded stream.

` + againLong + `

Exit codes: 0 the candidate passes; 1 it fails; 3 quock itself fails.`,
		Example: `  quock replay .quock/my-reducer/attach-accumulate-5f2c91aa.txtar -- node my-reducer.mjs
  quock replay --dialect langgraph:js recording.jsonl.gz -- node my-reducer.mjs`,
		Args:              candidateArgs(1),
		ValidArgsFunction: completeCases,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, command, err := fileAndCommand(cmd, args)
			if err != nil {
				return err
			}
			if err := f.readingFlags.check(); err != nil {
				return misuse(cmd, err)
			}
			return c.replayFile(cmd.Context(), f, svg, name, command)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&svg, "svg", "", "draw what happens as an SVG picture into this `file`")
	return cmd
}

// fileAndCommand separates FILE from the candidate's command. Flags end at FILE, so
// args may still contain the "--". Flags between FILE and that are ours as well.
func fileAndCommand(cmd *cobra.Command, args []string) (string, []string, error) {
	if strings.HasPrefix(args[1], "-") && args[1] != "--" {
		end := slices.Index(args, "--")
		if end < 0 {
			return "", nil, misuse(cmd, fmt.Errorf("flag %s behind %s: put -- before the candidate's command", args[1], args[0]))
		}
		if err := cmd.Flags().Parse(args[1:end]); err != nil {
			return "", nil, misuse(cmd, nearestFlag(cmd, err))
		}
		if rest := cmd.Flags().Args(); len(rest) > 0 {
			return "", nil, misuse(cmd, fmt.Errorf("%s behind %s: give one file, and the candidate's command behind --", rest[0], args[0]))
		}
		args = append(args[:1:1], args[end:]...)
	}
	if args[1] == "--" {
		args = append(args[:1:1], args[2:]...)
	}
	if len(args) < 2 {
		return "", nil, candidateArgs(1)(cmd, args)
	}
	return args[0], args[1:], nil
}

func (c console) replayFile(ctx context.Context, f *againFlags, svg, name string, args []string) error {
	again, err := input.Read(ctx, c.in, name, f.Options)
	if err != nil {
		return exit(exitUsage, err)
	}
	met, err := meet(ctx, again, f, args)
	if err != nil {
		return err
	}
	t, err := runner.Try(ctx, met.starter, met.limits, again.Case)
	if err != nil {
		return err
	}
	printCase(c.out, again)
	if svg != "" {
		if err := c.drawTrial(svg, again, t); err != nil {
			return err
		}
	}
	if err := c.printTrial(t); t.Verdict != spec.HarnessError {
		return err
	}
	return exit(exitIncomplete, fmt.Errorf("quock itself failed on this stream, not the candidate: please send %s to quock's issue tracker", words.Line(name)))
}

// mostShown is how many differences of a position are shown.
const mostShown = 40

// printTrial prints the result of a case and returns its exit code.
func (c console) printTrial(t *ask.Trial) error {
	fmt.Fprintf(c.out, "verdict: %s\n", t.Verdict)
	sentences(c.out, "breaks ", t.Blamed)
	if t.Detail != "" {
		fmt.Fprintf(c.out, "%s\n", setIn(t.Detail))
	}
	if err := c.printSights(t); err != nil {
		return fmt.Errorf("writing the differences: %w", err)
	}
	if t.Stderr != "" && !t.Verdict.Passed() {
		fmt.Fprintf(c.out, "stderr:\n%s\n", indented(t.Stderr))
	}
	return exit(codeOfVerdict(t.Verdict), nil)
}

// printSights prints with which deviations the candidate reads as the reference does,
// and what differs: at each position what did not differ at one before.
func (c console) printSights(t *ask.Trial) error {
	c.readsAs(t.ReadsAs)
	seen, again := map[string]bool{}, 0
	for _, s := range t.Observed {
		fresh := slices.DeleteFunc(slices.Clone(s.Differences), func(d spec.Difference) bool { return seen[d.Path] })
		if len(fresh) == 0 {
			again += number(len(s.Differences) > 0)
			continue
		}
		for _, d := range fresh {
			seen[d.Path] = true
		}
		fmt.Fprintf(c.out, "%s (- expected, + seen):\n", report.Place(s.Position))
		if err := report.Diff(c.out, fresh[:min(mostShown, len(fresh))]); err != nil {
			return err
		}
		if more := len(fresh) - mostShown; more > 0 {
			fmt.Fprintf(c.out, "     … and %d more\n", more)
		}
	}
	if again > 0 {
		fmt.Fprintf(c.out, "nothing new differs at %s\n", words.Counted(again, "further position"))
	}
	return nil
}

// readsAs prints with which deviations the candidate reads as the reference does.
func (c console) readsAs(line string) {
	if line != "" {
		fmt.Fprintln(c.out, words.Line(line))
	}
}

// codeOfVerdict returns the exit code of one case.
func codeOfVerdict(v spec.Verdict) int {
	switch v {
	case spec.Pass:
		return exitFine
	case spec.ProtocolError:
		return exitUsage
	case spec.NotRun, spec.HarnessError, spec.Untestable:
		return exitIncomplete
	}
	return exitFailed
}
