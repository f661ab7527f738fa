package runner

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A Pool runs a candidate on streams and reports how it fails, for campaigns and
// reductions. It keeps several processes of the candidate. Its methods may be called
// concurrently.
type Pool struct {
	plan    *plan.Plan
	workers chan *candidate.Worker
	known   ask.BaseRules
	// deviations are set aside.
	deviations []deviation.Deviation

	// number counts the requests, so that no id is used again.
	number atomic.Int64

	mu  sync.Mutex
	err error
}

// learned is the number of cases without faults that show what the candidate gets
// wrong on every stream.
const learned = 192

// NewPool makes a pool of a plan's candidate with at most the given number of
// processes, and finds out what the candidate gets wrong without any fault. The error is
// a failure of quock itself, or a *candidate.HandshakeError. Close ends the processes.
func NewPool(ctx context.Context, p *plan.Plan, s candidate.Starter, l *candidate.Limits, jobs int) (*Pool, error) {
	o := unlearned(p, s, l, jobs)
	if err := o.learn(ctx); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

// unlearned is a pool for recorded streams. It does not know what the candidate
// gets wrong without any fault.
func unlearned(p *plan.Plan, s candidate.Starter, l *candidate.Limits, jobs int) *Pool {
	o := &Pool{plan: p, workers: make(chan *candidate.Worker, max(1, jobs)), known: ask.BaseRules{}}
	for range cap(o.workers) {
		o.workers <- candidate.NewWorker(s, l)
	}
	return o
}

// Close ends the candidate's processes. It waits for the busy ones.
func (o *Pool) Close() {
	for range cap(o.workers) {
		(<-o.workers).Close()
	}
}

// Err returns the first error: a failure of quock itself, or a
// *candidate.HandshakeError if the candidate cannot be started any more. After an
// error, the pool's other results are meaningless.
func (o *Pool) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// with calls do with one of the candidate's processes.
func (o *Pool) with(ctx context.Context, do func(j *attribute.Attributor) error) error {
	worker := <-o.workers
	defer func() { o.workers <- worker }()
	j, err := attribute.New(ctx, worker, int(o.number.Add(1)))
	if err == nil {
		j.Known, j.Capabilities.Deviations = o.known, o.deviations
		err = do(j)
	}
	if err == nil {
		err = ctx.Err()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil && err != nil {
		o.err = err
	}
	return err
}

// learn finds the base rules that the candidate breaks on streams without faults.
func (o *Pool) learn(ctx context.Context) error {
	generable := o.plan.Generable()
	found := ask.BaseRules{}
	for n := range min(learned, learned*len(generable)) {
		c, err := o.plan.PlainCase(generable[n%len(generable)], n)
		if err != nil {
			return err
		}
		if err := o.with(ctx, func(j *attribute.Attributor) error { return j.Learn(ctx, c, found) }); err != nil {
			return err
		}
	}
	o.known = found
	return nil
}

// An Attempt is the result of running a case once.
type Attempt struct {
	Verdict spec.Verdict
	// Symptoms say how it failed, before attribution: the rules that may be to blame,
	// with the kinds of the first differences.
	Symptoms []shrink.Signature
	// Detail explains a verdict other than Pass and Fail.
	Detail string
	// Undetermined says that construction does not fix the case's outcome.
	Undetermined bool
	// Known are those deviations of Know that show in this case. There are none unless the
	// reference with them answers the whole case as the candidate does.
	Known []string
}

// Try runs a case once. If that is not possible (see Err), the verdict is NotRun.
func (o *Pool) Try(ctx context.Context, p *perform.Case) Attempt {
	a := Attempt{Verdict: spec.NotRun}
	_ = o.with(ctx, func(j *attribute.Attributor) error {
		c, err := o.caseOf(p)
		if err != nil {
			a.Verdict, a.Detail = spec.Untestable, err.Error()
			return nil
		}
		t, err := j.Try(ctx, c)
		if err != nil {
			return err
		}
		a = Attempt{t.Verdict, attribute.Symptoms(t, j.Capabilities.Of(t).Observes), t.Detail, t.Undetermined, nil}
		if a.Verdict.Passed() && t.Deviates() {
			a.Verdict, a.Known = spec.Fail, namesOf(attribute.ShowingIn(t, j.Capabilities))
			if len(a.Known) == 0 { // none shows by itself
				a.Known = namesOf(j.Capabilities.Deviations)
			}
		}
		return nil
	})
	return a
}

func namesOf(all []deviation.Deviation) (names []string) {
	for _, d := range all {
		names = append(names, d.Name)
	}
	return names
}

// An Attributed case is a failing case with the rules that it breaks.
type Attributed struct {
	// Subject is the part of the case that the failure needs: the fewest faults, cut
	// after the first record at which the transcripts differ.
	shrink.Subject
	// Signatures are the ways in which it fails there.
	Signatures []shrink.Signature
	Findings   []spec.Finding
	// Flaky means that a second run had another result. The findings say which, and
	// name no rule.
	Flaky bool
}

// Attribute determines which rules to charge with a failing case; false if it does not
// fail, or if that cannot be determined (see Err).
func (o *Pool) Attribute(ctx context.Context, p *perform.Case) (*Attributed, bool) {
	var attributed *Attributed
	_ = o.with(ctx, func(j *attribute.Attributor) error {
		c, err := o.caseOf(p)
		if err != nil {
			return nil // Try says so
		}
		t, err := j.Try(ctx, c)
		if err != nil || !t.Verdict.Blames() {
			return err
		}
		found, err := j.Attribute(ctx, t)
		if err != nil || found == nil {
			return err
		}
		attributed, err = o.attributed(ctx, j, found)
		return err
	})
	return attributed, attributed != nil && o.Err() == nil
}

// attributed fills in the result from a charge. The signatures are those that a
// reduction would find.
func (o *Pool) attributed(ctx context.Context, j *attribute.Attributor, found *attribute.Attribution) (*Attributed, error) {
	c := found.Trial.Case
	out := &Attributed{Subject: shrink.Subject{Stream: c.Stream, Faults: c.Faults}, Findings: found.Findings}
	for i := range found.Findings {
		f := &found.Findings[i]
		if f.Verdict.Blames() && f.Rule == "" && f.Verdict == spec.Fail {
			out.Flaky = true
		}
	}
	encoded, err := o.encodedCase(&out.Subject)
	if err != nil || out.Flaky {
		return out, nil // there is nothing to reduce then
	}
	t, err := j.Closely(ctx, encoded)
	if err != nil {
		return nil, err
	}
	out.Signatures = attribute.Signatures(t, j.Capabilities.Of(t).Observes)
	return out, nil
}

// caseOf makes the case that runs from a generated one.
func (o *Pool) caseOf(p *perform.Case) (*plan.Case, error) {
	dialect := p.Stream.Features.Dialect
	codec, variant, err := plan.Lookup(dialect)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("generated/%s/%s/%x", dialect, p.Level, p.Seed)
	c, err := o.plan.Make(name, plan.Dialect{Codec: codec, Variant: variant, Name: dialect}, p)
	if err != nil || c.Adapts != nil {
		return c, err
	}
	return c.ObservedByRecords(), nil
}

// encodedCase makes a case of a subject: it encodes and decodes the stream. An error says
// what the dialect cannot represent.
func (o *Pool) encodedCase(s *shrink.Subject) (*plan.Case, error) {
	codec, variant, err := plan.Lookup(s.Stream.Features.Dialect)
	if err != nil {
		return nil, err
	}
	records, err := wire.EncodeStream(codec, variant, s.Stream)
	if err != nil {
		return nil, err
	}
	return o.recorded(codec, variant, records, s)
}

// recorded makes a case of a subject whose records are known.
func (o *Pool) recorded(codec wire.Codec, variant string, records [][]byte, s *shrink.Subject) (*plan.Case, error) {
	stream, problems := wire.DecodeRecords(codec, variant, records)
	if len(problems) > 0 {
		return nil, fmt.Errorf("reading what was written: %s", &problems[0])
	}
	stream.End, stream.Forms = s.Stream.End, s.Stream.Forms
	c := &plan.Case{
		Name: "reduced/" + s.Stream.Features.Dialect, Dialect: s.Stream.Features.Dialect,
		Records: records, Stream: stream, Faults: s.Faults, Written: &plan.Written{},
	}
	return o.plan.Adapted(c).Everywhere(), nil
}

// Like returns the rules of the wrong models whose transcripts equal the candidate's
// after each record, the likeliest first.
func (o *Pool) Like(ctx context.Context) func(s *shrink.Subject) []string {
	return func(s *shrink.Subject) []string {
		var rules []string
		_ = o.with(ctx, func(j *attribute.Attributor) error {
			c, err := o.encodedCase(s)
			if err != nil {
				return nil // then it fails in no way
			}
			t, err := j.Closely(ctx, c)
			if err != nil {
				return err
			}
			for _, m := range attribute.MatchingMutants(t, j.Capabilities.Of(t).Observes, c.Rules()...) {
				if !slices.Contains(rules, m.Rule()) {
					rules = append(rules, m.Rule())
				}
			}
			return nil
		})
		return rules
	}
}

// Judge returns a judge for reductions. It encodes each stream in its dialect and
// runs the candidate on it. A stream that the dialect cannot represent counts as
// not failing.
func (o *Pool) Judge(ctx context.Context) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		c, err := o.encodedCase(s)
		if err != nil {
			return nil
		}
		return o.ways(ctx, c)
	}
}

// ways returns the signatures with which the candidate fails on a case.
func (o *Pool) ways(ctx context.Context, c *plan.Case) []shrink.Signature {
	var all []shrink.Signature
	_ = o.with(ctx, func(j *attribute.Attributor) error {
		t, err := j.Closely(ctx, c)
		if err != nil {
			return err
		}
		all = attribute.Signatures(t, j.Capabilities.Of(t).Observes)
		return nil
	})
	return all
}
