package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// defaultFilterCases is how many cases are generated for a filter. Each case is
// two processes or more, of which a machine starts ten a second in a scripting
// language; with the written cases of a dialect that is half a minute.
const defaultFilterCases = 100

// adapterFlags are those that are for adapters alone.
type adapterFlags struct {
	in              []string
	out             string
	filter          bool
	children, label string
	lacks           []string
	output          int
}

func (f *adapterFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.in, "in", nil, "an adapter is to read this `dialect`; as --dialect")
	flags.StringVar(&f.out, "out", "", "an adapter is to write this `dialect`; needed where it writes several. A bare name means the variant that a filter is seen to write")
	flags.BoolVar(&f.filter, "filter", false, "the adapter is a plain filter: the bytes of one stream on its stdin, those of another on its stdout, a process for each; needs --in and --out")
	flags.StringVar(&f.children, "children", spec.ChildrenDropped, "what a filter does with sub-sessions where its output has no place for them: `dropped`, or flattened into the one session")
	flags.StringVar(&f.label, "label", "", "where a filter names agents in metadata: a `path` of keys joined with dots, such as acme.agent")
	flags.StringSliceVar(&f.lacks, "lacks", nil, "a `field` that a filter's output does not carry, such as complete or usage, as an adapter's answer to hello says it; may be repeated")
	flags.IntVar(&f.output, "max-output", candidate.DefaultOutput, "how much a filter may write for one stream, in bytes")
}

// check refuses flags that mean nothing together.
func (f *adapterFlags) check(cmd *cobra.Command) error {
	switch {
	case f.filter && (len(f.in) == 0 || f.out == ""):
		return misuse(cmd, errors.New("--filter: say with --in and --out what it reads and writes"))
	case f.children != spec.ChildrenDropped && f.children != spec.ChildrenFlattened:
		return misuse(cmd, fmt.Errorf("--children %s: give dropped or flattened", f.children))
	case !f.filter && (cmd.Flags().Changed("children") || cmd.Flags().Changed("label") || len(f.lacks) > 0):
		return misuse(cmd, errors.New("--children, --label and --lacks are for a --filter; an adapter says it in its answer to hello"))
	}
	if _, err := spec.ParseFields(f.lacks); err != nil {
		return misuse(cmd, fmt.Errorf("--lacks: %w", err))
	}
	return nil
}

// candidate is how the candidate is started: as a child that speaks the protocol, or a filter.
func (f *runFlags) candidate(ctx context.Context, args []string, l *candidate.Limits) (candidate.Starter, error) {
	if !f.filter {
		return f.starter(args), nil
	}
	lacks, _ := spec.ParseFields(f.lacks) // checked with the flags
	filter := runner.NewFilter(args, f.in, f.out, spec.Adapting{Children: f.children, Label: f.label, Lacks: lacks})
	filter.Output = f.output
	out, err := runner.FilterWrites(ctx, filter, l)
	if err != nil {
		return nil, err
	}
	filter.Hello.Outputs = []string{out}
	return filter, nil
}

// adapts fills in what a run asks of an adapter, and what is compared.
func adapts(p *runner.Plan, c *report.Candidate) {
	shared, ok := p.Shared()
	if !ok {
		return
	}
	c.Out, c.Children, c.Label, c.Filter = p.Adapts.Out, p.Adapts.Children, p.Adapts.Label, p.Adapts.Filter
	c.Observes = shared.Observes()
	c.Compared, c.NotCompared = shared.Words()
}
