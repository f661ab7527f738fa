package catalogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/spec"
)

// The sizes of a full run and of a quick one.
const (
	fullSeeds, fullCases = 20, 2000
	fewSeeds, fewCases   = 3, 1000
)

func (c commands) mutants() *cobra.Command {
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
		Args: console.Arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			run, err := f.read(cmd)
			if err != nil {
				return console.Exit(console.Usage, err)
			}
			return c.killMatrix(cmd.Context(), run)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.few, "quick", false, fmt.Sprintf("%d seeds of %d cases; takes some seconds", fewSeeds, fewCases))
	flags.IntVar(&f.seeds, "seeds", fullSeeds, "how many seeds to try each wrong model with")
	flags.IntVar(&f.cases, "cases", fullCases, "the most cases for a wrong model and a seed")
	flags.StringVar(&f.only, "mutants", "**", "try the wrong models whose names match this `pattern`, and judge the rules that they break")
	flags.StringVar(&f.strategy, "strategy", generator.Mixed.String(), "how cases are generated: mixed, even, swarm or soft")
	flags.StringArrayVar(&f.without, "without", nil, "switch off the check of this `rule`, or of all that match a pattern; may be repeated")
	flags.StringVar(&f.form, "format", "text", "print the table as text or markdown")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "how many seeds to try at once")
	console.Bound(flags, 1, "seeds", "cases", "jobs")
	return cmd
}

// killMatrix runs, prints the table and judges it.
func (c commands) killMatrix(ctx context.Context, run *mutantRun) error {
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
	if err := run.print(&run.table, c.Out); err != nil {
		return err
	}
	if !verdict.Sound() {
		return console.Exit(console.Failed, errors.New(verdict.Reason()))
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

// mutantFlags are the flags of mutants.
type mutantFlags struct {
	few                  bool
	seeds, cases, jobs   int
	only, strategy, form string
	without              []string
}

// A mutantRun is the run that the flags ask for.
type mutantRun struct {
	matrix.Options
	jobs  int
	table matrix.Table
	print func(*matrix.Table, io.Writer) error
}

// judges reports whether the run judges the rule.
func (r *mutantRun) judges(rule string) bool {
	return slices.ContainsFunc(r.table.Rules, func(judged spec.Rule) bool { return judged.ID == rule })
}

// read makes a run from the flags. An error says which flag is wrong, and why.
func (f *mutantFlags) read(cmd *cobra.Command) (*mutantRun, error) {
	if f.few {
		given := cmd.Flags().Changed
		if !given("seeds") {
			f.seeds = fewSeeds
		}
		if !given("cases") {
			f.cases = fewCases
		}
	}
	r := &mutantRun{jobs: f.jobs}
	r.Seeds, r.Cases, r.Shapes = f.seeds, f.cases, matrix.Shapes()
	r.table = matrix.Table{Seeds: f.seeds, Cases: f.cases, Strategy: f.strategy}
	for _, step := range []func(*mutantRun) error{f.choose, f.explore, f.switchOff, f.printAs} {
		if err := step(r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// choose selects the wrong models and the rules to judge.
func (f *mutantFlags) choose(r *mutantRun) error {
	p, err := pattern.Parse(f.only)
	if err != nil {
		return fmt.Errorf("--mutants: %w", err)
	}
	broken, all := map[string]bool{}, true
	for _, m := range deviation.Models() {
		if p.Match(m.Name) || p.Match(m.Path()) {
			r.Mutants = append(r.Mutants, m)
			broken[m.Rule()] = true
		}
		all = all && p.Match(m.Path())
	}
	if len(r.Mutants) == 0 {
		return fmt.Errorf("--mutants %s: no wrong model has such a name%s", f.only, nearestMutant(f.only))
	}
	for _, rule := range spec.Rules() {
		if all || broken[rule.ID] {
			r.table.Rules = append(r.table.Rules, rule)
		}
	}
	return nil
}

// nearestMutant suggests the wrong model whose path, or name, is spelled nearly so.
func nearestMutant(text string) string {
	var known []string
	for _, m := range deviation.Models() {
		known = append(known, m.Path(), m.Name)
	}
	if near := spec.Nearest(text, known); near != "" {
		return ", perhaps " + near
	}
	return ""
}

func (f *mutantFlags) explore(r *mutantRun) error {
	for s := generator.Mixed; s <= generator.Soft; s++ {
		if s.String() == f.strategy {
			r.Source = matrix.Generated(s)
			return nil
		}
	}
	return fmt.Errorf("--strategy %s: give mixed, even, swarm or soft", f.strategy)
}

// switchOff reads which checks to switch off.
func (f *mutantFlags) switchOff(r *mutantRun) error {
	var off []pattern.Pattern
	for _, text := range f.without {
		p, err := pattern.Parse(text)
		if err != nil {
			return fmt.Errorf("--without: %w", err)
		}
		if !slices.ContainsFunc(spec.Rules(), func(rule spec.Rule) bool { return p.Match(rule.ID) }) {
			return fmt.Errorf("--without %s: no such rule%s; quock rules lists them all", text, nearest(text))
		}
		off = append(off, p)
	}
	r.Without = func(rule string) bool {
		return slices.ContainsFunc(off, func(p pattern.Pattern) bool { return p.Match(rule) })
	}
	return nil
}

func (f *mutantFlags) printAs(r *mutantRun) error {
	switch f.form {
	case "text":
		r.print = (*matrix.Table).Text
	case "markdown":
		r.print = (*matrix.Table).Markdown
	default:
		return fmt.Errorf("--format %s: give text or markdown", f.form)
	}
	return nil
}
