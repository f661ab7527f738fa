package fleet

import (
	"context"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// lasts are the numbers of the last messages of units and results.
type lasts struct{ units, results uint64 }

// lastOf asks for them before the head is replaced. What comes later may belong to another
// coordinator, and stays.
func (l *Lead) lastOf(ctx context.Context) (last lasts, err error) {
	err = l.persist(ctx, "asking for the last messages", func(ctx context.Context) error {
		units, err := l.units.Info(ctx)
		if err != nil {
			return err
		}
		results, err := l.results.Info(ctx)
		if err == nil {
			last = lasts{units.State.LastSeq, results.State.LastSeq}
		}
		return err
	})
	return last, err
}

// tidy removes what belongs to steps that are over.
func (l *Lead) tidy(ctx context.Context, last lasts, keep map[string]bool) error {
	err := l.persist(ctx, "removing old units and results", func(ctx context.Context) error {
		if err := l.units.Purge(ctx, jetstream.WithPurgeSequence(last.units+1)); err != nil {
			return err
		}
		return l.results.Purge(ctx, jetstream.WithPurgeSequence(last.results+1))
	})
	for _, hash := range l.unneeded {
		if err == nil && !keep[hash] {
			err = l.Drop(ctx, hash)
			delete(l.stored, hash)
		}
	}
	l.unneeded = l.unneeded[:0]
	if err == nil && l.head.Tally.Again > 0 {
		err = l.forget(ctx)
	}
	return err
}

// forget removes the notes of who began which unit again.
func (l *Lead) forget(ctx context.Context) error {
	return l.persist(ctx, "removing old notes", func(ctx context.Context) error {
		keys, err := l.state.ListKeysFiltered(ctx, begunKey+">")
		if err != nil {
			return err
		}
		for key := range keys.Keys() {
			if strings.HasPrefix(key, begunKey) {
				if err := l.state.Purge(ctx, key); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Unneeded says that no step needs a blob any more. The next Save removes it, unless it is
// to be kept.
func (l *Lead) Unneeded(hash string) { l.unneeded = append(l.unneeded, hash) }

// Store is Put for what the coordinator keeps: it remembers what is there.
func (l *Lead) Store(ctx context.Context, blob []byte) (string, error) {
	hash := Hash(blob)
	if l.stored[hash] {
		return hash, nil
	}
	_, err := l.Put(ctx, blob)
	l.stored[hash] = err == nil
	return hash, err
}
