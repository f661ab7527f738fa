package again

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/internal/cli/completion"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

func (c commands) replay() *cobra.Command {
	f, svg := &Flags{}, ""
	cmd := &cobra.Command{
		Use:   "replay [flags] FILE -- COMMAND [ARGS]",
		Short: "Run a candidate again on one case or recorded stream",
		Long: `Run a candidate again on one case or recorded stream.

` + againLong + `

Exit codes: 0 the candidate passes; 1 it fails; 3 quock itself fails.`,
		Example: `  quock replay .quock/my-reducer/attach-accumulate-5f2c91aa.txtar -- node my-reducer.mjs
  quock replay --dialect langgraph:js recording.jsonl.gz -- node my-reducer.mjs`,
		Args:              options.CandidateArgs(1),
		ValidArgsFunction: completion.Cases,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, command, err := fileAndCommand(cmd, args)
			if err != nil {
				return err
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
			return "", nil, console.Misuse(cmd, fmt.Errorf("flag %s behind %s: put -- before the candidate's command", args[1], args[0]))
		}
		if err := cmd.Flags().Parse(args[1:end]); err != nil {
			return "", nil, console.Misuse(cmd, console.NearestFlag(cmd, err))
		}
		if rest := cmd.Flags().Args(); len(rest) > 0 {
			return "", nil, console.Misuse(cmd, fmt.Errorf("%s behind %s: give one file, and the candidate's command behind --", rest[0], args[0]))
		}
		args = append(args[:1:1], args[end:]...)
	}
	if args[1] == "--" {
		args = append(args[:1:1], args[2:]...)
	}
	if len(args) < 2 {
		return "", nil, options.CandidateArgs(1)(cmd, args)
	}
	return args[0], args[1:], nil
}

func (c commands) replayFile(ctx context.Context, f *Flags, svg, name string, args []string) error {
	again, err := input.Read(ctx, c.In, name, f.Options)
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	met, err := Meet(ctx, again, f, args)
	if err != nil {
		return err
	}
	t, err := runner.Try(ctx, met.Starter, met.Limits, again.Case)
	if err != nil {
		return err
	}
	printCase(c.Out, again)
	if svg != "" {
		if err := c.drawTrial(svg, again, t); err != nil {
			return err
		}
	}
	if err := c.printTrial(t); t.Verdict != spec.HarnessError {
		return err
	}
	return console.Exit(console.Incomplete, fmt.Errorf("quock itself failed on this stream, not the candidate: please send %s to quock's issue tracker", words.Line(name)))
}

// mostShown is how many differences of a position are shown.
const mostShown = 40

// printTrial prints the result of a case and returns its exit code.
func (c commands) printTrial(t *ask.Trial) error {
	fmt.Fprintf(c.Out, "verdict: %s\n", t.Verdict)
	Sentences(c.Out, "breaks ", t.Blamed)
	if t.Detail != "" {
		fmt.Fprintf(c.Out, "%s\n", console.HangingIndent(t.Detail))
	}
	if err := PrintObserved(c.Out, t); err != nil {
		return fmt.Errorf("writing the differences: %w", err)
	}
	if t.Stderr != "" && !t.Verdict.Passed() {
		fmt.Fprintf(c.Out, "stderr:\n%s\n", console.Indent(t.Stderr))
	}
	return console.Exit(codeOfVerdict(t.Verdict), nil)
}

// PrintObserved prints with which deviations the candidate reads as the reference does,
// and what differs: at each position what did not differ at one before.
func PrintObserved(to io.Writer, t *ask.Trial) error {
	readsAs(to, t.ReadsAs)
	seen, again := map[string]bool{}, 0
	for _, s := range t.Observed {
		fresh := slices.DeleteFunc(slices.Clone(s.Differences), func(d spec.Difference) bool { return seen[d.Path] })
		if len(fresh) == 0 {
			if len(s.Differences) > 0 {
				again++
			}
			continue
		}
		for _, d := range fresh {
			seen[d.Path] = true
		}
		fmt.Fprintf(to, "%s (- expected, + seen):\n", report.Place(s.Position))
		if err := report.Diff(to, fresh[:min(mostShown, len(fresh))]); err != nil {
			return err
		}
		if more := len(fresh) - mostShown; more > 0 {
			fmt.Fprintf(to, "     … and %d more\n", more)
		}
	}
	if again > 0 {
		fmt.Fprintf(to, "nothing new differs at %s\n", words.Counted(again, "further position"))
	}
	return nil
}

// readsAs prints with which deviations the candidate reads as the reference does.
func readsAs(to io.Writer, line string) {
	if line != "" {
		fmt.Fprintln(to, words.Line(line))
	}
}

// codeOfVerdict returns the exit code of one case.
func codeOfVerdict(v spec.Verdict) int {
	switch v {
	case spec.Pass:
		return console.Fine
	case spec.ProtocolError:
		return console.Usage
	case spec.NotRun, spec.HarnessError, spec.Untestable:
		return console.Incomplete
	}
	return console.Failed
}
