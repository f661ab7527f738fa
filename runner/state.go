package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A failure counts only if it shows in a process that has answered nothing before.
// One that shows only behind other runs is state that the candidate keeps between
// runs, and says nothing of the rules that its stream is about.
//
// What comes before a case in its process depends on the plan alone: cases run in
// blocks, and each block has a process of its own, whatever the number of jobs. A
// failing case is attributed in another process. Each rule's first few findings run once more in a fresh process, in order of the cases; so does each
// finding that another process did not confirm. A process is expensive, so the
// other findings do not.

// blockOf is the largest number of cases that one process runs.
const blockOf = 32

// Bounds of what runs in fresh processes.
const (
	mostSure     = 2   // findings of a rule that are confirmed, besides those that tell it better
	mostFresh    = 120 // fresh processes in a run, besides those of searches
	mostSearches = 2   // cases for which the runs are looked for that they fail behind
	mostNamed    = 4   // runs that are named
	mostTries    = 40  // fresh processes of a search
)

// states is what is known of state that a candidate keeps between runs.
type states struct {
	sure         replayFiles // what was confirmed
	fresh        int         // processes started for it
	searches     int
	kept         bool // whether state was found
	capabilities ask.Capabilities
}

// confirmed is confirm; it reports an error of ours as one of the case.
func (r *run) confirmed(ctx context.Context, out *outcome) {
	var gone *candidate.HandshakeError
	err := r.confirm(ctx, out)
	if err == nil || ctx.Err() != nil || errors.As(err, &gone) {
		return
	}
	out.record.Verdict, out.record.Detail = spec.HarnessError, "asking a fresh process: "+err.Error()
}

// confirm runs a failing case in a fresh process, if its finding will be reported
// and is not certain yet. If the case passes there, the finding is withdrawn.
func (r *run) confirm(ctx context.Context, out *outcome) error {
	v, findings := out.record.Verdict, out.record.Findings
	if out.whole == nil || len(findings) == 0 || ctx.Err() != nil || v == spec.Timeout || v == spec.ProtocolError || findings[0].Habit != "" {
		return nil
	}
	switch {
	case !out.doubtful && !r.states.sure.wants(findings, mostSure):
		return nil
	case r.states.fresh >= mostFresh, out.doubtful && (r.states.kept || r.states.searches >= mostSearches):
		if r.states.kept {
			f := findings[0]
			f.Habit = spec.KeepsState
			out.withdraw(f, "in another process it passes, or was not tried; the candidate keeps state between runs")
		}
		return nil
	}
	r.states.fresh++
	alone, err := r.alone(ctx, out)
	switch {
	case err != nil:
		return err
	case alone.Verdict.Blames():
		if !out.doubtful {
			r.states.sure.put(findings)
		}
		return nil
	case alone.Verdict.Passed():
		return r.behind(ctx, out)
	}
	return nil
}

// alone returns the result of a finding's replay in a fresh process; if there is
// no replay, that of the whole case.
func (r *run) alone(ctx context.Context, out *outcome) (*ask.Trial, error) {
	c := out.whole
	if out.replay != nil {
		file, err := out.replay(false)
		if err != nil {
			return nil, err
		}
		again, _, err := replay.Read(file.Text)
		if err != nil {
			return nil, fmt.Errorf("reading the replay of %s again: %w", out.bare.Name, err)
		}
		c = again
	}
	if c.Asked != nil {
		return r.apart(ctx, c, out.bare.Number)
	}
	return r.freshly(ctx, nil, c, out.bare.Number)
}

// apart runs each side of a pair in a fresh process.
func (r *run) apart(ctx context.Context, c *plan.Case, number int) (*ask.Trial, error) {
	p := plan.AskedPair(c)
	if !p.Tellable() {
		return nil, fmt.Errorf("asking %s in its relation again: it changes nothing", c.Name)
	}
	original, err := r.freshly(ctx, nil, p.Original.WithoutRelation(), number)
	if err != nil || !original.Verdict.Passed() {
		return original, err
	}
	worker := candidate.NewWorker(r.starter, r.limits)
	defer worker.Close()
	j, err := attribute.New(ctx, worker, number)
	if err != nil {
		return nil, err
	}
	h, err := j.Hold(ctx, p, original)
	if err != nil {
		return nil, err
	}
	return h.Trial(j.Capabilities), nil
}

