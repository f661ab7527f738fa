package campaign

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// An Arm is a way of making a case: by a strategy of the generator, or by
// changing an entry of the corpus.
type Arm uint8

// The arms.
const (
	Even   Arm = iota // fresh, all choices alike
	Swarm             // fresh, each kind of choice off in every second case
	Soft              // fresh, each kind of choice by a weight of its own
	Drop              // an entry without one part of it
	Repeat            // an entry with one part twice
	Splice            // an entry with a part of another one
	Flip              // an entry with a few bytes changed
	Grow              // the beginning of an entry, gone on with at random
	Cross             // what happens in one entry, with the faults and the order of another one
	Arms   = iota
)

var armNames = [Arms]string{"even", "swarm", "soft", "drop", "repeat", "splice", "flip", "grow", "cross"}

// String is the arm's name.
func (a Arm) String() string { return armNames[a] }

// MarshalText writes the arm's name.
func (a Arm) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads an arm's name; an unknown one is an error.
func (a *Arm) UnmarshalText(b []byte) error {
	for i, name := range armNames {
		if name == string(b) {
			*a = Arm(i)
			return nil
		}
	}
	return fmt.Errorf("campaign: no way of making cases is called %q", b)
}

// fresh reports whether the arm needs no corpus.
func (a Arm) fresh() bool { return a <= Soft }

// pull is what is known of an arm. Tries and Yield fade, so that what an arm
// yields now counts more than what it did long ago; Cases and Found do not.
type pull struct {
	Tries int `json:"tries"`
	Yield int `json:"yield"`
	Cases int `json:"cases"`
	Found int `json:"found"`
}

// What a case yields: one for new edges, more for a new finding.
const (
	yieldEdges   = 1
	yieldFinding = 8
)

// A bandit chooses arms by what they yielded lately, and never leaves one out.
type bandit [Arms]pull

// weight is the arm's share: its yield a case, with a floor that keeps it in.
func (p *pull) weight() int { return 16 + 1024*(p.Yield+1)/(p.Tries+8) }

// choose draws an arm; where there is no corpus, a fresh one.
func (b *bandit) choose(rng *rand.Rand, fresh bool) Arm {
	sum, arms := 0, Arms
	if fresh {
		arms = int(Soft) + 1
	}
	for i := range arms {
		sum += b[i].weight()
	}
	left := rng.IntN(sum)
	for i := range arms {
		if left -= b[i].weight(); left < 0 {
			return Arm(i)
		}
	}
	return Even
}

// learn takes in what a case of an arm yielded.
func (b *bandit) learn(a Arm, yield int) {
	p := &b[a]
	p.Tries++
	p.Cases++
	p.Yield += yield
	if yield > 0 {
		p.Found++
	}
}

// fade halves the weight of the past.
func (b *bandit) fade() {
	for i := range b {
		b[i].Tries /= 2
		b[i].Yield /= 2
	}
}

// MarshalJSON writes the arms by name.
func (b bandit) MarshalJSON() ([]byte, error) {
	named := map[Arm]pull{}
	for i, p := range b {
		named[Arm(i)] = p
	}
	return json.Marshal(named)
}

// UnmarshalJSON reads the arms.
func (b *bandit) UnmarshalJSON(text []byte) error {
	named := map[Arm]pull{}
	if err := json.Unmarshal(text, &named); err != nil {
		return err
	}
	for a, p := range named {
		b[a] = p
	}
	return nil
}
