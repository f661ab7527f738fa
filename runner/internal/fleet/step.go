package fleet

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
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
// blobs gives the blobs that they need. A step that was begun before, by whatever
// process, goes on: units that have results are not done again.
func (l *Lead) Do(ctx context.Context, units []Unit, blobs func(hash string) ([]byte, error)) ([]Result, error) {
	s := &running{Lead: l, units: map[string]*Unit{}, results: map[string]Result{}, moved: time.Now()}
	keys := make([]string, len(units))
	for i := range units {
		keys[i] = Hash(units[i].Bytes)
		s.units[keys[i]] = &units[i]
	}
	defer s.close()
	if err := s.had(ctx); err != nil {
		return nil, err
	}
	for _, key := range keys {
		if err := s.offer(ctx, key, blobs); err != nil {
			return nil, err
		}
	}
	for len(s.results) < len(s.units) {
		if err := s.collect(ctx, l.timing.Idle/2); err != nil {
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
	l.folded = max(l.folded, s.seen)
	return results, nil
}

// A running step.
type running struct {
	*Lead
	units   map[string]*Unit // by their keys
	results map[string]Result
	// inbox delivers the results behind number seen of their stream; nil if it must be made.
	inbox jetstream.Consumer
	seen  uint64
	// moved is when the last result came. took are the times that the units took. copies
	// is how often what is missing was offered again.
	moved  time.Time
	took   []time.Duration
	copies int
}

// had collects the results that were there before.
func (s *running) had(ctx context.Context) error {
	for len(s.results) < len(s.units) {
		if err := s.listen(ctx); err != nil {
			return err
		}
		info, err := s.inbox.Info(ctx)
		if err == nil && info.NumPending == 0 {
			return nil
		}
		if err != nil {
			s.close()
			err = pause(ctx, 20*time.Millisecond)
		} else {
			err = s.collect(ctx, s.timing.Idle)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// listen makes the consumer of results, if there is none.
func (s *running) listen(ctx context.Context) error {
	if s.inbox != nil {
		return nil
	}
	return s.persist(ctx, "listening for results", func(ctx context.Context) (err error) {
		s.inbox, err = s.Campaign.results.CreateConsumer(ctx, jetstream.ConsumerConfig{
			FilterSubject: s.resultSubject("*"), AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true,
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: s.seen + 1, InactiveThreshold: time.Minute,
		})
		return err
	})
}

// close removes the consumer of results. If that fails it expires.
func (s *running) close() {
	if s.inbox == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.Campaign.results.DeleteConsumer(ctx, s.inbox.CachedInfo().Name)
	s.inbox = nil
}

// mostFetched is how many results are asked for at once.
const mostFetched = 256

// collect takes the results that come, until all are there or the time is over.
func (s *running) collect(ctx context.Context, wait time.Duration) error {
	if err := s.listen(ctx); err != nil {
		return err
	}
	batch, err := s.inbox.Fetch(min(mostFetched, len(s.units)-len(s.results)), jetstream.FetchMaxWait(max(wait, 10*time.Millisecond)))
	if err == nil {
		for m := range batch.Messages() {
			if err := s.take(ctx, m); err != nil {
				return err
			}
		}
		err = batch.Error()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) {
		s.close() // it may be gone with the server's memory
		return pause(ctx, 20*time.Millisecond)
	}
	return nil
}

// take takes one result.
func (s *running) take(ctx context.Context, m jetstream.Msg) error {
	about, err := m.Metadata()
	if err != nil {
		return err
	}
	s.seen = max(s.seen, about.Sequence.Stream)
	key := m.Subject()[len(s.resultSubject("")):]
	if _, have := s.results[key]; have || s.units[key] == nil {
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
	s.head.Tally.Units++
	if m.Headers().Get(headerAgain) != "" || r.Aside {
		s.head.Tally.Again++
	}
	if r.Aside {
		s.head.Tally.Aside++
	}
	s.known.Lock()
	defer s.known.Unlock()
	s.tally = s.head.Tally
	return nil
}

// offer puts a unit into the queue, with the blobs that it needs, unless it has a result.
func (s *running) offer(ctx context.Context, key string, blobs func(hash string) ([]byte, error)) error {
	if _, have := s.results[key]; have {
		return nil
	}
	for _, hash := range s.units[key].Blobs {
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
	m, err := s.message(ctx, s.unitSubject(key+"."+strconv.Itoa(s.copies)), s.units[key].Bytes)
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
	if len(s.results) == len(s.units) || time.Since(s.moved) < s.standstill()<<s.copies {
		return nil
	}
	try, cancel := context.WithTimeout(ctx, s.timing.Request)
	defer cancel()
	info, err := s.queue.Info(try)
	if err != nil || info.NumPending > 0 {
		return ctx.Err()
	}
	s.copies++
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
	if len(s.took) == 0 {
		return s.timing.Silence
	}
	slices.Sort(s.took)
	return max(s.timing.Idle, 4*s.took[len(s.took)/2])
}
