package campaign

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// An outcome is what came of a job.
type outcome struct {
	attempt Attempt
	gain    Gain
	// hash is that of its interleaving.
	hash uint64
	// token makes the case again; only where it is worth keeping.
	token perform.Token
	// records and events are the case's size.
	records, events int

	// charged is what its failure was found to be about, where that was looked
	// into; second how it ended otherwise when it was tried again.
	charged Charged
	second  *Attempt
}

// A batch is some cases that are tried together.
type batch struct {
	*Engine
	jobs []job
	out  []outcome
	// due are those whose failure is to be looked into.
	due []int
	// yield is what each yielded.
	yield []int
	line  batchLine
	// found are the batch's findings, as they stand in the log.
	found []any
}

// batch tries n cases and takes in what came of them. The error is ours, or
// ErrStopped: then what the engine knows is worth nothing any more but what was
// kept before.
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
	if err := b.lookInto(); err != nil {
		return err
	}
	return b.close()
}

// try makes a case and puts it to the candidate.
func (e *Engine) try(m *maker, j *job) outcome {
	c := m.make(j, e.state.Corpus)
	gain := m.tracer.Read(&c.Stream, e.state.Cover)
	out := outcome{
		attempt: e.Reader.Try(c), hash: relation.Hash(c.Stream), records: c.Records(), events: len(c.Stream.Events),
		gain: Gain{slices.Clone(gain.edges), slices.Clone(gain.orders)},
	}
	if len(gain.edges) > 0 || out.attempt.Verdict != spec.Pass {
		out.token, _ = c.Token() // its choices are known: it was made of them
	}
	return out
}

// absorb takes in each case by its number: what it covers, whether it joins the
// corpus, and whether its failure is worth looking into.
func (b *batch) absorb() error {
	b.line.Verdicts, b.line.Arms = map[spec.Verdict]int{}, map[Arm]int{}
	for i := range b.out {
		j, o := &b.jobs[i], &b.out[i]
		b.state.Verdicts[o.attempt.Verdict.Settled()]++
		b.line.Verdicts[o.attempt.Verdict.Settled()]++
		b.line.Arms[j.arm]++
		b.state.Sketch.add(o.hash)
		edges, orders := b.state.Cover.Add(&o.gain)
		b.line.Edges += edges
		b.line.Orders += orders
		if edges > 0 {
			if err := b.keep(i, edges); err != nil {
				return err
			}
		}
		b.sort(i)
	}
	return nil
}

// keep adds a case to the corpus, unless it is there.
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
	b.state.Corpus = append(b.state.Corpus, entry{Name: name, Case: j.number, Arm: j.arm, Edges: edges, token: o.token})
	b.line.Entries = append(b.line.Entries, name)
	return b.Keeper.Entry(name, kept)
}

// sort puts a failing case among those that are due, if it fails in a way that
// did not come before, or its clearest way has come often enough since. A failure
// of ours is noted.
func (b *batch) sort(i int) {
	a := &b.out[i].attempt
	if v := a.Verdict.Settled(); v == spec.HarnessError && b.state.Problem == "" {
		b.state.Problem = b.out[i].token.String() + ": " + a.Detail
	}
	if !a.Verdict.Blames() || len(a.Symptoms) == 0 {
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

// close writes the batch down.
func (b *batch) close() error {
	for i := range b.jobs {
		b.state.Bandit.learn(b.jobs[i].arm, b.yield[i])
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
	b.tell()
	return b.mark()
}