// freshly runs a case in a fresh process, after other cases.
func (r *run) freshly(ctx context.Context, before []*plan.Case, c *plan.Case, number int) (*ask.Trial, error) {
	worker := candidate.NewWorker(r.starter, r.limits)
	defer worker.Close()
	for i, b := range before {
		j, err := attribute.New(ctx, worker, number+1+i)
		if err != nil {
			return nil, err
		}
		if _, err := j.Try(ctx, b); err != nil {
			return nil, err
		}
	}
	j, err := attribute.New(ctx, worker, number)
	if err != nil {
		return nil, err
	}
	r.states.capabilities = j.Capabilities
	return retry(ctx, j, c)
}

// behind searches for the runs after which a case fails that passes alone, and
// reports kept state. If it finds none, no rule is charged.
func (r *run) behind(ctx context.Context, out *outcome) error {
	f := out.record.Findings[0]
	if r.states.kept || r.states.searches >= mostSearches {
		if r.states.kept {
			f.Habit = spec.KeepsState
		}
		out.withdraw(f, "alone in a fresh process the case passes")
		return nil
	}
	r.states.searches++
	s := &sequence{run: r, ctx: ctx, number: out.bare.Number, last: out.whole}
	own := []*plan.Case{out.whole.WithoutRelation()}
	if p := plan.AskedPair(out.whole); p != nil {
		if changed, err := p.Changed(); err == nil {
			s.last, own = changed.WithoutScenario(), []*plan.Case{p.Original.WithoutRelation()}
		}
	}
	if err := s.find(own, r.put(out.before)); err != nil {
		return err
	}
	holds, err := s.holds(out)
	if err != nil {
		return err
	}
	if !holds {
		out.withdraw(f, "alone in a fresh process the case passes, and so it does behind the runs that came before it: it is not read in one way each time")
		return nil
	}
	r.states.kept = true
	out.keeps(s, r.states.capabilities)
	return nil
}

// withdraw takes the rules out of a case's findings. How it failed is still
// reported.
func (o *outcome) withdraw(f spec.Finding, why string) {
	if len(f.Differences) > 0 {
		f.Consequences = slices.Concat(f.Differences, f.Consequences)
	}
	f.Rule, f.Differences = "", nil
	if f.Detail = strings.TrimPrefix(f.Detail+"\n"+why, "\n"); f.Habit != "" {
		f.Detail, f.Relation = why, ""
	}
	r := &o.record
	r.Findings, o.replay = []spec.Finding{f}, nil
	for i := range r.Rules {
		if r.Rules[i].Verdict.Blames() {
			r.Rules[i].Verdict = spec.Untestable
		}
	}
}

// keeps reports a case together with the runs after which it fails.
func (o *outcome) keeps(s *sequence, capabilities ask.Capabilities) {
	var names []string
	for i, b := range s.before {
		if names = append(names, fmt.Sprintf("%s (%s)", b.Name, words.Counted(len(b.Records), "record"))); i+1 == mostNamed && len(s.before) > mostNamed {
			names = append(names, fmt.Sprintf("%d more, which the replay file names", len(s.before)-mostNamed))
			break
		}
	}
	f := o.record.Findings[0]
	f.Habit, f.Verdict, f.Faults = spec.KeepsState, s.trial.Verdict, nil
	f.Differences, f.Consequences, f.Position = nil, nil, spec.AtEnd
	if at := s.trial.First(); at >= 0 {
		f.Position, f.Consequences = s.trial.Observed[at].Position, s.trial.Observed[at].Differences
	}
	o.withdraw(f, fmt.Sprintf("alone in a fresh process the stream is read right; in one process behind %s it is not", strings.Join(names, ", then ")))
	own := *s.trial
	last := *own.Case
	last.Before, own.Case = s.before, &last
	o.record.Verdict, o.replay = f.Verdict, replayLater(&attribute.Attribution{Trial: &own, Findings: o.record.Findings}, capabilities)
}

