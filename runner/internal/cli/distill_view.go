package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/shelf"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/words"
)

// describeSecrets describes the secrets of a trace: kinds, counts and lines.
func describeSecrets(all []secret.KindCount) string {
	if len(all) == 0 {
		return "none found in it"
	}
	var b strings.Builder
	b.WriteString("found in it, by kind and line; none is printed or kept")
	for _, k := range all {
		more := ""
		if k.N > len(k.Lines) {
			more = ", …"
		}
		fmt.Fprintf(&b, "\n  %d %s: %s%s", k.N, k.Kind, listed(k.Lines), more)
	}
	return b.String()
}

func listed(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

// size prints how much was read, and what could not be.
func (d *distilling) size() {
	n := &d.counts
	fmt.Fprintf(d.out, "read: %s, %s, %d bytes\n", words.Counted(n.Records, "record"), words.Counted(n.Events, "event"), n.Bytes)
	var odd []string
	add := func(n int, what, behind string) {
		if n > 0 {
			odd = append(odd, words.Counted(n, what)+behind)
		}
	}
	add(n.Bad, "place", " that cannot be read")
	add(n.Torn, "torn record", "")
	add(n.Noise, "line", " of something else")
	add(n.Unknown, "record", " of unknown kind")
	if n.Truncated {
		odd = append(odd, "its end is cut off")
	}
	if len(odd) > 0 {
		fmt.Fprintf(d.out, "odd: %s\n", strings.Join(odd, ", "))
	}
}

// shown prints what became of a distillate.
func (d *distilling) shown(one *distill.Distillate, kept *shelf.Stored) {
	at, f := one.Place(), kept.Fixture
	if kept.Known != "" {
		fmt.Fprintf(d.out, "\n%s: known already, %s shows it\n", at, words.Line(kept.Known))
		return
	}
	d.written++
	fmt.Fprintf(d.out, "\n%s: %s\n  %s, %s", at, words.Line(kept.Path), words.Counted(f.Origin.KeptRecords, "record"), words.Counted(f.Origin.KeptEvents, "event"))
	if len(f.Rules) > 0 {
		fmt.Fprintf(d.out, "; puts %s to the test", words.Counted(len(f.Rules), "rule"))
	}
	if len(f.Breaks) > 0 {
		fmt.Fprintf(d.out, "; shows %s", strings.Join(f.Breaks, ", "))
	}
	fmt.Fprintf(d.out, "\n  replaced: %s\n", f.Origin.Replaced)
	for line := range strings.Lines(strings.TrimRight(f.Story, "\n")) {
		fmt.Fprintf(d.out, "  | %s\n", strings.TrimRight(line, "\n"))
	}
}

// failing keeps what the candidate fails on.
func (d *distilling) failing() error {
	f := d.flags
	m := &input.Case{Case: &plan.Case{Dialect: d.from.Dialect}}
	met, err := meet(d.ctx, m, &againFlags{candidateFlags: f.candidateFlags}, d.command)
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
		found.Place(), words.Counted(found.Requests, "request"), words.Counted(found.Shrinking.Shrunk.Runs, "run"))
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
	c, err := plan.OfRecords("distilled", n.Stream.Features.Dialect, n.Records, n.Stream.End)
	if err != nil {
		return err
	}
	t, err := runner.Try(d.ctx, met.starter, met.limits, met.plan.Suited(c))
	if err != nil {
		return err
	}
	return d.printSights(t)
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
	return all.Write(d.out)
}

// shows returns the behaviours of a fixture, of a folder of fixtures, or of
// traces.
func (d *distillery) shows(ctx context.Context, name string) (behaviour.Set, error) {
	var all behaviour.Set
	if streams, are, err := input.Fixtures(name); are || err != nil {
		if err != nil {
			return all, exit(exitUsage, err)
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
	pass, err := distill.Kept(recordingOf(from))
	if err != nil {
		return behaviour.Set{}, err
	}
	all := pass.Behaviours
	for _, p := range pass.Pieces {
		all = all.Union(behaviour.Rules(&p.Stream))
	}
	return all, nil
}
