package options

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// CandidateFlags are the flags of every command that starts a candidate.
type CandidateFlags struct {
	hello, floor time.Duration
	line         int
}

// Add gives a command the flags. Its arguments end with the candidate's command.
func (f *CandidateFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.DurationVar(&f.hello, "hello-timeout", candidate.DefaultHello, "how long the candidate may take to answer hello")
	flags.DurationVar(&f.floor, "timeout", candidate.DefaultFloor, "the shortest time limit for an answer; it grows if the candidate's first answers are slow")
	flags.IntVar(&f.line, "max-line", probe.DefaultLimits().Line, "the longest line of the protocol, in `bytes`")
	console.Bound(flags, 0, "hello-timeout", "timeout")
	console.Bound(flags, 1, "max-line")
	flags.SetInterspersed(false) // flags after the command belong to the candidate
}

// Command returns the starter of a candidate that speaks the protocol; args is its command.
func (f *CandidateFlags) Command(args []string) candidate.Command {
	lines := probe.DefaultLimits()
	lines.Line = f.line
	return candidate.Command{Args: args, Harness: runner.Harness, Lines: lines}
}

// Limits returns the time limits of all processes of the candidate.
func (f *CandidateFlags) Limits() *candidate.Limits { return candidate.NewLimits(f.hello, f.floor) }

// DefaultFilterCases is the number of cases generated for a filter. Each case
// starts at least two processes. A machine starts about ten processes of a
// scripting language a second, so a run, with the written cases of a dialect,
// takes half a minute.
const DefaultFilterCases = 100

// AdapterFlags are the flags for adapters only.
type AdapterFlags struct {
	In              []string
	out             string
	Filter          bool
	children, label string
	lacks, modes    []string
	output          int
}

// Add gives a command the flags.
func (f *AdapterFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.In, "in", nil, "the `dialect` that an adapter reads; same as --dialect")
	flags.StringVar(&f.out, "out", "", "the `dialect` that an adapter writes; required if it writes several. For a filter, a bare name means the variant found in its output")
	flags.BoolVar(&f.Filter, "filter", false, "the adapter is a plain filter: it reads one stream from stdin and writes another to stdout, one process for each stream; requires --in and --out")
	flags.StringVar(&f.children, "children", spec.ChildrenDropped, "how a filter handles sub-sessions that its output cannot represent: `dropped`, or flattened into the one session")
	flags.StringVar(&f.label, "label", "", "the metadata `path` where a filter writes the agent's name: keys joined with dots, such as acme.agent")
	flags.StringSliceVar(&f.lacks, "lacks", nil, "a `field` that a filter's output does not carry, such as complete or usage; the names are those of \"lacks\" in an adapter's answer to hello; may be repeated")
	flags.StringSliceVar(&f.modes, "modes", nil, "a LangGraph stream `mode` that a filter reads, such as messages; without it a filter reads all modes; may be repeated")
	flags.IntVar(&f.output, "max-output", candidate.DefaultOutput, "the most `bytes` that a filter may write for one stream")
	console.Bound(flags, 1, "max-output")
}

// Check refuses flags that do not go together.
func (f *AdapterFlags) Check(cmd *cobra.Command) error {
	switch {
	case f.Filter && (len(f.In) == 0 || f.out == ""):
		return console.Misuse(cmd, errors.New("--filter: give --in and --out, the dialects that it reads and writes"))
	case f.children != spec.ChildrenDropped && f.children != spec.ChildrenFlattened:
		return console.Misuse(cmd, fmt.Errorf("--children %s: give dropped or flattened", f.children))
	case !f.Filter && (cmd.Flags().Changed("children") || cmd.Flags().Changed("label") || len(f.lacks)+len(f.modes) > 0):
		return console.Misuse(cmd, errors.New("--children, --label, --lacks and --modes need --filter; any other adapter declares them in its answer to hello"))
	}
	if _, err := spec.ParseFields(f.lacks); err != nil {
		return console.Misuse(cmd, fmt.Errorf("--lacks: %w", err))
	}
	for _, mode := range f.modes {
		if spec.StreamMode(mode) == "" {
			return console.Misuse(cmd, fmt.Errorf("--modes %s: give one of %s", mode, strings.Join(spec.StreamModes(), ", ")))
		}
	}
	return nil
}

// Starter returns the starter of the candidate: a child process that speaks the
// protocol, or a filter.
func (f *CaseFlags) Starter(ctx context.Context, args []string, l *candidate.Limits) (candidate.Starter, error) {
	if !f.Filter {
		return f.Command(args), nil
	}
	lacks, _ := spec.ParseFields(f.lacks) // checked with the flags
	filter := runner.NewFilter(args, f.In, f.out, spec.Adapting{Children: f.children, Label: f.label, Lacks: lacks, Modes: f.modes})
	filter.Output = f.output
	out, err := runner.FilterWrites(ctx, filter, l)
	if err != nil {
		return nil, err
	}
	filter.Hello.Outputs = []string{out}
	return filter, nil
}

// CandidateArgs requires a candidate's command after the given number of
// arguments.
func CandidateArgs(before int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= before {
			return console.Misuse(cmd, errors.New("no candidate: give its command at the end, after --"))
		}
		if err := candidate.Startable(); err != nil {
			return console.Exit(console.Usage, err)
		}
		return nil
	}
}
