package runner

import (
	"context"
	"iter"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
)

// Cases that fail are attributed when all cases are judged. Then it is known with which
// deviations the reference answers as the candidate does: a case that these explain
// entirely is charged with their rules, and in the others what they explain is set
// aside. What the deviations explain is not asked again, unless a case of the diagnosis
// did not fail again: the answer is known. Each other case is put to the candidate again,
// in another process than that in which it was judged; one that does not fail again is
// flaky.

// attributedOf is the largest number of failing cases that one process attributes.
const attributedOf = 16

// mostGiven is the most failing cases that are attributed by the answer that they had when
// they were judged. It bounds the memory for the answers.
const mostGiven = 4096

// unfinished is said of a case whose attribution did not begin.
const unfinished = "the run ended before it was known which rules it breaks"

// attributeAll attributes the failing cases, those without faults first, and hands
// them over. A case whose attribution did not begin is handed over without.
func (r *run) attributeAll(ctx context.Context) error {
	for i := range r.failures {
		if r.failures[i].planned.Plain {
			r.plain.Add(1)
		}
	}
	taken := make([]bool, len(r.failures))
	s := &stage{
		starter: r.starter, limits: r.limits, most: attributedOf,
		ready: func(block []task) bool {
			if !block[0].Plain && !block[0].Distilled {
				r.plain.Wait()
			}
			return true
		},
		do: func(ctx context.Context, worker *candidate.Worker, t task) outcome {
			if !r.late(Attributing) {
				if out := r.one(ctx, worker, t); !out.dropped && out.err == nil {
					out.wrong = t.failed.wrong
					return out
				}
			}
			return t.failed.unattributed()
		},
		met:  r.learn,
		seen: r.enter(Attributing, len(r.failures)),
		take: func(out outcome) error {
			taken[out.seq] = true
			return r.take(ctx, out)
		},
	}
	err := s.run(ctx, r.options.Jobs, failing(r.failures))
	for i := range r.failures {
		if err == nil && !taken[i] {
			err = r.take(ctx, r.failures[i].unattributed())
		}
	}
	return err
}

// failing are the tasks of attribution.
func failing(failures []outcome) iter.Seq[task] {
	return func(yield func(task) bool) {
		for i := range failures {
			if f := &failures[i]; !yield(task{f.planned, i, f.before, f}) {
				return
			}
		}
	}
}

// attributes prepares the judge for a case that was judged to fail.
func (r *run) attributes(ctx context.Context, j *caseJudge, t task) {
	j.failed, j.Tries, j.named = t.failed, 1<<16, r.named // no id is used twice
	if t.Distilled || t.Plain {                           // plain cases may be under way
		j.Usual = func(dialect string) (ask.BaseRules, error) { return r.usual.faults(ctx, r, dialect) }
	} else {
		j.Known = r.known
	}
}

// learn records what the candidate gets wrong on generated cases without any fault. It
// ignores written cases, because one without a fault may still be unusual.
func (r *run) learn(out *outcome) {
	if !out.planned.Plain {
		return
	}
	for _, rule := range out.faults {
		r.known[rule] = true
	}
	r.plain.Done()
}

// fails keeps a trial that is to be attributed.
func (o *outcome) fails(t *ask.Trial) {
	o.failing, o.unnamed = true, attribute.Unnamed(t)
	o.record.Verdict = spec.Fail
	if t.Verdict.Blames() {
		o.record.Verdict = t.Verdict
	}
}

// unattributed is the outcome of a failing case that charges no rule yet.
func (o *outcome) unattributed() outcome {
	own := *o
	own.wrong = false // it was not looked at
	own.failing, own.record.Findings = false, []spec.Finding{attribute.WithSentence(o.unnamed, unfinished)}
	return own
}
