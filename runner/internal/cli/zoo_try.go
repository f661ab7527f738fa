package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/probe"
)

// trier returns a function that runs candidates of the bug catalogue in this
// process.
func trier(ctx context.Context) (zoo.Try, error) {
	all, err := runner.LoadCorpus()
	if err != nil {
		return nil, err
	}
	return func(c probe.Candidate, cases []string) ([]string, error) {
		some := &runner.Corpus{Hash: all.Hash}
		for _, written := range all.Cases {
			if slices.Contains(cases, written.Name) {
				some.Cases = append(some.Cases, written)
			}
		}
		return charged(ctx, c, some)
	}, nil
}

// charged runs a candidate on a corpus and returns the charged rules.
func charged(ctx context.Context, c probe.Candidate, corpus *runner.Corpus) ([]string, error) {
	starter, limits := candidate.Value{New: func() probe.Candidate { return c }}, candidate.NewLimits(0, 0)
	first, err := starter.Start(ctx, limits)
	if err != nil {
		return nil, fmt.Errorf("start the candidate: %w", err)
	}
	first.Kill()
	plan, err := runner.NewPlan(runner.Selection{Seed: 1}, corpus, &first.Hello)
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
