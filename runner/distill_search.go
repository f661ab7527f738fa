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
	// longest is how many bytes of records go into one request: what a line of the
	// protocol holds by default, with room for what is around them.
	longest = 15 << 20
)

// A search puts the parts of a recording to a candidate until it fails.
type search struct {
	ctx    context.Context
	oracle *Oracle
	from   *Recording
	format format
	jobs   int
	stop   func() bool
	// asked counts the requests.
	asked int
	// accept is asked about each part that fails, in their order; true ends the
	// search.
	accept func(c *Case, s *stretch) (bool, error)
}

// A part is a stretch and what came of it.
type part struct {
	stretch *stretch
	name    string
	fails   bool
}

// all are the stretches of the recording, of so many events at least.
func (s *search) all(events int) iter.Seq2[*stretch, error] {
	return s.from.stretches(s.format.codec.Features(s.format.variant), segment.Options{Join: events})
}

// within are those that touch any of some ranges of records.
func (s *search) within(ranges [][2]int) iter.Seq2[*stretch, error] {
	return func(yield func(*stretch, error) bool) {
		for one, err := range s.all(stretched) {
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

// pass puts stretches to the candidate, several at once, until one fails that is
// accepted; the first in their order, for any number of jobs. looks is how many
// positions are observed beside the end, dense for as many as make sense.
func (s *search) pass(parts iter.Seq2[*stretch, error], looks int) (bool, error) {
	done := make(chan []part, 1)
	done <- nil // what came of the group before, nothing yet
	group := make([]part, 0, 4*s.jobs)
	ask := func() (bool, error) {
		found, err := s.settle(<-done)
		if err != nil || found {
			return found, err
		}
		asked := slices.Clone(group)
		group = group[:0]
		go func() {
			s.ask(asked, looks)
			done <- asked
		}()
		return false, nil
	}
	for one, err := range parts {
		if err != nil {
			<-done
			return false, fmt.Errorf("reading the recording: %w", err)
		}
		if group = append(group, part{stretch: one}); len(group) < cap(group) {
			continue
		}
		if found, err := ask(); err != nil || found {
			return found, err
		}
		if s.stops() {
			<-done
			return false, nil
		}
	}
	if found, err := ask(); err != nil || found {
		return found, err
	}
	return s.settle(<-done)
}

func (s *search) stops() bool {
	return s.ctx.Err() != nil || s.oracle.Err() != nil || s.stop != nil && s.stop()
}

// ask puts the parts of a group to the candidate at once.
func (s *search) ask(group []part, looks int) {
	s.asked += len(group)
	atOnce(len(group), func(i int) {
		c := s.caseOf(group[i].stretch, looks)
		_ = s.oracle.with(s.ctx, func(j *judge) error {
			t, err := j.try(s.ctx, c)
			group[i].fails = err == nil && t.Verdict.Blames()
			return err
		})
	})
}

func (s *search) caseOf(one *stretch, looks int) *Case {
	c := one.caseOf(fmt.Sprintf("recorded/%d-%d", one.first, one.last), s.format)
	c = s.oracle.plan.Suited(c)
	if looks == dense || c.Adapts != nil {
		return c.everywhere()
	}
	for i := range looks {
		c.Observe = append(c.Observe, (i+1)*len(c.Records)/(looks+1))
	}
	c.Observe = slices.DeleteFunc(slices.Compact(c.Observe), func(at int) bool { return at == 0 })
	return c
}

// settle asks about the parts of a group that failed, in their order.
func (s *search) settle(group []part) (bool, error) {
	if err := s.oracle.Err(); err != nil {
		return false, err
	}
	for i := range group {
		if !group[i].fails {
			continue
		}
		found, err := s.accept(s.caseOf(group[i].stretch, dense), group[i].stretch)
		if err != nil || found {
			return found, err
		}
	}
	return false, nil
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
func (s *search) look(first [][2]int) (bool, error) {
	if len(first) > 0 {
		if found, err := s.pass(s.within(first), glances); found || err != nil {
			return found, err
		}
	}
	found, err := s.pass(s.all(stretched), glances)
	if !found && err == nil && !s.stops() {
		found, err = s.pass(s.all(near), dense)
	}
	if found || err != nil || s.stops() {
		return found, err
	}
	return s.widen()
}

// widen puts windows of more and more neighbours, until one holds all or the most
// that is put at once.
func (s *search) widen() (bool, error) {
	n, err := s.count()
	for size := widened; err == nil && n > 1 && size < widened*n && size < widened*widest/stretched && !s.stops(); size *= widened {
		if found, err := s.pass(s.windows(size), 0); found || err != nil {
			return found, err
		}
	}
	return false, err
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
