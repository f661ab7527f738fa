// Package judging judges a Go value as the command judges a program, for the tests of
// package suite and its Ginkgo form.
//
// Goals: one run for all rules that a test asks for, with the command's plan, list of
// known failures, diagnosis and exit policy; of each rule a result with a message that
// needs no other report.
//
// Non-goals: test frameworks.
package judging

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Suite is a candidate with the cases that judge it.
type Suite struct {
	options    Options
	selection  plan.Selection
	starter    candidate.Value
	limits     *candidate.Limits
	known      *baseline.List
	corpus     *plan.Corpus
	hello      *probe.HelloReply
	introduced *candidate.Candidate
	rules      []string
}

// Prepare starts a candidate once and finds the rules by which it can be judged. The
// error says what is wrong with the options or the candidate's answer to hello.
func Prepare(ctx context.Context, newCandidate func() probe.Candidate, o Options) (*Suite, error) {
	if newCandidate == nil || newCandidate() == nil {
		return nil, errors.New("there is no candidate: newCandidate is nil, or returns nil")
	}
	s := &Suite{options: o, limits: candidate.NewLimits(0, o.Timeout)}
	var err error
	if s.selection, err = o.selection(); err != nil {
		return nil, err
	}
	if s.known, err = baseline.ReadFile(o.Known); err != nil {
		return nil, err
	}
	if s.starter.New, err = o.observes(newCandidate); err != nil {
		return nil, err
	}
	if s.introduced, err = s.starter.Start(ctx, s.limits); err != nil {
		return nil, err
	}
	s.introduced.Kill()
	s.hello = &s.introduced.Hello
	if s.corpus, err = plan.LoadCorpus(); err != nil {
		return nil, err
	}
	plan, err := s.plan(s.selection)
	if err != nil {
		return nil, err
	}
	s.rules = plan.Rules(s.hello)
	return s, nil
}

func (s *Suite) plan(selection plan.Selection) (*plan.Plan, error) {
	plan, err := plan.New(selection, s.corpus, s.hello)
	if err != nil {
		return nil, err
	}
	if len(plan.Unclaimed) > 0 {
		return nil, fmt.Errorf("dialect %s: the candidate reads %s", strings.Join(plan.Unclaimed, ", "), strings.Join(s.hello.Dialects, ", "))
	}
	return plan, nil
}

// Rules are the rules by which the candidate can be judged, in order.
func (s *Suite) Rules() []string { return s.rules }

// Judge runs the cases for some of the rules and judges these. Again returns the
// command that judges one rule again, with "" all of them. The error is a failure of quock itself, or says
// that the candidate cannot be started any more.
func (s *Suite) Judge(ctx context.Context, rules []string, again func(rule string) string) (*SuiteRun, error) {
	selection, whole := s.selection, len(rules) == len(s.rules)
	if !whole {
		only, err := anyOf(rules)
		if err != nil {
			return nil, err
		}
		selection.Only = only
	}
	plan, err := s.plan(selection)
	if err != nil {
		return nil, err
	}
	r := &SuiteRun{suite: s, plan: plan, again: again, rules: rules, replays: map[string]replay.Archive{}}
	r.log.Header = s.header(plan)
	if whole && !s.options.Short { // else what is accepted may show in no case
		r.log.Header.Accepted = s.known.Judged()
	}
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	r.judge(whole && !s.options.Short)
	return r, nil
}

func (s *Suite) header(plan *plan.Plan) report.Header {
	return report.Header{
		Log: report.Version, Harness: runner.Harness, Seed: s.selection.Seed, Corpus: s.corpus.Hash,
		Dialects: plan.Formats, Level: s.selection.Level.String(), Cases: plan.Most(),
		Candidate: report.Candidate{
			Name: s.hello.Name, Version: s.hello.Version, Role: string(s.hello.Role), Dialects: s.hello.Dialects,
			Observes: s.introduced.Observes, Policies: s.introduced.Policies,
		}.Bounded(),
	}
}

// run runs the plan and keeps the replay files in memory.
func (r *SuiteRun) run(ctx context.Context) error {
	s := r.suite
	footer, err := runner.Run(ctx, r.plan, s.starter, s.limits, runner.Options{
		Jobs: runtime.GOMAXPROCS(0), Deaths: runner.DefaultDeaths, Timeouts: runner.DefaultTimeouts, Replays: 1,
		Accepted: s.known.Accepted(),
		Save: func(f replay.Archive) (string, error) {
			r.replays[f.Name] = f
			return f.Name, nil
		},
	}, func(c report.Case) error {
		r.log.Cases = append(r.log.Cases, c)
		return nil
	})
	if err != nil {
		return err
	}
	r.log.Footer = &footer
	r.log.Sort()
	return nil
}

// judge compares the log with the list of known failures. In a run of some rules an
// entry is not stale because nothing failed as it says, and a failure of another rule
// counts only if it keeps a rule that was asked for from being judged.
func (r *SuiteRun) judge(whole bool) {
	list := *r.suite.known
	list.Entries = slices.Clone(list.Entries)
	for i := range list.Entries {
		list.Entries[i].Partial = list.Entries[i].Partial || !whole
	}
	r.outcome = list.Judge(&r.log, time.Now())
	r.log.Known = r.outcome.Issue
	r.summaries = r.log.Rules()
	if len(r.rules) == len(r.suite.rules) {
		return
	}
	r.outcome.Untestable = slices.DeleteFunc(r.outcome.Untestable, func(c *report.Case) bool { return c.Twin != "" })
	r.outcome.Unlisted = slices.DeleteFunc(r.outcome.Unlisted, func(f baseline.Failure) bool {
		other := slices.Contains(r.suite.rules, f.Rule) && !slices.Contains(r.rules, f.Rule)
		if other && !slices.Contains(r.others, f.Rule) {
			r.others = append(r.others, f.Rule)
		}
		return other
	})
}

// hidden says which rule could not be judged because others fail; "" if there is none.
func (r *SuiteRun) hidden() string {
	if len(r.others) == 0 {
		return ""
	}
	for _, id := range r.rules {
		for i := range r.summaries {
			if s := &r.summaries[i]; s.Rule == id && s.Verdict == spec.Untestable {
				return fmt.Sprintf("%s could not be judged, because the candidate fails %s", id, strings.Join(r.others, ", "))
			}
		}
	}
	return ""
}
