package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
)

// ShrinkOptions are the options of Shrink. Jobs does not change the result. Runs and
// Stop are budgets: the result is the smallest stream found within them.
type ShrinkOptions struct {
	// Rules are the rules that the case failed before. Shrink keeps a failure of one of
	// them, if there is one.
	Rules []string
	// Jobs is how many candidates work at once. Runs is the most runs; 0 means
	// shrink.DefaultRuns.
	Jobs, Runs int
	// Stop, if not nil, is asked before each run; once it is true the smallest
	// stream so far is the result.
	Stop func() bool
	// Labels keeps the stream like one that a producer wrote (shrink.Options).
	Labels bool
	// Shown, if not "", is a rule whose failure is held where there is one: while
	// the stream puts it to the test it is charged as a distilled case that shows it.
	Shown string
}

// A Shrinking is the result of Shrink.
type Shrinking struct {
	// Whole is the trial of the whole case. If it does not fail, the rest is empty.
	// Again, if not nil, is a trial with another result: the candidate is flaky, and
	// nothing was reduced.
	Whole, Again *ask.Trial
	// Held is the kept failure, Shrunk how far its stream was reduced, and Case the
	// smallest case.
	Held   shrink.Signature
	Shrunk attribute.Shrunk
	Case   *plan.Case
	// Finding is the charge of the smallest case, Story its description, ReadsAs what
	// Trial.ReadsAs says of it, and Replay its file.
	Finding spec.Finding
	Story   string
	ReadsAs string
	Replay  replay.Archive
	// Others are the files of other rules that were broken on the way, the
	// smallest stream of each, in the order in which they were met.
	Others []replay.Archive
	// Anew is why the records could not be encoded again, so that only whole records
	// were removed; "" if they could.
	Anew string
}

// ErrFlaky means that a candidate is flaky: it fails on a stream, and then does not.
var ErrFlaky = errors.New("the candidate does not always answer alike")

// repeats is how often a failing case runs before it is reduced.
const repeats = 3

// Shrink makes a case that the plan's candidate fails as small as possible:
//
//  1. It runs the case a few times. If the case does not fail, or not always in the
//     same way, that is the result.
//  2. It removes whole records; the others keep their bytes.
//  3. If the stream still fails after it is encoded again, it removes and simplifies
//     events.
//  4. It runs the result once more, which becomes a finding. Other failures found on
//     the way become findings too.
//
// The error is a failure of quock itself, or a *candidate.HandshakeError.
func Shrink(ctx context.Context, p *plan.Plan, s candidate.Starter, l *candidate.Limits, c *plan.Case, o ShrinkOptions) (*Shrinking, error) {
	pool := unlearned(p, s, l, o.Jobs)
	defer pool.Close()
	return pool.shrink(ctx, c, o)
}

// shrink is Shrink with the oracle's candidate.
func (o *Pool) shrink(ctx context.Context, c *plan.Case, by ShrinkOptions) (*Shrinking, error) {
	r := &reduction{pool: o, ctx: ctx, options: by, template: c, out: &Shrinking{}}
	if r.options.Runs <= 0 {
		r.options.Runs = shrink.DefaultRuns
	}
	fails, err := r.begin()
	if err == nil && fails {
		r.records()
		r.events()
		err = r.finish()
	}
	if err == nil {
		err = o.Err()
	}
	return r.out, err
}

// A reduction is the state of Shrink.
type reduction struct {
	pool     *Pool
	ctx      context.Context
	options  ShrinkOptions
	template *plan.Case
	out      *Shrinking
	// small is what is left, as it is put to the candidate.
	small  *plan.Case
	others []met
}

// A met failure is one that was not looked for, with the case that shows it.
type met struct {
	shrink.Signature
	show func() (*plan.Case, error)
}

// begin puts the whole case to the candidate, and chooses what to hold; false
// where there is nothing to reduce.
func (r *reduction) begin() (bool, error) {
	whole := *r.template
	whole.Performed, whole.Covers = nil, nil // it is reduced as a stream
	if whole.Written == nil {
		whole.Written = &plan.Written{}
	}
	r.template = &whole
	r.small = r.pool.plan.Suited(&whole).Everywhere()
	first, err := r.look(r.small)
	if err != nil {
		return false, err
	}
	r.out.Whole = first.trialOf()
	if len(first.signatures) == 0 {
		return false, nil
	}
	for range repeats - 1 {
		again, err := r.look(r.small)
		if err != nil {
			return false, err
		}
		if !slices.Equal(again.signatures, first.signatures) {
			r.out.Again = again.trialOf()
			return false, nil
		}
	}
	r.out.Held = r.options.chosen(first.signatures)
	r.out.Shrunk = attribute.Shrunk{Records: len(whole.Records), Events: len(whole.Stream.Events), Signature: r.out.Held}
	return true, nil
}

