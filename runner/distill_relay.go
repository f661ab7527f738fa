package runner

import (
	"fmt"
	"iter"
	"slices"

	"github.com/quock-dev/quock/runner/parallel"
)

// A part is a stretch and what came of it.
type part struct {
	stretch *stretch
	fails   bool
}

// pass puts stretches to the candidate, several at once, until one fails that is
// accepted; the first in their order, for any number of jobs. looks is how many
// positions are observed beside the end, dense for as many as make sense.
func (s *search) pass(parts iter.Seq2[*stretch, error], looks int) (bool, error) {
	r := &relay{search: s, looks: looks, done: make(chan []part, 1)}
	r.done <- nil
	defer func() { <-r.done }()
	for one, err := range parts {
		if err != nil {
			return false, fmt.Errorf("reading the recording: %w", err)
		}
		if !r.add(one) {
			continue
		}
		if found, err := r.next(); found || err != nil || s.stops() {
			return found, err
		}
	}
	if found, err := r.next(); found || err != nil {
		return found, err
	}
	return r.next()
}

// A relay reads one group of parts while the one before is at work.
type relay struct {
	*search
	looks  int
	group  []part
	weight int
	done   chan []part // holds the group before, once it has been asked
}

// add takes in a part; true when the group is as large as it gets.
func (r *relay) add(one *stretch) bool {
	r.group, r.weight = append(r.group, part{stretch: one}), r.weight+one.weight()
	return len(r.group) >= 4*r.jobs || r.weight >= heaviest
}

// next settles the group before and sets this one to work, unless that found what
// is looked for.
func (r *relay) next() (bool, error) {
	found, err := r.settle(<-r.done)
	if err != nil || found {
		r.done <- nil
		return found, err
	}
	group := r.group
	r.group, r.weight = nil, 0
	go func() {
		r.ask(group, r.looks)
		r.done <- group
	}()
	return false, nil
}

func (s *search) stops() bool {
	return s.ctx.Err() != nil || s.oracle.Err() != nil || s.stop != nil && s.stop()
}

// ask puts the parts of a group to the candidate at once.
func (s *search) ask(group []part, looks int) {
	s.asked += len(group)
	parallel.Map(len(group))(len(group), func(i int) {
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
