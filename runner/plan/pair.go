package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Metamorphic relations for candidates. A stream that was read right runs again with
// a change that must not matter, and the candidate's two readings are compared. This
// needs no expectation, so it can detect what model and construction get wrong
// together.
//
// Coverage: one in related of the generated cases that pass below level hostile, chosen
// by seed. Each case tries one relation: the first one that the dialect can represent
// and that changes the stream. The seed also decides the order; in half of the cases
// the relations that apply to few streams come first. Only the parts that a candidate
// observes are compared. A candidate that takes bytes gets the changed stream with one
// chunk for each record. Adapters and filters are not asked, because their outputs
// would have to be read first and differ in what the change renamed. Reloads of a store
// (persist) and the transport's cuts (wire/chunk-invariant) are tested elsewhere.

// Asked is a metamorphic relation with the seed of its change.
type Asked struct {
	Relation string `json:"relation"`
	Seed     uint64 `json:"seed"`
}

// A CasePair is a case and the same case with a change that must not matter.
type CasePair struct {
	Relation relation.Relation
	Seed     uint64
	Original *Case
	Match    relation.Match

	stream  spec.Stream // the changed one
	changed *Case       // nil until it is needed
}

// Changed is the changed case. Most pairs need none, because the original fails. The
// error says why the changed stream cannot be told.
func (p *CasePair) Changed() (*Case, error) {
	if p.changed != nil {
		return p.changed, nil
	}
	c, err := Changed(p.Original, p.Relation.Name, p.stream)
	if err == nil {
		c.Observe = BeforeEnd(p.Match.Positions(func(p *relation.Pair) int { return p.Changed }))
		p.changed = c
	}
	return c, err
}

// Tellable reports whether there is a pair, and its changed stream can be told.
func (p *CasePair) Tellable() bool {
	if p == nil {
		return false
	}
	_, err := p.Changed()
	return err == nil
}

// everyday are the relations that change nearly every stream.
var everyday = []string{"insert-noise", "prefix", "refragment", "rename-ids"}

// inTurn are the relations in the order in which a case tries them.
func inTurn(rng *rand.Rand) []relation.Relation {
	all := relation.All()
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if rng.IntN(2) == 0 {
		return all
	}
	rank := func(r relation.Relation) int {
		if slices.Contains(everyday, r.Name) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b relation.Relation) int { return rank(a) - rank(b) })
	return all
}

// NewPair is the pair of a relation; nil where it changes nothing. The original
// is observed where the two correspond, and where it was before.
func NewPair(r relation.Relation, c *Case, seed uint64) *CasePair {
	stream, match := r.Change(c.Stream, seed)
	if len(match.Pairs) == 0 {
		return nil
	}
	p := &CasePair{Relation: r, Seed: seed, Original: c, Match: match, stream: stream}
	for _, at := range match.Positions(func(p *relation.Pair) int { return p.Original }) {
		if at != spec.AtEnd {
			p.Original = p.Original.Observing(at)
		}
	}
	return p
}

// BeforeEnd are the positions but the end of input.
func BeforeEnd(at []int) []int {
	return slices.DeleteFunc(at, func(at int) bool { return at == spec.AtEnd })
}

// Changed is a changed stream as a case: encoded, and read back. Nothing but the
// model says what it means.
func Changed(c *Case, name string, s spec.Stream) (*Case, error) {
	codec, variant, err := Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	records, err := wire.EncodeStream(codec, variant, s)
	if err != nil {
		return nil, fmt.Errorf("encoding %s changed by %s: %w", c.Name, name, err)
	}
	stream, problems := wire.DecodeRecords(codec, variant, records)
	if len(problems) > 0 {
		return nil, fmt.Errorf("decoding %s changed by %s: %s", c.Name, name, &problems[0])
	}
	stream.End, stream.Forms = s.End, s.Forms
	return &Case{
		Name: c.Name, Dialect: c.Dialect, Records: records, Stream: stream, Seed: c.Seed, Faults: c.Faults,
	}, nil
}

// related: one in this many generated cases is asked.
const related = 3

// PairOf is the pair that a case is asked in; nil where it is not asked.
func PairOf(c *Case) *CasePair {
	if c.Performed == nil || c.Adapts != nil || c.Performed.Level > perform.Degraded {
		return nil
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0x72656c6174656421))
	if rng.IntN(related) > 0 {
		return nil
	}
	for _, r := range inTurn(rng) {
		if !r.Applies(&c.Stream.Features) {
			continue
		}
		if p := NewPair(r, c, rng.Uint64()); p != nil {
			return p
		}
	}
	return nil
}

// AskedPair is a case with its change by the relation that it asks for; nil if it asks
// for none.
func AskedPair(c *Case) *CasePair {
	if c.Asked == nil {
		return nil
	}
	r, ok := relation.ByName(c.Asked.Relation)
	if !ok {
		return nil
	}
	return NewPair(r, c, c.Asked.Seed)
}
