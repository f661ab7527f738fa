package campaign

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// A Strategy is a way to make a case: a strategy of the generator, or a change of a
// corpus entry.
type Strategy uint8

// The strategies.
const (
	Even       Strategy = iota // fresh, all choices equally likely
	Swarm                      // fresh, each kind of choice off in half of the cases
	Soft                       // fresh, each kind of choice with a random weight
	Drop                       // an entry without one part of it
	Repeat                     // an entry with one part duplicated
	Splice                     // an entry with a part taken from another one
	Flip                       // an entry with a few bytes changed
	Grow                       // the beginning of an entry, extended at random
	Cross                      // the events of one entry, with the faults and the order of another one
	Strategies = iota
)

var strategyNames = [Strategies]string{"even", "swarm", "soft", "drop", "repeat", "splice", "flip", "grow", "cross"}

// String returns the strategy's name.
func (a Strategy) String() string { return strategyNames[a] }

// MarshalText writes the strategy's name.
func (a Strategy) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a strategy's name; an unknown one is an error.
func (a *Strategy) UnmarshalText(b []byte) error {
	for i, name := range strategyNames {
		if name == string(b) {
			*a = Strategy(i)
			return nil
		}
	}
	return fmt.Errorf("campaign: no strategy is called %q", b)
}

// fresh reports whether the strategy works without a corpus.
func (a Strategy) fresh() bool { return a <= Soft }

// pull holds the statistics of a strategy. Tries and Yield decay, so recent yields
// count more than old ones. Cases and Found do not decay.
type pull struct {
	Tries int `json:"tries"`
	Yield int `json:"yield"`
	Cases int `json:"cases"`
	Found int `json:"found"`
}

// The yield of a case: yieldEdges for new edges, yieldFinding for a new
// finding.
const (
	yieldEdges   = 1
	yieldFinding = 8
)

// A bandit chooses strategies by their recent yield. It never excludes one.
type bandit [Strategies]pull

// weight is the strategy's share: its yield per case, with a lower bound above zero.
func (p *pull) weight() int { return 16 + 1024*(p.Yield+1)/(p.Tries+8) }

// choose draws a strategy. With fresh set it draws only those that need no corpus.
func (b *bandit) choose(rng *rand.Rand, fresh bool) Strategy {
	sum, some := 0, Strategies
	if fresh {
		some = int(Soft) + 1
	}
	for i := range some {
		sum += b[i].weight()
	}
	left := rng.IntN(sum)
	for i := range some {
		if left -= b[i].weight(); left < 0 {
			return Strategy(i)
		}
	}
	return Even
}

// learn records the yield of one case of a strategy.
func (b *bandit) learn(a Strategy, yield int) {
	p := &b[a]
	p.Tries++
	p.Cases++
	p.Yield += yield
	if yield > 0 {
		p.Found++
	}
}

// fade halves the weight of earlier cases.
func (b *bandit) fade() {
	for i := range b {
		b[i].Tries /= 2
		b[i].Yield /= 2
	}
}

// MarshalJSON writes the strategies by name.
func (b bandit) MarshalJSON() ([]byte, error) {
	named := map[Strategy]pull{}
	for i, p := range b {
		named[Strategy(i)] = p
	}
	return json.Marshal(named)
}

// UnmarshalJSON reads the strategies.
func (b *bandit) UnmarshalJSON(text []byte) error {
	named := map[Strategy]pull{}
	if err := json.Unmarshal(text, &named); err != nil {
		return err
	}
	for a, p := range named {
		b[a] = p
	}
	return nil
}
