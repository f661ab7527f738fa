package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// FailsOptions are the options of Fails.
type FailsOptions struct {
	// Rule, if not "", is the rule that must be broken.
	Rule string
	// First are ranges of records (from, to) to try before all others; nil for none.
	// They change only which failure is found.
	First [][2]int
	// Thorough searches all of a large recording closely, not only First.
	Thorough bool
	// Jobs is how many candidates work at once, Runs how many runs a reduction
	// takes at most, 0 for shrink.DefaultRuns.
	Jobs, Runs int
	// Stop, if not nil, ends the search, or the reduction with the smallest stream
	// so far, once it is true.
	Stop func() bool
}

// A Failing is the smallest known stream from a recording that a candidate fails on.
// Until it is closed, its Holds runs other forms of the stream on the candidate.
type Failing struct {
	distill.Distillate
	// Shrinking says what was expected and seen, and how far it was reduced.
	Shrinking *Shrinking
	// Requests is how many parts of the recording were put to the candidate.
	Requests int

	pool *Pool
}

// Close ends the candidate's processes.
func (f *Failing) Close() { f.pool.Close() }

// ErrPasses means that a candidate does not fail on a recording, or does not break the
// rule asked for.
var ErrPasses = errors.New("the candidate does not fail on it")

// ErrAnyway means that a candidate fails even on a stream without records.
var ErrAnyway = errors.New("the candidate fails in the same way when there is no record at all: there is nothing to distill; quock smoke says what it gets wrong")

// patience is how many failures of other rules are reduced before the search for the
// rule asked for stops.
const patience = 12

// Fails finds a part of a recording on which the plan's candidate fails (see
// search.look) and makes it as small as possible, as Shrink does. The result is the
// same for any number of jobs. A crash, a timeout and an answer that breaks the
// protocol are failures too.
//
// The error is ErrPasses, ErrFlaky, ErrAnyway, a failure of quock itself, or a
// *candidate.HandshakeError.
func Fails(ctx context.Context, p *plan.Plan, s candidate.Starter, l *candidate.Limits, from *distill.Recording, o FailsOptions) (*Failing, error) {
	f := &finding{ctx: ctx, options: o, out: &Failing{pool: unlearned(p, s, l, o.Jobs)}}
	f.search = distill.Search{From: from, Jobs: max(1, o.Jobs), Ask: f.ask, Accept: f.accept, Stop: f.stops}
	found, err := f.search.Look(o.First, o.Thorough)
	f.out.Requests = f.search.Asked
	switch {
	case err == nil && ctx.Err() != nil:
		err = ctx.Err()
	case err == nil && !found:
		err = f.nothing()
	}
	if err != nil {
		f.out.Close()
		return nil, err
	}
	return f.out, nil
}

// A finding is Fails at work.
type finding struct {
	ctx     context.Context
	search  distill.Search
	options FailsOptions
	out     *Failing
	gone    *distill.Stretch // the first that failed once only
	others  []string         // rules that were broken instead of the one asked for
	tried   int
}

func (f *finding) stops() bool {
	return f.ctx.Err() != nil || f.out.pool.Err() != nil || f.options.Stop != nil && f.options.Stop()
}

// ask puts stretches to the candidate at once.
func (f *finding) ask(some []*distill.Stretch, positions int) ([]bool, error) {
	fail := make([]bool, len(some))
	parallel.Map(len(some))(len(some), func(i int) {
		c, err := f.caseOf(some[i], positions)
		if err != nil {
			return // of a dialect that is not known
		}
		_ = f.out.pool.with(f.ctx, func(j *attribute.Attributor) error {
			t, err := j.Try(f.ctx, c)
			fail[i] = err == nil && t.Verdict.Blames()
			return err
		})
	})
	return fail, f.out.pool.Err()
}

