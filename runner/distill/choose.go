package distill

import (
	"slices"

	"github.com/quock-dev/quock/runner/distill/behaviour"
)

// choose picks pieces that together show all that the pieces show: those that
// show most of what is missing for their length first, of equal ones the first.
// A piece all whose behaviours others show goes again, the longest first. The
// pieces stay in their order.
func choose(pieces []*Piece) []*Piece {
	var chosen []*Piece
	var have behaviour.Set
	for {
		best, gain := -1, 0
		for i, p := range pieces {
			more := p.Shows.Minus(have).Len()
			if more > 0 && (best < 0 || more*events(pieces[best]) > gain*events(p)) {
				best, gain = i, more
			}
		}
		if best < 0 {
			break
		}
		chosen = append(chosen, pieces[best])
		have = have.Union(pieces[best].Shows)
	}
	chosen = needed(chosen)
	return slices.DeleteFunc(slices.Clone(pieces), func(p *Piece) bool { return !slices.Contains(chosen, p) })
}

func events(p *Piece) int { return len(p.Stream.Events) }

// needed leaves out what others show, the longest first.
func needed(chosen []*Piece) []*Piece {
	longest := slices.Clone(chosen)
	slices.SortStableFunc(longest, func(a, b *Piece) int { return events(b) - events(a) })
	for _, p := range longest {
		var others behaviour.Set
		for _, q := range chosen {
			if q != p {
				others = others.Union(q.Shows)
			}
		}
		if others.Contains(p.Shows) {
			chosen = slices.DeleteFunc(slices.Clone(chosen), func(q *Piece) bool { return q == p })
		}
	}
	return chosen
}
