package traces

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/internal/cli/again"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/distilling"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec/words"
)

// failing keeps what the candidate fails on.
func (d *oneTrace) failing() error {
	f := d.flags
	m := &input.Case{Case: &plan.Case{Dialect: d.From.Dialect}}
	met, err := again.Meet(d.ctx, m, &again.Flags{CandidateFlags: f.CandidateFlags}, d.command)
	if err != nil {
		return err
	}
	first, err := d.Novel()
	if err != nil {
		return err
	}
	found, err := runner.Fails(d.ctx, met.Plan, met.Starter, met.Limits, distilling.Recording(d.From), runner.FailsOptions{
		Rule: f.rule, First: first, Thorough: f.thorough, Jobs: f.jobs, Runs: f.runs, Stop: f.stop(d.ctx),
	})
	switch {
	case errors.Is(err, runner.ErrPasses):
		return console.Exit(console.Usage, fmt.Errorf("%w: there is nothing to distill", err))
	case err != nil:
		return err
	}
	defer found.Close()
	fmt.Fprintf(d.Out, "fails: in %s, after %s; %s to make it small\n",
		found.Place(), words.Counted(found.Requests, "request"), words.Counted(found.Shrinking.Shrunk.Runs, "run"))
	again.Sentences(d.Out, "breaks ", []string{found.Rule})
	neutral, err := d.Keep(&found.Distillate)
	if err != nil {
		return err
	}
	if err = errors.Join(d.differs(met, neutral), d.ctx.Err()); err != nil {
		return err
	}
	fmt.Fprintf(d.Out, "again: quock run --fixtures %s -- %s\n", words.Line(f.into), strings.Join(d.command, " "))
	return nil
}

// differs prints what the candidate gets wrong on the kept stream. Its output for
// the trace itself is not printed, because it repeats the trace's words.
func (d *oneTrace) differs(met *again.Meeting, n *distill.Neutral) error {
	c, err := plan.OfRecords("distilled", n.Stream.Features.Dialect, n.Records, n.Stream.End)
	if err != nil {
		return err
	}
	t, err := runner.Try(d.ctx, met.Starter, met.Limits, met.Plan.Suited(c))
	if err != nil {
		return err
	}
	return again.PrintObserved(d.Out, t)
}

// report lists what traces and fixtures show together.
func (d *distillery) report(ctx context.Context, names []string) error {
	var all behaviour.Set
	for _, name := range names {
		shown, err := d.shows(ctx, name)
		if err != nil {
			return err
		}
		all = all.Union(shown)
	}
	return all.Write(d.Out)
}

// shows returns the behaviours of a fixture, of a folder of fixtures, or of
// traces.
func (d *distillery) shows(ctx context.Context, name string) (behaviour.Set, error) {
	var all behaviour.Set
	if streams, are, err := input.Fixtures(name); are || err != nil {
		if err != nil {
			return all, console.Exit(console.Usage, err)
		}
		for i := range streams {
			all = all.Union(behaviour.All(&streams[i]))
		}
		return all, nil
	}
	for _, place := range input.Find([]string{name}, d.flags.all) {
		err := d.importing(ctx, place, func(from *trace.Import) error {
			shown, err := showsOf(from)
			all = all.Union(shown)
			return err
		})
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// showsOf returns the behaviours of a trace.
func showsOf(from *trace.Import) (behaviour.Set, error) {
	pass, err := distill.Kept(distilling.Recording(from))
	if err != nil {
		return behaviour.Set{}, err
	}
	all := pass.Behaviours
	for _, p := range pass.Pieces {
		all = all.Union(behaviour.Rules(&p.Stream))
	}
	return all, nil
}
