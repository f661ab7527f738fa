package fleet

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Do does a unit and returns its result. An error means that this process cannot do
// units any more. worker is from 0 to the number of workers - 1; parallel calls have
// different workers. The same unit must give the same result in each process.
type Do func(ctx context.Context, worker int, unit []byte) (result []byte, err error)

// longPoll is how long the server keeps a request for a unit. The request ends with the
// campaign.
const longPoll = 2 * time.Second

// Work does units with so many workers until the campaign ends. Then the error is nil. It is
// that of do, ctx.Err(), or ErrUnreachable. Leave is to be called afterwards.
func (c *Campaign) Work(ctx context.Context, workers int, do Do) error {
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c.present(func(p *Presence) { p.Workers = workers })
	var all sync.WaitGroup
	all.Go(func() { c.attend(working, stop) })
	for worker := range workers {
		all.Go(func() {
			if err := c.worker(working, worker, do); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	switch err := context.Cause(working); {
	case c.Ended():
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	default:
		return err
	}
}

// worker does one unit after another.
func (c *Campaign) worker(ctx context.Context, worker int, do Do) error {
	for ctx.Err() == nil && !c.Ended() {
		var m jetstream.Msg
		err := c.persist(ctx, "asking for a unit", func(context.Context) (err error) {
			poll, cancel := context.WithTimeout(ctx, longPoll)
			defer cancel()
			m, err = c.queue.Next(jetstream.FetchContext(poll))
			if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
				return nil // there is none
			}
			return err
		})
		if err == nil && m != nil {
			err = c.unit(ctx, worker, m, do)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unit does the unit of a message, unless it is done, gone, or to be set aside.
func (c *Campaign) unit(ctx context.Context, worker int, m jetstream.Msg, do Do) error {
	stop := c.busy(m)
	defer stop()
	key := keyOf(c.unitSubject(""), m.Subject())
	delivered, err := m.Metadata()
	if err != nil {
		return fmt.Errorf("reading a unit's message: %w", err)
	}
	again := delivered.NumDelivered > 1 || !strings.HasSuffix(m.Subject(), firstCopy)
	if again {
		done, err := c.done(ctx, key)
		if done {
			c.acknowledge(m)
		}
		if done || err != nil {
			return err
		}
	}
	unit, err := c.payload(ctx, m)
	if errors.Is(err, ErrBlob) {
		c.acknowledge(m) // it is not needed any more
		return nil
	} else if err != nil {
		return err
	}
	if again {
		aside, err := c.deadly(ctx, key)
		if err != nil {
			return err
		} else if aside {
			return c.finish(ctx, m, key, nil, nats.Header{headerAside: {strconv.Itoa(Deaths)}})
		}
	}
	began := time.Now()
	c.doing(worker, began)
	result, err := do(ctx, worker, unit)
	c.doing(worker, time.Time{})
	if err != nil {
		_ = m.Nak() // at worst it is given away after a while
		return err
	}
	took := time.Since(began)
	c.present(func(p *Presence) { p.Units++; p.Busy += took })
	header := nats.Header{headerTook: {strconv.FormatInt(took.Milliseconds(), 10)}}
	if again {
		header.Set(headerAgain, "1")
	}
	return c.finish(ctx, m, key, result, header)
}

// finish publishes a unit's result, if it is the first, and acknowledges the unit.
func (c *Campaign) finish(ctx context.Context, m jetstream.Msg, key string, result []byte, header nats.Header) error {
	out, err := c.message(ctx, c.resultSubject(key), result)
	if err != nil {
		return err
	}
	for k, v := range header {
		out.Header[k] = v
	}
	first, err := c.publish(ctx, "publishing a result", out)
	if err == nil && !first {
		c.present(func(p *Presence) { p.Wasted++ })
	}
	if err == nil {
		c.acknowledge(m)
	}
	return err
}

// publish publishes a message, unless its subject has one. first is false then.
func (c *Campaign) publish(ctx context.Context, what string, m *nats.Msg) (first bool, err error) {
	err = c.persist(ctx, what, func(ctx context.Context) error {
		_, err := c.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
		return err
	})
	if taken(err) {
		return false, nil
	}
	return true, err
}

// acknowledge says that a unit is done. If that is lost, the unit is delivered again and
// found to be done.
func (c *Campaign) acknowledge(m jetstream.Msg) { _ = m.Ack() }

// done reports whether a unit has a result.
func (c *Campaign) done(ctx context.Context, key string) (bool, error) {
	err := c.persist(ctx, "looking for a result", func(ctx context.Context) error {
		_, err := c.results.GetLastMsgForSubject(ctx, c.resultSubject(key))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}

// busy says at intervals that a unit is being worked on, until it is stopped.
func (c *Campaign) busy(m jetstream.Msg) (stop func()) {
	over := make(chan struct{})
	go func() {
		tick := time.NewTicker(c.timing.Silence / 4)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = m.InProgress() // if it is lost, another worker may do the unit as well
			case <-over:
				return
			}
		}
	}()
	return sync.OnceFunc(func() { close(over) })
}

// A unit's subject is that of the campaign's units, the hash of the unit and the number of
// the copy.
const firstCopy = ".0"

// keyOf is the hash in a unit's subject.
func keyOf(prefix, subject string) string {
	key := strings.TrimPrefix(subject, prefix)
	return key[:max(0, strings.LastIndexByte(key, '.'))]
}
