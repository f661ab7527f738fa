package campaign

import (
	"bytes"
	"math/rand/v2"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/spec"
)

// A job is a planned case. It holds all that is needed to make the case in any
// order.
type job struct {
	number   uint64
	strategy Strategy
	level    perform.Level
	seed     uint64
	// from and with are the corpus entries that it is made from, -1 for none.
	from, with int
}

// plan plans the next batch. It updates the entries as it picks them, so that
// one batch does not pick the same entry again and again.
func (e *Engine) plan(n int) []job {
	jobs := make([]job, n)
	for i := range jobs {
		jobs[i] = e.job(e.number(e.state.Tried + uint64(i)))
	}
	return jobs
}

// number returns the number of the shard's nth case, from 0.
func (e *Engine) number(n uint64) uint64 {
	p := &e.state.Params
	return n*uint64(p.Shards) + uint64(p.Shard-1)
}

func (e *Engine) job(number uint64) job {
	j := job{number: number, seed: perform.CaseSeed(e.state.Params.Seed, number), from: -1, with: -1}
	rng := rand.New(rand.NewPCG(j.seed, 1))
	j.strategy = e.state.Bandit.choose(rng, len(e.state.Corpus) == 0)
	j.level = e.level(rng)
	if !j.strategy.fresh() {
		j.from = pick(e.state.Corpus)
		e.state.Corpus[j.from].Picked++
		j.with = rng.IntN(len(e.state.Corpus))
		j.level = e.state.Corpus[j.from].token.Level
	}
	return j
}

// level draws the level of a fresh case: mostly the highest level that was
// asked for.
func (e *Engine) level(rng *rand.Rand) perform.Level {
	top := e.state.Params.Level
	for top > perform.Clean && rng.IntN(4) == 0 {
		top--
	}
	return top
}

// A maker makes the cases of jobs and reuses its memory.
type maker struct {
	features    spec.Features
	made, donor perform.Generator
	tracer      Tracer
}

// strategies are the strategies of fresh cases.
var strategies = [...]generator.Strategy{Even: generator.Even, Swarm: generator.Swarm, Soft: generator.Soft}

// make makes the case of a job. The case is valid until the next call.
func (m *maker) make(j *job, corpus []entry) *perform.Case {
	m.made.Strategy = generator.Mixed
	if j.strategy.fresh() {
		m.made.Strategy = strategies[j.strategy]
		return m.made.Extend(&m.features, j.level, &choice.Choices{}, j.seed)
	}
	return m.change(j, corpus)
}

// changes is how often an entry is changed until it gives another case. Some
// changes have no effect.
const changes = 4

func (m *maker) change(j *job, corpus []entry) *perform.Case {
	from, with := m.parent(&corpus[j.from]), m.parent(&corpus[j.with])
	rng := rand.New(rand.NewPCG(j.seed, 2))
	for n := 0; ; n++ {
		changed := change(j.strategy, &from, &with, rng)
		c := m.made.Extend(&m.features, j.level, &changed, rng.Uint64())
		if made, _ := c.Choices(); n+1 == changes || !same(&made, &from.choices) {
			return c
		}
	}
}

func same(a, b *choice.Choices) bool {
	for l := range a {
		if !bytes.Equal(a[l], b[l]) {
			return false
		}
	}
	return true
}

func (m *maker) parent(e *entry) parent {
	return parentOf(m.donor.Decode(&m.features, e.token.Level, &e.token.Choices))
}
