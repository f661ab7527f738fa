package fleet

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Unit is one unit of a step, and the hashes of the blobs that it needs.
type Unit struct {
	Bytes []byte
	Blobs []string
}

// A Result is the result of a unit. Aside means that the unit was set aside, because
// Deaths processes died while they did it. Then there are no Bytes.
type Result struct {
	Bytes []byte
	Aside bool
}

// Do has the units of a step done and returns their results in the order of the units.
// blobs gives the blobs that they need. each, if not nil, is told the number of a unit once its
// result is there. A step that was begun before, by whatever process, goes on: units that
// have results are not done again.
func (l *Lead) Do(ctx context.Context, units []Unit, blobs func(hash string) ([]byte, error), each func(n int)) ([]Result, error) {
	s := &running{Lead: l, units: map[string]int{}, all: units, each: each, results: map[string]Result{}, moved: time.Now()}
	keys := make([]string, len(units))
	for i := range units {
		keys[i] = Hash(units[i].Bytes)
		s.units[keys[i]] = i
	}
	if err := s.had(ctx); err != nil {
		return nil, err
	}
	for _, key := range keys {
		if err := s.offer(ctx, key, blobs); err != nil {
			return nil, err
		}
	}
	for s.missing() > 0 {
		if err := s.read(ctx, s.missing(), l.timing.Idle/2, s.got(ctx)); err != nil {
			return nil, err
		}
		if err := s.again(ctx); err != nil {
			return nil, err
		}
	}
	results := make([]Result, len(keys))
	for i, key := range keys {
		results[i] = s.results[key]
	}
	return results, nil
}

// A running step.
type running struct {
	*Lead
	all     []Unit
	units   map[string]int // their numbers by their keys
	each    func(n int)
	results map[string]Result
	// moved is when the last result came. took are the times that the units took. copies
	// is how often what is missing was offered again.
	moved  time.Time
	took   []time.Duration
	copies int
}

// missing is how many units have no result yet.
func (s *running) missing() int { return len(s.units) - len(s.results) }

// had collects the results that were there before.
func (s *running) had(ctx context.Context) error {
	for key := range s.units {
		if m := s.early[key]; m != nil {
			delete(s.early, key)
			if err := s.take(ctx, key, m); err != nil {
				return err
			}
		}
	}
	for !s.caught && s.missing() > 0 {
		n, known, err := s.waiting(ctx)
		if err == nil && n > 0 {
			err = s.read(ctx, min(n, s.missing()), s.timing.Idle, s.got(ctx))
		}
		if err != nil {
			return err
		}
		s.caught = known && n == 0
	}
	return nil
}

// got takes the results of this step, and remembers those of others.
func (s *running) got(ctx context.Context) func(key string, m jetstream.Msg) error {
	return func(key string, m jetstream.Msg) error {
		if _, ours := s.units[key]; ours {
			return s.take(ctx, key, m)
		}
		s.early[key] = m
		return nil
	}
}

// take takes the result of a unit, unless it has one.
func (s *running) take(ctx context.Context, key string, m jetstream.Msg) (err error) {
	if _, have := s.results[key]; have {
		return nil
	}
	r := Result{Aside: m.Headers().Get(headerAside) != ""}
	if r.Bytes, err = s.payload(ctx, m); err != nil {
		return err
	}
	s.results[key], s.moved = r, time.Now()
	if ms, err := strconv.Atoi(m.Headers().Get(headerTook)); err == nil {
		s.took = append(s.took, time.Duration(ms)*time.Millisecond)
	}
	if hash := m.Headers().Get(headerBlob); hash != "" {
		s.unneeded = append(s.unneeded, hash)
	}
	s.count(m.Headers().Get(headerAgain) != "" || r.Aside, r.Aside)
	if s.each != nil {
		s.each(s.units[key])
	}
	return nil
}

// count adds a unit to the tally.
func (s *running) count(again, aside bool) {
	t := &s.head.Tally
	t.Units++
	if again {
		t.Again++
	}
	if aside {
		t.Aside++
	}
	s.known.Lock()
	defer s.known.Unlock()
	s.tally = *t
}

// offer puts a unit into the queue, with the blobs that it needs, unless it has a result.
func (s *running) offer(ctx context.Context, key string, blobs func(hash string) ([]byte, error)) error {
	if _, have := s.results[key]; have {
		return nil
	}
	for _, hash := range s.all[s.units[key]].Blobs {
		if s.stored[hash] {
			continue
		}
		blob, err := blobs(hash)
		if err == nil {
			_, err = s.Put(ctx, blob)
		}
		if err != nil {
			return err
		}
		s.stored[hash] = true
	}
	return s.publishCopy(ctx, key)
}

// publishCopy puts a copy of a unit into the queue.
func (s *running) publishCopy(ctx context.Context, key string) error {
	m, err := s.message(ctx, s.unitSubject(key+"."+strconv.Itoa(s.copies)), s.all[s.units[key]].Bytes)
	if err != nil {
		return err
	}
	if hash := m.Header.Get(headerBlob); hash != "" && s.copies == 0 {
		s.unneeded = append(s.unneeded, hash)
	}
	_, err = s.publish(ctx, "publishing a unit", m)
	return err
}

// again offers the units that are missing once more if the step stands still while the
// queue is empty: who has them may be slow, or cut off. After each time it waits twice as
// long for the next.
func (s *running) again(ctx context.Context) error {
	if s.missing() == 0 || time.Since(s.moved) < s.standstill()<<s.copies {
		return nil
	}
	try, cancel := context.WithTimeout(ctx, s.timing.Request)
	defer cancel()
	info, err := s.queue.Info(try)
	if err != nil || info.NumPending > 0 {
		return ctx.Err()
	}
	s.copies++
	s.deafen()
	for key := range s.units {
		if _, have := s.results[key]; !have {
			if err := s.publishCopy(ctx, key); err != nil {
				return err
			}
		}
	}
	s.moved = time.Now()
	return nil
}

// standstill is how long a step may stand still: by what its units usually take, where
// that is known.
func (s *running) standstill() time.Duration {
	if len(s.took) == 0 { // such as one long unit, whose worker is at it
		return 6 * s.timing.Silence
	}
	slices.Sort(s.took)
	return max(s.timing.Idle, 4*s.took[len(s.took)/2])
}
