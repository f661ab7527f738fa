package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/quock-dev/quock/runner/parallel"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
)

// The sizes of a full run and of a quick one.
const (
	fullSeeds, fullCases   = 20, 2000
	quickSeeds, quickCases = 3, 1000
)

func (c console) mutants() *cobra.Command {
	f := mutantFlags{}
	cmd := &cobra.Command{
		Use:   "mutants",
		Short: "Test the suite itself: count the cases that kill each wrong model",
		Long: `Test the suite itself: run every wrong model on generated cases, and print how many cases kill it
and which rules' checks detect it; survivors come first. No model of a reducer can break some rules;
these are proved with wrong stores, adapters, candidates, recordings, and readers and writers of
bytes.

The exit code is 0 if no wrong model survives, a check of its own family detects each one, every rule
catches something wrong, and every proof holds; else it is 1.`,
		Example: `  quock mutants --quick
  quock mutants --mutants 'attach/*'
  quock mutants --quick --without attach/backward`,
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			run, err := f.read(cmd)
			if err != nil {
				return exit(exitUsage, err)
			}
			return c.killMatrix(cmd.Context(), run)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.quick, "quick", false, fmt.Sprintf("%d seeds of %d cases; takes some seconds", quickSeeds, quickCases))
	flags.IntVar(&f.seeds, "seeds", fullSeeds, "how many seeds to try each wrong model with")
	flags.IntVar(&f.cases, "cases", fullCases, "the most cases for a wrong model and a seed")
	flags.StringVar(&f.only, "mutants", "**", "try the wrong models whose names match this `pattern`, and judge the rules that they break")
	flags.StringVar(&f.strategy, "strategy", generator.Mixed.String(), "how cases are generated: mixed, even, swarm or soft")
	flags.StringArrayVar(&f.without, "without", nil, "switch off the check of this `rule`, or of all that match a pattern; may be repeated")
	flags.StringVar(&f.form, "format", "text", "print the table as text or markdown")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "how many seeds to try at once")
	return cmd
}

// killMatrix runs, prints the table and judges it.
func (c console) killMatrix(ctx context.Context, run *mutantRun) error {
	written, err := matrix.Written()
	if err != nil {
		return err
	}
	run.Written, run.Map = written, parallel.Map(run.jobs)
	run.Stop = func() bool { return ctx.Err() != nil }
	run.table.Rows = matrix.Run(run.Options)
	if err := run.prove(ctx); err != nil {
		return err
	}
	verdict := matrix.Judge(run.table.Rows, run.table.Proofs, run.table.Rules, run.Without)
	matrix.Sort(run.table.Rows)
	if err := run.print(&run.table, c.out); err != nil {
		return err
	}
	if !verdict.Sound() {
		return exit(exitFailed, errors.New(verdict.Reason()))
	}
	return nil
}

// prove runs the proofs of the judged rules.
func (r *mutantRun) prove(ctx context.Context) error {
	proofs, err := matrix.Proofs()
	if err != nil {
		return err
	}
	for _, p := range proofs {
		if r.judges(p.Rule) && !r.Without(p.Rule) {
			r.table.Proofs = append(r.table.Proofs, p)
		}
	}
	try, err := trier(ctx)
	if err != nil {
		return err
	}
	if err := matrix.Prove(r.table.Proofs, try); err != nil {
		return err
	}
	return ctx.Err()
}
