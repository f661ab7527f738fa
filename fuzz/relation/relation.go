// Package relation holds the metamorphic relations: changes of a stream that
// must not matter, with the equality that must hold between the transcripts
// before and after. They need no expectation, so they judge any reader on any
// stream, generated or recorded.
//
// Goals: each relation has one file, with one sentence of what must hold and
// the reasons for its limits. The same stream and seed give the same change.
// Changed streams are valid in their dialect. Corresponding positions in the
// middle of the streams are compared too.
//
// Non-goals: expectations (package scenario); the model (a relation asks the
// reader that it is given); bytes.
//
// Two of the relations that the rules name are about bytes and need a codec:
// rechunk-transport (relationtest.Rechunk, then decode) and round-trip (decode what was
// encoded). This package's tests check every codec against both. One relation
// is missing: reload needs candidates that keep a store.
package relation

import (
	"github.com/quock-dev/quock/spec"
)

// A Relation is a change of a stream, and what must hold for both streams.
type Relation struct {
	// Name is the relation's stable name.
	Name string
	// Rules are the rules that a reader breaks if the relation fails, the
	// likeliest first.
	Rules []string
	// Applies reports whether a dialect with these features can represent the
	// change.
	Applies func(f *spec.Features) bool
	// Change returns the changed stream for a seed. If there is nothing to
	// change, the match has no pairs. Change neither modifies nor keeps the
	// given stream, but both streams share what their events point to.
	Change func(s spec.Stream, seed uint64) (spec.Stream, Match)
}

// A Match says which positions of two streams correspond. The end of input
// comes last, if there is any pair.
type Match struct {
	Pairs []Pair
}

// A Pair is two positions that correspond.
type Pair struct {
	Original, Changed int
	// Differ returns the differences that must not be there, between the
	// transcripts at the two positions, in the parts that are observed. It
	// changes neither transcript.
	Differ func(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference
}

// A Reader reads a stream and returns the transcripts at the requested
// positions. The positions are ascending, without repetition, spec.AtEnd last.
type Reader func(s spec.Stream, at []int) []spec.Transcript

// All returns every relation between streams, in the order of the list in the
// rules.
func All() []Relation {
	return []Relation{
		Refragment(), Interleave(), InsertNoise(), RenameIDs(), PermuteSiblings(),
		Prefix(), ReplayTail(), SplitSessions(), WholeOrPieces(),
	}
}

// ByName finds a relation of All.
func ByName(name string) (Relation, bool) {
	for _, r := range All() {
		if r.Name == name {
			return r, true
		}
	}
	return Relation{}, false
}

// Broken returns the differences between a reader's transcripts of a stream and
// of its change by the seed: those of the first pair that has any. The second
// result is the number of compared pairs; 0 means that the stream has nothing
// to change.
func (r Relation) Broken(s spec.Stream, seed uint64, observes spec.Parts, read Reader) ([]spec.Difference, int) {
	changed, match := r.Change(s, seed)
	if len(match.Pairs) == 0 {
		return nil, 0
	}
	before := transcripts(read, s, match.Positions(func(p *Pair) int { return p.Original }))
	after := transcripts(read, changed, match.Positions(func(p *Pair) int { return p.Changed }))
	for i, p := range match.Pairs {
		if found := p.Differ(observes, before[p.Original], after[p.Changed]); len(found) > 0 {
			return found, i + 1
		}
	}
	return nil, len(match.Pairs)
}

func transcripts(read Reader, s spec.Stream, at []int) map[int]*spec.Transcript {
	got := read(s, at)
	byPosition := make(map[int]*spec.Transcript, len(at))
	for i, position := range at {
		byPosition[position] = &got[i]
	}
	return byPosition
}
