package runner

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/quock-dev/quock/runner/distill/segment"
)

// How a recording is looked through.
const (
	// stretched is how many events one request holds at least, where the recording
	// is as long; near as many where every position is looked at, since each is one
	// more transcript of all that came before.
	stretched, near = 512, 64
	// glances are the positions that a stretch is observed at beside its end when
	// it is looked at first.
	glances = 2
	// widened is by how much windows grow, and widest how many events one has at
	// most.
	widened = 8
	widest  = 1 << 16
	// large is how many stretches a recording has at most that is looked at closely
	// from end to end, unless the search is to be thorough.
	large = 400
	// longest is how many bytes of records go into one request: what a line of the
	// protocol holds by default, with room for what is around them.
	longest = 15 << 20
	// heaviest is how many bytes of records are at work at once, about.
	heaviest = 2 << 20
)

// A search puts the parts of a recording to a candidate until it fails.
type search struct {
	ctx    context.Context
	oracle *Pool
	from   *Recording
	format format
	jobs   int
	stop   func() bool
	// asked counts the requests; hasty says that not all was looked at closely.
	asked int
	hasty bool
	// accept is asked about each part that fails, in their order; true ends the
	// search.
	accept func(c *Case, s *stretch) (bool, error)
}

// all are the stretches of the recording, of so many events at least.
func (s *search) all(events int) iter.Seq2[*stretch, error] {
	return s.from.stretches(s.format.codec.Features(s.format.variant), segment.Options{Join: events})
}

// within are those of the stretches that touch any of some ranges of records.
func within(ranges [][2]int, all iter.Seq2[*stretch, error]) iter.Seq2[*stretch, error] {
	return func(yield func(*stretch, error) bool) {
		for one, err := range all {
			touches := err != nil || slices.ContainsFunc(ranges, func(r [2]int) bool { return r[0] <= one.last && one.first <= r[1] })
			if touches && !yield(one, err) {
				return
			}
		}
	}
}

// windows are so many neighbours at once, or fewer where they are long, each window
// with half of the one before.
func (s *search) windows(n int) iter.Seq2[*stretch, error] {
	return func(yield func(*stretch, error) bool) {
		var held []*stretch
		fresh := 0
		show := func() bool { return yield(together(held), nil) }
		for one, err := range s.all(stretched) {
			if err != nil {
				yield(nil, err)
				return
			}
			held, fresh = append(held, one), fresh+1
			if len(held) < n && !tooLong(held) {
				continue
			}
			if !show() {
				return
			}
			held, fresh = slices.Clone(held[(len(held)+1)/2:]), 0
		}
		if fresh > 0 && len(held) > 1 {
			show()
		}
	}
}

// tooLong reports whether one stretch more might not fit a request.
func tooLong(held []*stretch) bool {
	events, bytes, last := 0, 0, held[len(held)-1]
	for _, s := range held {
		events, bytes = events+s.events, bytes+s.weight()
	}
	return events+last.events > widest || bytes+last.weight() > longest
}

// look goes through the recording, closer and wider until something fails that is
// accepted. Its procedure:
//
//  1. The stretches that somebody else found worth looking at, at few positions.
//  2. All of them so. A recording that is one stretch is put whole.
//  3. Shorter ones, after every record.
//  4. Neighbours together, since the cause may stand far from what it does: more
//     and more, each window with half of the one before, as far as one request
//     goes.
//
// Of a large recording the last two look only at what somebody else found worth
// looking at, unless they are to be thorough.
func (s *search) look(first [][2]int, thorough bool) (bool, error) {
	if len(first) > 0 {
		if found, err := s.pass(within(first, s.all(stretched)), glances); found || err != nil {
			return found, err
		}
	}
	found, err := s.pass(s.all(stretched), glances)
	if found || err != nil || s.stops() {
		return found, err
	}
	n, err := s.count()
	if err != nil {
		return false, err
	}
	closer := func(all iter.Seq2[*stretch, error]) iter.Seq2[*stretch, error] { return all }
	if s.hasty = n > large && !thorough; s.hasty {
		closer = func(all iter.Seq2[*stretch, error]) iter.Seq2[*stretch, error] { return within(first, all) }
	}
	if found, err := s.pass(closer(s.all(near)), dense); found || err != nil || s.stops() {
		return found, err
	}
	return s.widen(n, closer)
}

// widen puts windows of more and more neighbours, until one holds all or the most
// that is put at once.
func (s *search) widen(n int, closer func(iter.Seq2[*stretch, error]) iter.Seq2[*stretch, error]) (bool, error) {
	for size := widened; n > 1 && size < widened*n && size < widened*widest/stretched && !s.stops(); size *= widened {
		if found, err := s.pass(closer(s.windows(size)), 0); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

func (s *search) count() (int, error) {
	n := 0
	for _, err := range s.all(stretched) {
		if err != nil {
			return 0, fmt.Errorf("reading the recording: %w", err)
		}
		n++
	}
	return n, nil
}
