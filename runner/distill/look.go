package distill

import (
	"fmt"
	"iter"
	"slices"
)

// How a recording is looked through.
const (
	// stretched is how many events one request holds at least, where the recording
	// is as long; near as many where every position is looked at, since each is one
	// more transcript of all that came before.
	stretched, near = 512, 64
	// positions are the positions that a stretch is observed at beside its end when
	// it is looked at first.
	positions = 2
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

// Dense stands for as many positions as make sense.
const Dense = -1

// A Search puts the stretches of a recording to a judge until one is accepted.
type Search struct {
	From *Recording
	// Jobs is how many stretches the judge can look at once.
	Jobs int
	// Ask reports of each stretch whether it fails, observed at so many positions
	// beside its end, or Dense.
	Ask func(some []*Stretch, positions int) (fail []bool, err error)
	// Accept is asked about each stretch that fails, in their order; true ends the
	// search.
	Accept func(one *Stretch) (bool, error)
	// Stop ends the search once it is true.
	Stop func() bool

	// Asked counts the stretches that were asked for; Hasty says that not all were
	// looked at closely.
	Asked int
	Hasty bool

	format format
}

// all are the stretches of the recording, of so many events at least.
func (s *Search) all(events int) iter.Seq2[*Stretch, error] {
	return s.From.stretches(s.format, events)
}

// within are those of the stretches that touch any of some ranges of records.
func within(ranges [][2]int, all iter.Seq2[*Stretch, error]) iter.Seq2[*Stretch, error] {
	return func(yield func(*Stretch, error) bool) {
		for one, err := range all {
			touches := err != nil || slices.ContainsFunc(ranges, func(r [2]int) bool { return r[0] <= one.Last && one.First <= r[1] })
			if touches && !yield(one, err) {
				return
			}
		}
	}
}

// windows are so many neighbours at once, or fewer where they are long, each window
// with half of the one before.
func (s *Search) windows(n int) iter.Seq2[*Stretch, error] {
	return func(yield func(*Stretch, error) bool) {
		var held []*Stretch
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
func tooLong(held []*Stretch) bool {
	events, bytes, last := 0, 0, held[len(held)-1]
	for _, s := range held {
		events, bytes = events+s.events, bytes+s.weight()
	}
	return events+last.events > widest || bytes+last.weight() > longest
}

// Look goes through the recording, closer and wider until something fails that is
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
func (s *Search) Look(first [][2]int, thorough bool) (found bool, err error) {
	if s.format, err = formatOf(s.From.Dialect); err != nil {
		return false, err
	}
	if len(first) > 0 {
		if found, err := s.pass(within(first, s.all(stretched)), positions); found || err != nil {
			return found, err
		}
	}
	found, err = s.pass(s.all(stretched), positions)
	if found || err != nil || s.Stop() {
		return found, err
	}
	n, err := s.count()
	if err != nil {
		return false, err
	}
	closer := func(all iter.Seq2[*Stretch, error]) iter.Seq2[*Stretch, error] { return all }
	if s.Hasty = n > large && !thorough; s.Hasty {
		closer = func(all iter.Seq2[*Stretch, error]) iter.Seq2[*Stretch, error] { return within(first, all) }
	}
	if found, err := s.pass(closer(s.all(near)), Dense); found || err != nil || s.Stop() {
		return found, err
	}
	return s.widen(n, closer)
}

// widen puts windows of more and more neighbours, until one holds all or the most
// that is put at once.
func (s *Search) widen(n int, closer func(iter.Seq2[*Stretch, error]) iter.Seq2[*Stretch, error]) (bool, error) {
	for size := widened; n > 1 && size < widened*n && size < widened*widest/stretched && !s.Stop(); size *= widened {
		if found, err := s.pass(closer(s.windows(size)), 0); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// pass asks for stretches, several at once, until one fails that is accepted: the
// first in their order, for any number of jobs.
func (s *Search) pass(all iter.Seq2[*Stretch, error], positions int) (bool, error) {
	var group []*Stretch
	weight := 0
	for one, err := range all {
		if err != nil {
			return false, fmt.Errorf("reading the recording: %w", err)
		}
		if group, weight = append(group, one), weight+one.weight(); len(group) < 4*s.Jobs && weight < heaviest {
			continue
		}
		if found, err := s.ask(group, positions); found || err != nil || s.Stop() {
			return found, err
		}
		group, weight = nil, 0
	}
	return s.ask(group, positions)
}

// ask asks for a group, and whether the first that fails is accepted.
func (s *Search) ask(group []*Stretch, positions int) (bool, error) {
	s.Asked += len(group)
	fail, err := s.Ask(group, positions)
	if err != nil {
		return false, err
	}
	for i, one := range group {
		if !fail[i] {
			continue
		}
		if found, err := s.Accept(one); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

func (s *Search) count() (int, error) {
	n := 0
	for _, err := range s.all(stretched) {
		if err != nil {
			return 0, fmt.Errorf("reading the recording: %w", err)
		}
		n++
	}
	return n, nil
}
