package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Head is where a campaign stands.
type Head struct {
	// State is what the coordinator saved last; nil before the first time.
	State []byte `json:"state,omitempty"`
	// Ended means that nothing is left to be done.
	Ended bool  `json:"ended,omitempty"`
	Tally Tally `json:"tally"`

	revision uint64
}

// A Tally counts the units of a campaign.
type Tally struct {
	// Units are those that have results. Again are those of them that were given to a
	// worker more than once, and Aside those that were set aside.
	Units int `json:"units"`
	Again int `json:"again"`
	Aside int `json:"aside"`
}

const (
	headKey  = "head"
	leaseKey = "lease"
)

// ErrLost means that another process coordinates the campaign now.
var ErrLost = errors.New("another process coordinates the campaign now")

// Head returns where the campaign stands.
func (c *Campaign) Head(ctx context.Context) (*Head, error) {
	head := &Head{}
	err := c.persist(ctx, "asking where the campaign stands", func(ctx context.Context) error {
		entry, err := c.state.Get(ctx, headKey)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		head = &Head{revision: entry.Revision()}
		return json.Unmarshal(entry.Value(), head)
	})
	return head, err
}

// A Lead is the right to coordinate a campaign. Its methods must not be called
// concurrently.
type Lead struct {
	*Campaign
	head *Head
	// stored are the blobs that are on the server for sure; unneeded are those that no step
	// needs any more.
	stored   map[string]bool
	unneeded []string
	// spent is how long others coordinated before.
	spent time.Duration
	inbox
}

// Spent is how long other processes have coordinated the campaign before this one. Each measured
// its part itself; the last moment of one that died may be missing.
func (l *Lead) Spent() time.Duration { return l.spent }

// spentKey is where a coordinator says for how long the campaign has been coordinated.
const spentKey = "spent"

func (c *Campaign) spent(ctx context.Context) (d time.Duration, err error) {
	err = c.persist(ctx, "asking how long the campaign has lasted", func(ctx context.Context) error {
		entry, err := c.state.Get(ctx, spentKey)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		} else if err == nil {
			d, err = time.ParseDuration(string(entry.Value()))
		}
		return err
	})
	return d, err
}

// Lead calls coordinate while this process has the lease; ctx ends with it. Where another
// process has the lease Lead waits. It ends with the campaign, with ctx, or with an error
// of coordinate. ErrLost is none: with it coordinate leaves the lease to others for a while.
func (c *Campaign) Lead(ctx context.Context, coordinate func(ctx context.Context, l *Lead) error) error {
	for {
		head, err := c.Head(ctx)
		if err != nil || head.Ended {
			return err
		}
		revision, err := c.take(ctx)
		if err != nil {
			return err
		}
		if revision > 0 {
			if err := c.holding(ctx, revision, coordinate); err != nil && !errors.Is(err, ErrLost) {
				return err
			}
		}
		if err := pause(ctx, c.timing.Alive/4); err != nil {
			return err
		}
	}
}

// take tries to get the lease. The revision is 0 if another process has it.
func (c *Campaign) take(ctx context.Context) (revision uint64, err error) {
	err = c.persist(ctx, "asking for the lease", func(ctx context.Context) (err error) {
		revision, err = c.alive.Create(ctx, leaseKey, []byte(c.me))
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) {
		return 0, nil
	}
	return revision, err
}

// holding coordinates while the lease is renewed. The head is read after the lease was
// taken: nobody but a coordinator that lost it can write another one.
func (c *Campaign) holding(ctx context.Context, revision uint64, coordinate func(ctx context.Context, l *Lead) error) error {
	head, err := c.Head(ctx)
	if err != nil || head.Ended {
		return err
	}
	l := &Lead{Campaign: c, head: head, stored: map[string]bool{}, inbox: inbox{early: map[string]jetstream.Msg{}}}
	if l.spent, err = c.spent(ctx); err != nil {
		return err
	}
	defer l.deafen()
	holding, lose := context.WithCancelCause(ctx)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		lose(c.renew(holding, &revision, l.spent))
	}()
	err = coordinate(holding, l)
	lost := errors.Is(context.Cause(holding), ErrLost) && ctx.Err() == nil
	lose(nil)
	<-renewed
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = c.alive.Delete(end, leaseKey, jetstream.LastRevision(revision)) // at worst it expires
	if lost {
		return ErrLost
	}
	return err
}

// renew renews the lease until ctx is done, and says how long the campaign has been
// coordinated. The error is ErrLost once the lease may have expired.
func (c *Campaign) renew(ctx context.Context, revision *uint64, spent time.Duration) error {
	began, last := time.Now(), time.Now()
	for {
		if err := pause(ctx, c.timing.Alive/4); err != nil {
			return err
		}
		try, cancel := context.WithTimeout(ctx, c.timing.Alive/2)
		next, err := c.alive.Update(try, leaseKey, []byte(c.me), *revision)
		if err == nil {
			_, _ = c.state.PutString(try, spentKey, (spent + time.Since(began)).String()) // or the next time
		}
		cancel()
		switch {
		case err == nil:
			*revision, last = next, time.Now()
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, jetstream.ErrKeyRevisionMismatch), taken(err), time.Since(last) > c.timing.Alive:
			return ErrLost
		}
	}
}

// Saved is what this process saved last, or found when it took the lease.
func (l *Lead) Saved() *Head { return l.head }

// Save replaces the campaign's state, and says whether the campaign ended. No unit of the
// steps before is needed any more, and no blob that was Unneeded and is not in keep. The
// error is ErrLost if another process saved since.
func (l *Lead) Save(ctx context.Context, state []byte, ended bool, keep map[string]bool) error {
	next := &Head{State: state, Ended: ended, Tally: l.head.Tally}
	text, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("saving the campaign: %w", err)
	}
	old, err := l.lastUnit(ctx)
	if err != nil {
		return err
	}
	err = l.persist(ctx, "saving the campaign", func(ctx context.Context) (err error) {
		if l.head.revision == 0 {
			next.revision, err = l.state.Create(ctx, headKey, text)
		} else {
			next.revision, err = l.state.Update(ctx, headKey, text, l.head.revision)
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		if now, again := l.Head(ctx); again == nil && string(now.State) == string(state) && now.Ended == ended {
			next.revision, err = now.revision, nil
		} else {
			return ErrLost
		}
	}
	if err != nil {
		return err
	}
	l.head = next
	if ended {
		_ = l.nc.Publish("quock."+l.name+".end", nil) // who does not hear it asks after a while
	}
	return l.tidy(ctx, old, keep)
}
