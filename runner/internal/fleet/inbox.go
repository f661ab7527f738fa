package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// An inbox reads the results of a campaign, each once, in the order in which the server got
// them.
type inbox struct {
	// from delivers the results behind number seen of their stream, and has delivered so many;
	// nil if it must be made.
	from      jetstream.Consumer
	seen      uint64
	delivered uint64
	// caught means that what was there before this process coordinated has been read.
	caught bool
	// early are results that no step has asked for yet, by their keys.
	early map[string]jetstream.Msg
}

// mostFetched is how many results are asked for at once, mostEarly how many are remembered
// for later steps. What is forgotten is done again.
const (
	mostFetched = 256
	mostEarly   = 4096
)

// listen makes the consumer of results, if there is none.
func (l *Lead) listen(ctx context.Context) error {
	if l.from != nil {
		return nil
	}
	return l.persist(ctx, "listening for results", func(ctx context.Context) (err error) {
		l.from, err = l.results.CreateConsumer(ctx, jetstream.ConsumerConfig{
			FilterSubject: l.resultSubject("*"), AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true,
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: l.seen + 1, InactiveThreshold: time.Minute,
		})
		l.delivered = 0
		return err
	})
}

// deafen removes the consumer of results. If that fails it expires. The next one delivers
// what this one did not, and what the network lost.
func (l *Lead) deafen() {
	if l.from == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = l.results.DeleteConsumer(ctx, l.from.CachedInfo().Name)
	l.from = nil
}

// waiting is how many results can be read without waiting. It is 0 with an error that is not ctx's
// as well: then the consumer is made anew.
func (l *Lead) waiting(ctx context.Context) (n int, known bool, err error) {
	if err := l.listen(ctx); err != nil {
		return 0, false, err
	}
	try, cancel := context.WithTimeout(ctx, l.timing.Request)
	defer cancel()
	info, err := l.from.Info(try)
	switch {
	case ctx.Err() != nil:
		return 0, false, ctx.Err()
	case err != nil || info.Delivered.Consumer != l.delivered:
		l.deafen()
		return 0, false, pause(ctx, 20*time.Millisecond)
	}
	return int(info.NumPending), true, nil
}

// read reads so many results, or as many as come in a time, and gives them to take.
func (l *Lead) read(ctx context.Context, n int, wait time.Duration, take func(key string, m jetstream.Msg) error) error {
	if err := l.listen(ctx); err != nil {
		return err
	}
	batch, err := l.from.Fetch(min(mostFetched, n), jetstream.FetchMaxWait(max(wait, 10*time.Millisecond)))
	if err == nil {
		for m := range batch.Messages() {
			if err := l.opened(m, take); err != nil {
				return err
			}
		}
		err = batch.Error()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) {
		l.deafen() // it may be gone with the server's memory
		return pause(ctx, 20*time.Millisecond)
	}
	return nil
}

// opened takes a result, unless the network lost one before it.
func (l *Lead) opened(m jetstream.Msg, take func(key string, m jetstream.Msg) error) error {
	about, err := m.Metadata()
	if err != nil {
		return err
	}
	if l.from == nil || about.Sequence.Consumer != l.delivered+1 {
		l.deafen()
		return nil
	}
	l.delivered, l.seen = about.Sequence.Consumer, about.Sequence.Stream
	return take(m.Subject()[len(l.resultSubject("")):], m)
}