// chosen is the failure to hold: the first of a rule that was asked for, else of
// any rule, else the first.
func (o *ShrinkOptions) chosen(all []shrink.Signature) shrink.Signature {
	for _, s := range all {
		if slices.Contains(o.Rules, s.Rule) {
			return s
		}
	}
	for _, s := range all {
		if s.Rule != "" {
			return s
		}
	}
	return all[0]
}

// records leaves out whole records.
func (r *reduction) records() {
	for _, silent := range []bool{false, true} { // records that say nothing may matter to a candidate
		bound := shrink.Bind(r.template.Stream, len(r.template.Records), silent)
		whole := shrink.Subject{Stream: bound.Stream, Faults: r.template.Faults}
		caseOf := func(s *shrink.Subject) *plan.Case { return r.template.WithRecords(bound.Of(r.template.Records, s), s) }
		judge := func(s *shrink.Subject) []shrink.Signature { return r.ways(caseOf(s)) }
		result := shrink.Reduce(&whole, r.out.Held, r.by(judge, true))
		r.spend(&result)
		if !slices.Contains(judge(&result.Subject), r.out.Held) {
			continue
		}
		for _, o := range result.Others {
			r.others = append(r.others, met{o.Signature, func() (*plan.Case, error) { return caseOf(&o.Subject), nil }})
		}
		r.small = r.suited(caseOf(&result.Subject))
		r.out.Shrunk.Kept = bound.Numbers(result.Kept)
		return
	}
}

// events reduces what is left event by event, if it fails when it is written
// anew.
func (r *reduction) events() {
	start := shrink.Subject{Stream: shrink.Bind(r.small.Stream, len(r.small.Records), false).Stream, Faults: r.small.Faults}
	judge := func(s *shrink.Subject) []shrink.Signature {
		c, err := r.anew(s)
		if err != nil {
			return nil
		}
		return r.ways(c)
	}
	if _, err := r.anew(&start); err != nil {
		r.out.Anew = err.Error()
		return
	}
	if !slices.Contains(judge(&start), r.out.Held) {
		r.out.Anew = "written anew the stream does not fail in this way"
		return
	}
	result := shrink.Reduce(&start, r.out.Held, r.by(judge, false))
	r.spend(&result)
	small, err := r.anew(&result.Subject)
	if err != nil {
		return // it is what was judged, so that it can be written
	}
	for _, o := range result.Others {
		r.others = append(r.others, met{o.Signature, func() (*plan.Case, error) { return r.anew(&o.Subject) }})
	}
	r.small = r.suited(small)
	r.out.Shrunk.Kept, r.out.Shrunk.Free = nil, result.Free
}

// by are the options of one part of the reduction.
func (r *reduction) by(judge shrink.Judge, records bool) shrink.Options {
	return shrink.Options{
		Judge: judge, Map: parallel.Map(r.options.Jobs), Width: max(1, r.options.Jobs), Records: records, Labels: r.options.Labels,
		Stop: r.stops, Runs: max(1, r.options.Runs-r.out.Shrunk.Runs),
	}
}

func (r *reduction) stops() bool {
	return r.ctx.Err() != nil || r.pool.Err() != nil || r.options.Stop != nil && r.options.Stop()
}

func (r *reduction) spend(result *shrink.Result) {
	r.out.Shrunk.Runs += result.Runs
	r.out.Shrunk.Stopped = r.out.Shrunk.Stopped || result.Stopped
}

// finish puts what is left to the candidate once more and writes the findings.
func (r *reduction) finish() error {
	found, file, err := r.file(r.small, r.out.Held, &r.out.Shrunk)
	switch {
	case err != nil:
		return err
	case found == nil:
		return fmt.Errorf("what is left of %s does not fail any more: %w", r.template.Name, ErrFlaky)
	}
	r.out.Case, r.out.Finding, r.out.Replay = r.small, found.Findings[0], file
	r.out.Story, r.out.ReadsAs = replay.InWords(&r.small.Stream, r.out.Shrunk.Free), found.ReadsAs
	seen := map[string]bool{r.out.Held.Rule: true, "": true}
	for _, other := range r.others {
		if seen[other.Rule] {
			continue
		}
		if err := r.other(other, seen); err != nil {
			return err
		}
	}
	return nil
}

// other writes a failure that was met on the way.
func (r *reduction) other(m met, seen map[string]bool) error {
	c, err := m.show()
	if err != nil {
		return nil // what was judged then cannot be told now: it is no finding
	}
	found, file, err := r.file(r.suited(c), m.Signature, nil)
	if err != nil || found == nil {
		return err
	}
	seen[m.Rule] = true
	r.out.Others = append(r.out.Others, file)
	return nil
}
