package campaign

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// An outcome is the result of a job.
type outcome struct {
	attempt Attempt
	gain    Gain
	// hash is the hash of the case's interleaving.
	hash uint64
	// token reproduces the case. It is set only where the case may be kept.
	token perform.Token
	// records and events are the case's size.
	records, events int

	// charged is the result of the attribution, where the failure was triaged.
	// second is the different result of a retry, nil if every retry agreed.
	charged Attributed
	second  *Attempt
}

// A batch is a group of cases that are tried together.
type batch struct {
	*Engine
	jobs []job
	out  []outcome
	// due lists the cases whose failure must be triaged.
	due []int
	// yield is the yield of each case.
	yield []int
	line  batchLine
	// found lists the batch's findings in the form of log lines.
	found []any
}

// batch tries n cases and absorbs their outcomes. It returns an error of the
// harness, or ErrStopped. After an error the engine's state is invalid; only
// what was kept before is valid.
func (e *Engine) batch(n int) error {
	b := &batch{Engine: e, jobs: e.plan(n), out: make([]outcome, n), yield: make([]int, n)}
	e.pending = nil
	e.Map(n, func(worker, i int) {
		if !e.stopped() {
			b.out[i] = e.try(e.makers[worker], &b.jobs[i])
		}
	})
	if e.stopped() {
		return ErrStopped
	}
	if err := b.absorb(); err != nil {
		return err
	}
	if err := b.triage(); err != nil {
		return err
	}
	return b.close()
}

// try makes a case and runs the candidate on it.
func (e *Engine) try(m *maker, j *job) outcome {
	c := m.make(j, e.state.Corpus)
	gain := m.tracer.Read(&c.Stream, e.state.Cover)
	out := outcome{
		attempt: e.Reader.Try(c), hash: relation.Hash(c.Stream), records: c.Records(), events: len(c.Stream.Events),
		gain: Gain{slices.Clone(gain.edges), slices.Clone(gain.orders)},
	}
	if len(gain.edges) > 0 || out.attempt.Verdict != spec.Pass {
		out.token, _ = c.Token() // no error: the case was made from choices
	}
	return out
}

// absorb processes the outcomes in the order of their case numbers. It records
// the coverage, adds cases to the corpus, and selects failures to triage.
func (b *batch) absorb() error {
	b.line.Verdicts, b.line.Strategies = map[spec.Verdict]int{}, map[Strategy]int{}
	for i := range b.out {
		j, o := &b.jobs[i], &b.out[i]
		b.state.Verdicts[o.attempt.Verdict.OrHarnessError()]++
		b.line.Verdicts[o.attempt.Verdict.OrHarnessError()]++
		b.line.Strategies[j.strategy]++
		b.state.Sketch.add(o.hash)
		edges, orders := b.state.Cover.Add(&o.gain)
		b.line.Edges += edges
		b.line.Orders += orders
		if edges > 0 {
			if err := b.keep(i, edges); err != nil {
				return err
			}
		}
		b.collect(i)
		b.sort(i)
	}
	return nil
}

// keep adds a case to the corpus, unless the corpus has it.
func (b *batch) keep(i, edges int) error {
	j, o := &b.jobs[i], &b.out[i]
	b.yield[i] += yieldEdges
	if j.from >= 0 {
		b.state.Corpus[j.from].Found++
	}
	kept := EntryText(o.token)
	name := EntryName(kept)
	if slices.ContainsFunc(b.state.Corpus, func(e entry) bool { return e.Name == name }) {
		return nil
	}
	b.state.Corpus = append(b.state.Corpus, entry{Name: name, Case: j.number, Strategy: j.strategy, Edges: edges, token: o.token})
	b.line.Entries = append(b.line.Entries, name)
	return b.Store.Entry(name, kept)
}

// sort marks a failing case as due if no known deviation explains it and it has a
// new symptom, or if its first symptom has occurred often enough since. It also
// records the first harness error.
func (b *batch) sort(i int) {
	a := &b.out[i].attempt
	if v := a.Verdict.OrHarnessError(); v == spec.HarnessError && b.state.Problem == "" {
		b.state.Problem = b.out[i].token.String() + ": " + a.Detail
	}
	for _, name := range a.Known {
		b.state.Explained[name]++
	}
	if !a.Verdict.Blames() || len(a.Symptoms) == 0 || len(a.Known) > 0 {
		return
	}
	due := slices.ContainsFunc(a.Symptoms, func(s shrink.Signature) bool { return !b.state.Symptoms.has(s) })
	for k, s := range a.Symptoms {
		if n := b.state.Symptoms.note(s, 1); k == 0 && worthwhile(n) {
			due = true
		}
	}
	if due {
		b.due = append(b.due, i)
	}
}

// close updates the strategies and writes the batch to the log.
func (b *batch) close() error {
	for i := range b.jobs {
		b.state.Bandit.learn(b.jobs[i].strategy, b.yield[i])
	}
	if b.state.Batches++; b.state.Batches%16 == 0 {
		b.state.Bandit.fade()
	}
	b.state.Tried += uint64(len(b.jobs))
	b.line.Batch, b.line.From, b.line.To = b.state.Batches, b.jobs[0].number, b.jobs[len(b.jobs)-1].number
	if err := b.write(append([]any{&b.line}, b.found...)...); err != nil {
		return err
	}
	b.pending = nil
	b.progress()
	return b.mark()
}
