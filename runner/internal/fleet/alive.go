package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Presence is what a process says of itself while it works.
type Presence struct {
	// Name is set by Describe; by default it is random.
	Name string `json:"name"`
	// Workers is how many units it does at once.
	Workers int `json:"workers"`
	// Units are those that it has done, Wasted those of them for which another process was
	// quicker.
	Units  int `json:"units"`
	Wasted int `json:"wasted"`
	// Busy is the sum of the times that its units took.
	Busy time.Duration `json:"busy"`
	// Open is how many units it was at when it said this, and Longest for how long it had been at the
	// first of them.
	Open    int           `json:"open,omitempty"`
	Longest time.Duration `json:"longest,omitempty"`
	// Seen is when the server heard of it last, by the server's clock.
	Seen time.Time `json:"-"`
}

// Describe names this process for those who watch.
func (c *Campaign) Describe(name string) { c.present(func(p *Presence) { p.Name = name }) }

func (c *Campaign) present(change func(*Presence)) {
	c.known.Lock()
	defer c.known.Unlock()
	change(&c.self)
}

// doing says since when a worker has been at a unit; the zero time for none.
func (c *Campaign) doing(worker int, since time.Time) {
	c.known.Lock()
	defer c.known.Unlock()
	if delete(c.begun, worker); !since.IsZero() {
		c.begun[worker] = since
	}
}

// say is what this process says of itself now.
func (c *Campaign) say() []byte {
	c.known.Lock()
	defer c.known.Unlock()
	c.self.Open, c.self.Longest = len(c.begun), 0
	for _, since := range c.begun {
		c.self.Longest = max(c.self.Longest, time.Since(since))
	}
	text, _ := json.Marshal(&c.self) // plain data
	return text
}

// worker keys of the bucket of those who are there.
const workerKey = "worker."

// attend says at intervals that this process is there, and hears whether the campaign
// ended. Then it stops the work.
func (c *Campaign) attend(ctx context.Context, stop context.CancelCauseFunc) {
	wake := make(chan struct{}, 1)
	if sub, err := c.nc.Subscribe("quock."+c.name+".end", func(*nats.Msg) {
		select {
		case wake <- struct{}{}:
		default:
		}
	}); err == nil {
		defer func() { _ = sub.Unsubscribe() }()
	}
	for {
		err := c.persist(ctx, "saying that this process is there", c.appear)
		var head *Head
		if err == nil {
			head, err = c.Head(ctx)
		}
		if err == nil && head.Ended {
			c.remain()
		}
		if err != nil || head.Ended {
			stop(err)
			return
		}
		select {
		case <-wake:
		case <-time.After(c.timing.Alive / 4):
		case <-ctx.Done():
			return
		}
	}
}

// appear says once that this process is there.
func (c *Campaign) appear(ctx context.Context) error {
	_, err := c.alive.Put(ctx, workerKey+c.me, c.say())
	return err
}

// remain notes that the campaign ended, and says at intervals that this process is there until it
// leaves: it still reads from the server.
func (c *Campaign) remain() {
	ctx, cancel := context.WithCancel(context.Background())
	var saying sync.WaitGroup
	saying.Go(func() {
		for pause(ctx, c.timing.Alive/4) == nil {
			_ = c.appear(ctx) // the next time may go well
		}
	})
	c.known.Lock()
	defer c.known.Unlock()
	c.ended, c.silence = true, func() { cancel(); saying.Wait() }
}

// Leave removes this process from those who are there. If that fails it expires.
func (c *Campaign) Leave() {
	c.known.Lock()
	silence := c.silence
	c.known.Unlock()
	if silence != nil {
		silence()
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.alive.Delete(ctx, workerKey+c.me)
}

// Present returns what the processes say of themselves that are there, in order of their
// names.
func (c *Campaign) Present(ctx context.Context) (all []Presence, err error) {
	err = c.persist(ctx, "asking who is there", func(ctx context.Context) error {
		all = nil
		keys, err := c.alive.ListKeysFiltered(ctx, workerKey+"*")
		if err != nil {
			return err
		}
		for key := range keys.Keys() {
			entry, err := c.alive.Get(ctx, key)
			var p Presence
			if err == nil && json.Unmarshal(entry.Value(), &p) == nil {
				p.Seen = entry.Created()
				all = append(all, p)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Presence) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

// Deaths is how many processes must have died while they did a unit, for it to be set
// aside. The first delivery of a unit does not count: nothing is written down of it.
const Deaths = 3

// deadly notes that this process is about to do a unit that was delivered before, and
// reports whether too many died on it. A process counts as dead if it began the unit and
// is not there any more.
func (c *Campaign) deadly(ctx context.Context, key string) (bool, error) {
	dead := 0
	err := c.persist(ctx, "noting that a unit is begun again", func(ctx context.Context) error {
		entry, err := c.state.Get(ctx, begunKey+key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			_, err := c.state.Create(ctx, begunKey+key, []byte(c.me))
			return contested(err)
		} else if err != nil {
			return err
		}
		before := strings.Fields(string(entry.Value()))
		dead = 0
		for _, who := range before {
			_, err := c.alive.Get(ctx, workerKey+who)
			if errors.Is(err, jetstream.ErrKeyNotFound) {
				dead++
			} else if err != nil {
				return err
			}
		}
		_, err = c.state.Update(ctx, begunKey+key, []byte(strings.Join(append(before, c.me), " ")), entry.Revision())
		return contested(err)
	})
	return dead >= Deaths, err
}

// begunKey is the prefix of the keys under which stands who began a unit again.
const begunKey = "begun."

// contested is the error of a compare-and-set that another one won, such that it is tried
// again.
func contested(err error) error {
	if errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		return fmt.Errorf("another one wrote at the same time: %v", err)
	}
	return err
}

// statusKey is where the coordinator says how the campaign stands.
const statusKey = "status"

// Report says to those who watch how the campaign stands. It makes one attempt.
func (c *Campaign) Report(ctx context.Context, status []byte) error {
	_, err := c.state.Put(ctx, statusKey, status)
	return err
}

// Reported returns what Report was given last; nil if nothing was.
func (c *Campaign) Reported(ctx context.Context) (status []byte, err error) {
	err = c.persist(ctx, "asking how the campaign stands", func(ctx context.Context) error {
		entry, err := c.state.Get(ctx, statusKey)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		} else if err == nil {
			status = entry.Value()
		}
		return err
	})
	return status, err
}

// Tally counts the units of the campaign, as far as this process saw them as coordinator.
func (c *Campaign) Tally() Tally {
	c.known.Lock()
	defer c.known.Unlock()
	return c.tally
}
