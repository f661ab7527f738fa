package campaign

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// A round is cases that are planned and tried together, and what follows from them. It has
// steps: the cases; the failing ones that are attributed; reductions, and reductions of
// what these met.
type round struct {
	*Engine
	jobs []planned
	out  []tried
	// due lists the cases whose failure must be attributed.
	due []int
	// yield is the yield of each case.
	yield []int
	line  roundLine
	// found lists the round's findings in the form of log lines.
	found []any
}

// round tries n cases and folds the results. It returns an error of the harness, or
// ErrStopped. After an error the engine's state is invalid; only what was kept before is
// valid.
func (e *Engine) round(ctx context.Context, n int) error {
	r := &round{Engine: e, jobs: e.plan(n), yield: make([]int, n)}
	e.pending, e.cover = nil, snapshot{cover: e.state.Cover}
	units := e.units(r.jobs)
	results, err := r.step(ctx, units)
	if err != nil {
		return err
	}
	for i, one := range results {
		r.out = append(r.out, r.triedBy(one, units[i].Cases())...)
	}
	if err := r.absorb(); err != nil {
		return err
	}
	if err := r.attribute(ctx); err != nil {
		return err
	}
	return r.close()
}

// step has units done in the round's next step.
func (r *round) step(ctx context.Context, units []*Unit) ([]*Result, error) {
	if len(units) > 0 {
		r.state.Steps++
	}
	return r.do(ctx, r.state.Steps, units)
}

// triedBy returns the outcomes of a unit of n cases. If it was lost, each is a failure of
// quock itself.
func (r *round) triedBy(one *Result, n int) []tried {
	if one.body.Lost == "" {
		return one.body.Tried
	}
	r.lost(one)
	return slices.Repeat([]tried{{Attempt: Attempt{Verdict: spec.HarnessError}}}, n)
}

// absorb processes the outcomes in the order of their case numbers. It records
// the coverage, adds cases to the corpus, and selects failures to attribute.
func (r *round) absorb() error {
	r.line.Verdicts, r.line.Strategies = map[spec.Verdict]int{}, map[Strategy]int{}
	for i := range r.out {
		j, o := &r.jobs[i], &r.out[i]
		r.state.Verdicts[o.Attempt.Verdict.OrHarnessError()]++
		r.line.Verdicts[o.Attempt.Verdict.OrHarnessError()]++
		r.line.Strategies[j.Strategy]++
		if o.Events > 0 { // it was made
			r.state.Sketch.add(o.Hash)
		}
		edges, orders := r.state.Cover.Add(&o.Gain)
		r.line.Edges += edges
		r.line.Orders += orders
		if edges > 0 {
			if err := r.keep(i, edges); err != nil {
				return err
			}
		}
		r.collect(j.Number, o)
		r.sort(i)
	}
	return nil
}

// keep adds a case to the corpus, unless the corpus has it.
func (r *round) keep(i, edges int) error {
	j, o := &r.jobs[i], &r.out[i]
	r.yield[i] += yieldEdges
	if j.from >= 0 {
		r.state.Corpus[j.from].Found++
	}
	token, err := perform.ParseToken(o.Token)
	if err != nil {
		return err
	}
	kept := EntryText(token)
	name := EntryName(kept)
	if slices.ContainsFunc(r.state.Corpus, func(e entry) bool { return e.Name == name }) {
		return nil
	}
	r.state.Corpus = append(r.state.Corpus, entry{Name: name, Case: j.Number, Strategy: j.Strategy, Edges: edges, token: token, hash: sumOf(kept)})
	r.line.Entries = append(r.line.Entries, name)
	return r.Store.Entry(name, kept)
}

// sort marks a failing case as due if no known deviation explains it and it has a
// new symptom, or if its first symptom has occurred often enough since. It also
// records the first harness error.
func (r *round) sort(i int) {
	a := &r.out[i].Attempt
	if v := a.Verdict.OrHarnessError(); v == spec.HarnessError && r.state.Problem == "" {
		r.state.Problem = r.out[i].Token + ": " + a.Detail
	}
	for _, name := range a.Known {
		r.state.Explained[name]++
	}
	if !a.Verdict.Blames() || len(a.Symptoms) == 0 || len(a.Known) > 0 {
		return
	}
	due := slices.ContainsFunc(a.Symptoms, func(s shrink.Signature) bool { return !r.state.Symptoms.has(s) })
	for k, s := range a.Symptoms {
		if n := r.state.Symptoms.note(s, 1); k == 0 && worthwhile(n) {
			due = true
		}
	}
	if due {
		r.due = append(r.due, i)
	}
}

// fading is the number of cases after which the weight of earlier ones is halved.
const fading = 1024

// close updates the strategies and writes the round to the log.
func (r *round) close() error {
	for i := range r.jobs {
		r.state.Bandit.learn(r.jobs[i].Strategy, r.yield[i])
	}
	before := r.state.Tried
	r.state.Tried += uint64(len(r.jobs))
	if before/fading != r.state.Tried/fading {
		r.state.Bandit.fade()
	}
	r.state.Rounds++
	r.line.Round, r.line.From, r.line.To = r.state.Rounds, r.jobs[0].Number, r.jobs[len(r.jobs)-1].Number
	if err := r.write(append([]any{&r.line}, r.found...)...); err != nil {
		return err
	}
	r.pending = nil
	r.progress()
	return r.mark()
}
