package campaign

import (
	"bytes"
	"math/rand/v2"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/spec"
)

// A job is a planned case. It holds all that is needed to make the case.
type job struct {
	Number   uint64
	Seed     uint64
	Strategy Strategy
	Level    perform.Level
	// From and With are the hashes of the corpus entries that it is made from, "" for
	// none.
	From, With string
}

// A planned job also has the index of the entry that it is made from, -1 for none.
type planned struct {
	job
	from int
}

// plan plans the next round. It updates the entries as it picks them, so that
// one round does not pick the same entry again and again.
func (e *Engine) plan(n int) []planned {
	jobs := make([]planned, n)
	for i := range jobs {
		jobs[i] = e.job(e.state.Tried + uint64(i))
	}
	return jobs
}

func (e *Engine) job(number uint64) planned {
	j := planned{job{Number: number, Seed: perform.CaseSeed(e.state.Params.Seed, number)}, -1}
	rng := rand.New(rand.NewPCG(j.Seed, 1))
	j.Strategy = e.state.Bandit.choose(rng, len(e.state.Corpus) == 0)
	j.Level = e.level(rng)
	if !j.Strategy.fresh() {
		j.from = pick(e.state.Corpus)
		from, with := &e.state.Corpus[j.from], &e.state.Corpus[rng.IntN(len(e.state.Corpus))]
		from.Picked++
		j.Level, j.From, j.With = from.token.Level, from.hash, with.hash
	}
	return j
}

// units cuts the cases of a round into units. The last units are smaller, so that no worker waits long for
// another one at the round's end: a unit has an eighth of the cases that are left, one at least and
// unitCases at most (Polychronopoulos and Kuck, Guided Self-Scheduling, 1987). Where a round is cut does
// not change what its cases give.
func (e *Engine) units(jobs []planned) (units []*Unit) {
	entries := e.entries()
	for left := jobs; len(left) > 0; {
		some := left[:min(max(len(left)/lastUnits, 1), unitCases)]
		left = left[len(some):]
		w := &tryWork{}
		for i := range some {
			w.Jobs = append(w.Jobs, some[i].job)
		}
		u := e.unit(work{Try: w})
		u.cover, u.entries = &e.cover, entries
		units = append(units, u)
	}
	return units
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

// make makes the case of a job from its entries, which are nil where it has none. The case
// is valid until the next call.
func (m *maker) make(j *job, from, with *perform.Token) *perform.Case {
	m.made.Strategy = generator.Mixed
	if j.Strategy.fresh() || from == nil || with == nil {
		m.made.Strategy = strategies[j.Strategy%Strategy(len(strategies))]
		return m.made.Extend(&m.features, j.Level, &choice.Choices{}, j.Seed)
	}
	return m.change(j, from, with)
}

// changes is how often an entry is changed until it gives another case. Some
// changes have no effect.
const changes = 4

func (m *maker) change(j *job, first, second *perform.Token) *perform.Case {
	from, with := m.parent(first), m.parent(second)
	rng := rand.New(rand.NewPCG(j.Seed, 2))
	for n := 0; ; n++ {
		changed := change(j.Strategy, &from, &with, rng)
		c := m.made.Extend(&m.features, j.Level, &changed, rng.Uint64())
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

func (m *maker) parent(t *perform.Token) parent {
	return parentOf(m.donor.Decode(&m.features, t.Level, &t.Choices))
}