// caseOf is a stretch as a case that is observed at so many positions.
func (f *finding) caseOf(one *distill.Stretch, positions int) (*plan.Case, error) {
	c, err := plan.Recorded(fmt.Sprintf("recorded/%d-%d", one.First, one.Last), f.search.From.Dialect, one.Records(), one.End)
	if err != nil {
		return nil, err
	}
	if c = f.out.pool.plan.Suited(c); positions == distill.Dense || c.Adapts != nil {
		return c.Everywhere(), nil
	}
	for i := range positions {
		c.Observe = append(c.Observe, (i+1)*len(c.Records)/(positions+1))
	}
	c.Observe = slices.DeleteFunc(slices.Compact(c.Observe), func(at int) bool { return at == 0 })
	return c, nil
}

// accept makes a stretch that fails small; true if it is what is looked for.
func (f *finding) accept(part *distill.Stretch) (bool, error) {
	c, err := f.caseOf(part, distill.Dense)
	if err != nil {
		return false, err
	}
	o := ShrinkOptions{Jobs: f.search.Jobs, Runs: f.options.Runs, Stop: f.options.Stop, Labels: true}
	if f.options.Rule != "" {
		o.Rules, o.Shown = []string{f.options.Rule}, f.options.Rule
	}
	done, err := f.out.pool.shrink(f.ctx, c, o)
	switch {
	case err != nil:
		return false, err
	case done.Again != nil:
		return false, fmt.Errorf("records %d to %d: %w", part.First, part.Last, ErrFlaky)
	case done.Case == nil:
		if f.gone == nil {
			f.gone = part
		}
		return false, nil
	}
	if len(done.Case.Records) == 0 {
		return false, ErrAnyway
	}
	if rule := f.options.Rule; rule != "" && done.Finding.Rule != rule && done.Held.Rule != rule {
		return false, f.another(done.Finding.Rule)
	}
	f.take(done, part)
	return true, nil
}

// another notes a failure of another rule than the one asked for.
func (f *finding) another(rule string) error {
	if rule == "" {
		rule = "no rule that can be told"
	}
	if !slices.Contains(f.others, rule) {
		f.others = append(f.others, rule)
	}
	if f.tried++; f.tried >= patience {
		return f.nothing()
	}
	return nil
}

func (f *finding) nothing() error {
	switch {
	case len(f.others) == 0 && f.gone != nil:
		return fmt.Errorf("records %d to %d fail once, and not when they are asked again: %w", f.gone.First, f.gone.Last, ErrFlaky)
	case len(f.others) == 0 && f.search.Hasty:
		return fmt.Errorf("%w (only parts that show something new were looked at after every record; --thorough looks at all so)", ErrPasses)
	case len(f.others) == 0:
		return ErrPasses
	}
	return fmt.Errorf("%w by breaking %s; it breaks %s", ErrPasses, f.options.Rule, strings.Join(f.others, ", "))
}

// take makes the distillate of what was found.
func (f *finding) take(done *Shrinking, part *distill.Stretch) {
	c := done.Case
	f.out.Shrinking = done
	f.out.Distillate = distill.Distillate{
		Stream: c.Stream, Faults: c.Faults, Rule: done.Finding.Rule, First: part.First, Last: part.Last, Holds: f.holds,
	}
	if done.Anew != "" {
		f.out.Records = c.Records
	}
}

// holds puts another form of what was found to the candidate: its records, or
// where there are none its events as the dialect writes them.
func (f *finding) holds(s spec.Stream, records [][]byte) bool {
	r := &reduction{pool: f.out.pool, ctx: f.ctx, template: f.out.Shrinking.Case, options: ShrinkOptions{Shown: f.options.Rule}}
	var c *plan.Case
	var err error
	if records != nil {
		c = r.template.WithRecords(records, &shrink.Subject{Stream: s, Faults: f.out.Faults})
		c.Stream.End = s.End
	} else {
		c, err = r.anew(&shrink.Subject{Stream: s, Faults: f.out.Faults})
	}
	if err != nil {
		return false
	}
	l, err := r.look(r.suited(c))
	if err != nil || !slices.Contains(l.signatures, f.out.Shrinking.Held) {
		return false
	}
	attributed := l.attribute(f.out.Shrinking.Held.Rule).Findings
	return len(attributed) > 0 && attributed[0].Rule == f.out.Rule
}
