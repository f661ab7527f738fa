package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

func (c commands) bugs() *cobra.Command {
	run := false
	cmd := &cobra.Command{
		Use:   "zoo [ID]",
		Short: "Show which public bugs the rules catch, and the proofs",
		Long: `Show the bug catalogue: how many public bugs of each class the rules catch, and which are out of
scope and why. With an id, show the rule and the proof of one bug.

A proof is something that has the bug (a wrong model, candidate, store, adapter or reader of bytes)
and a stream on which a check of the rule detects it. --run runs the proofs; all of them take about
half a minute. A bug whose proof fails does not count as caught, and the exit code is 1.`,
		Example: `  quock zoo
  quock zoo Z031
  quock zoo --run`,
		Args: console.Arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			rows, err := zoo.Read()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return c.printBugs(cmd.Context(), rows, run)
			}
			for i := range rows {
				if rows[i].ID == args[0] {
					return c.printBug(cmd.Context(), &rows[i], run)
				}
			}
			return console.Exit(console.Usage, unknownBug(args[0], rows))
		},
		ValidArgsFunction: completeBugs,
	}
	cmd.Flags().BoolVar(&run, "run", false, "run the proofs")
	return cmd
}

// unknownBug says which bugs there are.
func unknownBug(id string, rows []zoo.Row) error {
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	meant := "."
	if near := spec.Nearest(id, ids); near != "" {
		meant = fmt.Sprintf(", did you mean %s?", near)
	}
	return fmt.Errorf("no bug %q%s They are %s to %s, with gaps", id, meant, ids[0], ids[len(ids)-1])
}

// printBugs prints the shares and what is out of scope.
func (c commands) printBugs(ctx context.Context, rows []zoo.Row, run bool) error {
	failed := 0
	if run {
		errs, err := proveAll(ctx, rows)
		if err != nil {
			return err
		}
		failed = len(errs)
		for _, err := range errs {
			fmt.Fprintf(c.Out, "FAIL %v\n", err)
		}
	}
	classes, all := zoo.Shares(rows)
	fmt.Fprintf(c.Out, "%d of %d public bugs are caught by a rule: %d %%\n", all.Caught, all.Rows, all.Percent())
	if n := waiting(rows); n > 0 {
		fmt.Fprintf(c.Out, "%d of these by rules that are not checked on candidates yet: their proofs use a wrong reader of our own\n", n)
	}
	if run {
		fmt.Fprintf(c.Out, "proofs: %d hold, %d fail\n", all.Caught, failed)
	}
	if err := c.printShares(classes); err != nil {
		return err
	}
	fmt.Fprint(c.Out, "\nout of scope:\n")
	for i := range rows {
		if r := &rows[i]; r.Reason != "" {
			fmt.Fprintf(c.Out, "  %s %s: %s\n    why: %s\n", r.ID, r.Thread, r.Mechanism, r.Reason)
		}
	}
	_, err := fmt.Fprint(c.Out, "\nquock zoo ID shows the rule and the proof of one\n")
	if failed > 0 {
		return console.Exit(console.Failed, fmt.Errorf("%d proofs fail", failed))
	}
	return err
}

// waiting counts the rows whose rule is not checked on candidates yet.
func waiting(rows []zoo.Row) int {
	n := 0
	for i := range rows {
		if rule, ok := spec.RuleByID(rows[i].Rule); ok && rule.Waits != "" {
			n++
		}
	}
	return n
}

func (c commands) printShares(classes []zoo.Share) error {
	fmt.Fprintln(c.Out)
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, s := range classes {
		fmt.Fprintf(table, "  %s\t%d of %d\t%d %%\n", s.Class, s.Caught, s.Rows, s.Percent())
	}
	return table.Flush()
}

// printBug prints one row.
func (c commands) printBug(ctx context.Context, r *zoo.Row, run bool) error {
	fmt.Fprintf(c.Out, "%s %s (%s)\n  %s\n", r.ID, r.Thread, r.Class, r.Mechanism)
	if !r.Caught() {
		_, err := fmt.Fprintf(c.Out, "out of scope: %s\n", r.Reason)
		return err
	}
	rule, _ := spec.RuleByID(r.Rule)
	fmt.Fprintf(c.Out, "caught by %s (%s): %s\n", r.Rule, rule.Level, rule.Sentence)
	_, err := fmt.Fprintf(c.Out, "proof: %s\n  %s\n", r.Proof, zoo.About(r.Proof))
	if !run || err != nil {
		return err
	}
	errs, err := proveAll(ctx, []zoo.Row{*r})
	if err != nil {
		return err
	}
	if len(errs) > 0 {
		return console.Exit(console.Failed, fmt.Errorf("the proof fails: %w", errs[0]))
	}
	_, err = fmt.Fprintln(c.Out, "the proof holds")
	return err
}

// proveAll runs the proofs of the rows. A row whose proof fails no longer counts as
// caught. The second error is a failure of quock itself.
func proveAll(ctx context.Context, rows []zoo.Row) ([]error, error) {
	try, err := trier(ctx)
	if err != nil {
		return nil, err
	}
	p, err := zoo.NewProver(try)
	if err != nil {
		return nil, err
	}
	var failed []error
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := p.Prove(&rows[i]); err != nil {
			failed = append(failed, err)
			rows[i].Rule = ""
		}
	}
	return failed, ctx.Err()
}

func completeBugs(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	rows, err := zoo.Read()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var ids []string
	for _, r := range rows {
		if strings.HasPrefix(r.ID, typed) {
			ids = append(ids, cobra.CompletionWithDesc(r.ID, r.Mechanism))
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// trier returns a function that runs candidates of the bug catalogue in this
// process.
func trier(ctx context.Context) (zoo.Try, error) {
	all, err := plan.LoadCorpus()
	if err != nil {
		return nil, err
	}
	return func(c probe.Candidate, cases []string) ([]string, error) {
		some := &plan.Corpus{Hash: all.Hash}
		for _, written := range all.Cases {
			if slices.Contains(cases, written.Name) {
				some.Cases = append(some.Cases, written)
			}
		}
		return attributedRules(ctx, c, some)
	}, nil
}

// attributedRules runs a candidate on a corpus and returns the charged rules.
func attributedRules(ctx context.Context, c probe.Candidate, corpus *plan.Corpus) ([]string, error) {
	starter, limits := candidate.Value{New: func() probe.Candidate { return c }}, candidate.NewLimits(0, 0)
	first, err := starter.Start(ctx, limits)
	if err != nil {
		return nil, fmt.Errorf("start the candidate: %w", err)
	}
	first.Kill()
	plan, err := plan.New(plan.Selection{Seed: 1}, corpus, &first.Hello)
	if err != nil {
		return nil, fmt.Errorf("plan its run: %w", err)
	}
	var done []report.Case
	options := runner.Options{Jobs: 1, Deaths: runner.DefaultDeaths, Timeouts: runner.DefaultTimeouts}
	_, err = runner.Run(ctx, plan, starter, limits, options, func(c report.Case) error {
		done = append(done, c)
		return nil
	})
	var rules []string
	for _, g := range report.Groups(done) {
		rules = append(rules, g.Best.Rule)
	}
	return rules, err
}
