package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/spec/words"
)

// failing keeps what the candidate fails on.
func (d *distilling) failing() error {
	f := d.flags
	m := &material{Case: &runner.Case{Dialect: d.from.Dialect}}
	met, err := m.meet(d.ctx, &againFlags{candidateFlags: f.candidateFlags}, d.command)
	if err != nil {
		return err
	}
	first, err := d.novel()
	if err != nil {
		return err
	}
	found, err := runner.Fails(d.ctx, met.plan, met.starter, met.limits, recordingOf(d.from), runner.FailsOptions{
		Rule: f.rule, First: first, Thorough: f.thorough, Jobs: f.jobs, Runs: f.runs, Stop: f.stop(d.ctx),
	})
	switch {
	case errors.Is(err, runner.ErrPasses):
		return exit(exitUsage, fmt.Errorf("%w: there is nothing to distill", err))
	case err != nil:
		return err
	}
	defer found.Close()
	fmt.Fprintf(d.out, "fails: in %s, after %s; %s to make it small\n",
		between(found.First, found.Last), words.Counted(found.Requests, "request"), words.Counted(found.Shrinking.Shrunk.Runs, "run"))
	sentences(d.out, "breaks ", []string{found.Rule})
	neutral, err := d.keep(&found.Distillate)
	if err != nil {
		return err
	}
	if err = errors.Join(d.differs(met, neutral), d.ctx.Err()); err != nil {
		return err
	}
	fmt.Fprintf(d.out, "again: quock run --fixtures %s -- %s\n", words.Line(f.into), strings.Join(d.command, " "))
	return nil
}

// differs prints what the candidate gets wrong on the kept stream. Its output for
// the trace itself is not printed, because it repeats the trace's words.
func (d *distilling) differs(met *meeting, n *distill.Neutral) error {
	c, err := runner.OfRecords("distilled", n.Stream.Features.Dialect, n.Records, n.Stream.End)
	if err != nil {
		return err
	}
	t, err := runner.Try(d.ctx, met.starter, met.limits, met.plan.Suited(c))
	if err != nil {
		return err
	}
	return d.printSights(t)
}
