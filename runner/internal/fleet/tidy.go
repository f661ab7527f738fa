package fleet

import (
	"context"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// lastUnit asks for the number of the last unit, before the head is replaced. What comes later
// may belong to another coordinator, and stays.
func (l *Lead) lastUnit(ctx context.Context) (last uint64, err error) {
	err = l.persist(ctx, "asking for the last unit", func(ctx context.Context) error {
		units, err := l.units.Info(ctx)
		if err == nil {
			last = units.State.LastSeq
		}
		return err
	})
	return last, err
}

// tidy removes what belongs to steps that are over. Results of later steps stay: a
// coordinator before this one may have been ahead.
func (l *Lead) tidy(ctx context.Context, last uint64, keep map[string]bool) error {
	err := l.persist(ctx, "removing old units and results", func(ctx context.Context) error {
		if err := l.units.Purge(ctx, jetstream.WithPurgeSequence(last+1)); err != nil {
			return err
		}
		return l.results.Purge(ctx, jetstream.WithPurgeSequence(l.seen+1))
	})
	for _, hash := range l.unneeded {
		if err == nil && !keep[hash] {
			err = l.Drop(ctx, hash)
			delete(l.stored, hash)
		}
	}
	l.unneeded = l.unneeded[:0]
	if len(l.early) > mostEarly {
		clear(l.early) // the server has none of them any more
	}
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
