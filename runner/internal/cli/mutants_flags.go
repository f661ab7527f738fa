package cli

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/spec"
)

// mutantFlags are the flags of mutants.
type mutantFlags struct {
	quick                bool
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
	if f.quick {
		given := cmd.Flags().Changed
		if !given("seeds") {
			f.seeds = quickSeeds
		}
		if !given("cases") {
			f.cases = quickCases
		}
	}
	for name, n := range map[string]int{"seeds": f.seeds, "cases": f.cases, "jobs": f.jobs} {
		if n < 1 {
			return nil, fmt.Errorf("--%s %d: give 1 or more", name, n)
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
		return fmt.Errorf("--mutants %s: no wrong model has such a name", f.only)
	}
	for _, rule := range spec.Rules() {
		if all || broken[rule.ID] {
			r.table.Rules = append(r.table.Rules, rule)
		}
	}
	return nil
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