// A sequence searches for the fewest and shortest runs after which a case fails.
type sequence struct {
	run    *run
	ctx    context.Context
	number int
	last   *plan.Case
	tries  int
	before []*plan.Case
	trial  *ask.Trial // how the case fails behind them, nil if it does not
}

// find tries the case after itself or after the other side of its pair, and then
// after all cases before it in its block. It removes as many of those as it can,
// and shortens the streams of the rest.
func (s *sequence) find(own, all []*plan.Case) error {
	if fails, err := s.try(own, s.last); fails || err != nil {
		return errors.Join(err, s.shorten())
	}
	if fails, err := s.try(all, s.last); !fails || err != nil {
		return err
	}
	for parts := 2; len(s.before) > 1; {
		fewer, err := s.fewer(min(parts, len(s.before)))
		switch {
		case err != nil:
			return err
		case fewer:
			parts = 2
		case parts >= len(s.before):
			return s.shorten()
		default:
			parts *= 2
		}
	}
	return s.shorten()
}

// holds reports whether the case fails behind the runs and passes alone, each time: twice
// more alone, so that what alternates shows, and once more behind them.
func (s *sequence) holds(out *outcome) (bool, error) {
	if s.trial == nil {
		return false, nil
	}
	for range 2 {
		if alone, err := s.run.alone(s.ctx, out); err != nil || !alone.Verdict.Passed() {
			return false, err
		}
	}
	again, err := s.run.freshly(s.ctx, s.before, s.last, s.number)
	return err == nil && again.Verdict.Blames(), err
}

// fewer cuts the runs into parts. It tries each part alone and then all but that
// part, from the last.
func (s *sequence) fewer(parts int) (bool, error) {
	all, n := s.before, len(s.before)
	for i := parts - 1; i >= 0; i-- {
		from, to := i*n/parts, (i+1)*n/parts
		if fails, err := s.try(all[from:to], s.last); fails || err != nil {
			return fails, err
		}
		if parts == 2 {
			continue // that is the other part
		}
		if fails, err := s.try(slices.Concat(all[:from], all[to:]), s.last); fails || err != nil {
			return fails, err
		}
	}
	return false, nil
}

// put returns the cases as they ran: a case of a relation with its changed form.
func (r *run) put(planned []plan.Planned) []*plan.Case {
	j := &ask.Driver{Capabilities: r.states.capabilities}
	var all []*plan.Case
	for _, p := range planned {
		c, err := p.Build()
		if err != nil || p.Unclaimed {
			continue // it was not put
		}
		pair := plan.PairOf(c)
		if pair == nil {
			all = append(all, j.Transported(c))
			continue
		}
		all = append(all, pair.Original)
		if changed, err := pair.Changed(); err == nil {
			all = append(all, changed.WithoutScenario())
		}
	}
	return all
}

// try reports whether the last case fails after the others. If it does, it keeps
// them.
func (s *sequence) try(before []*plan.Case, last *plan.Case) (bool, error) {
	if s.tries++; s.tries > mostTries {
		return false, nil
	}
	t, err := s.run.freshly(s.ctx, before, last, s.number)
	if err != nil || !t.Verdict.Blames() || t.Verdict == spec.Timeout {
		return false, err
	}
	s.before, s.last, s.trial = before, last, t
	return true, nil
}

// shorten halves the streams while the last case still fails.
func (s *sequence) shorten() error {
	for i := range s.before {
		for n := len(s.before[i].Records) / 2; n > 0; n /= 2 {
			short, err := plan.Shorten(s.before[i], n)
			if err != nil {
				break // it cannot be told that short
			}
			fewer := slices.Clone(s.before)
			short.Observe, short.Transport, fewer[i] = nil, nil, short
			if fails, err := s.try(fewer, s.last); err != nil {
				return err
			} else if !fails {
				break
			}
		}
	}
	return nil
}
