package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// campaigns is the bucket with the terms of each campaign.
const campaigns = "quock-campaigns"

// namePattern is what a campaign's name may be: a part of a subject and of the names of streams.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

var (
	// ErrName means that a campaign cannot have this name.
	ErrName = errors.New("a campaign's name has letters, digits, - and _, 64 at most")
	// ErrNone means that the server has no such campaign.
	ErrNone = errors.New("the server has no such campaign")
)

// A Campaign is one campaign on a server, and this process as one of its workers. Its
// methods may be called concurrently.
type Campaign struct {
	*Conn
	timing Timing
	name   string
	// me is the name of this process in the campaign. No two processes have the same.
	me    string
	terms []byte

	units, results jetstream.Stream
	queue          jetstream.Consumer
	state, alive   jetstream.KeyValue
	blobs          jetstream.ObjectStore
	cache          cache

	// known guards what this process knows of itself and of the campaign.
	known sync.Mutex
	self  Presence
	begun map[int]time.Time // since when each worker has been at a unit
	tally Tally
	ended bool
	// silence ends what remain began; nil before the campaign ended.
	silence func()
}

// Campaigns returns the names of the server's campaigns, in order.
func (c *Conn) Campaigns(ctx context.Context) (names []string, err error) {
	err = c.persist(ctx, "listing the campaigns", func(ctx context.Context) error {
		bucket, err := c.js.KeyValue(ctx, campaigns)
		if err == nil {
			names, err = bucket.Keys(ctx)
		}
		if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrNoKeysFound) {
			return nil
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

// Begin begins a campaign with these terms, and joins it. begun is false if it had begun
// before: then the terms are those that it began with. The terms are at most 512 kB.
func (c *Conn) Begin(ctx context.Context, name string, terms []byte) (joined *Campaign, begun bool, err error) {
	if !namePattern.MatchString(name) {
		return nil, false, fmt.Errorf("campaign %q: %w", name, ErrName)
	}
	if joined, err = c.Join(ctx, name); !errors.Is(err, ErrNone) {
		return joined, false, err
	}
	if err := c.streams(ctx, name); err != nil {
		return nil, false, err
	}
	err = c.persist(ctx, "beginning campaign "+name, func(ctx context.Context) error {
		bucket, err := c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: campaigns, Description: "quock: the terms of each campaign"})
		if err == nil {
			_, err = bucket.Create(ctx, name, terms)
		}
		return err
	})
	if begun = err == nil; err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
		return nil, false, err
	}
	joined, err = c.Join(ctx, name)
	return joined, begun, err
}

// Join joins a campaign. The error is ErrNone if there is none of this name.
func (c *Conn) Join(ctx context.Context, name string) (*Campaign, error) {
	j := &Campaign{Conn: c, timing: c.timing, name: name, me: rand.Text(), begun: map[int]time.Time{}}
	j.self.Name = j.me
	err := c.persist(ctx, "joining campaign "+name, func(ctx context.Context) error {
		bucket, err := c.js.KeyValue(ctx, campaigns)
		if err != nil {
			return err
		}
		entry, err := bucket.Get(ctx, name)
		if err != nil {
			return err
		}
		j.terms = entry.Value()
		return j.open(ctx)
	})
	if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, fmt.Errorf("campaign %s: %w", name, ErrNone)
	}
	return j, err
}

// Name is the campaign's name, Terms are what it began with.
func (c *Campaign) Name() string { return c.name }

// Terms are the terms that the campaign began with.
func (c *Campaign) Terms() []byte { return c.terms }

// Ended reports whether this process has heard that the campaign ended.
func (c *Campaign) Ended() bool {
	c.known.Lock()
	defer c.known.Unlock()
	return c.ended
}

func stream(name, what string) string { return "quock-" + name + "-" + what }

// Subjects of a campaign's units and results.
func (c *Campaign) unitSubject(key string) string   { return "quock." + c.name + ".unit." + key }
func (c *Campaign) resultSubject(key string) string { return "quock." + c.name + ".result." + key }

// workers is the name of the consumer from which all workers take units.
const workers = "workers"

// streams makes what a campaign needs on the server, or leaves what is there.
func (c *Conn) streams(ctx context.Context, name string) error {
	units, results := stream(name, "units"), stream(name, "results")
	return c.persist(ctx, "making the streams of campaign "+name, func(ctx context.Context) error {
		_, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: units, Subjects: []string{"quock." + name + ".unit.>"}, Description: "quock: units to be done",
			Retention: jetstream.WorkQueuePolicy, MaxConsumers: -1,
		})
		if err == nil {
			_, err = c.js.CreateOrUpdateConsumer(ctx, units, jetstream.ConsumerConfig{
				Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.timing.Silence, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: mostWaiting,
			})
		}
		if err == nil {
			_, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
				Name: results, Subjects: []string{"quock." + name + ".result.>"}, Description: "quock: results of units",
				Compression: jetstream.S2Compression, AllowDirect: true, MaxConsumers: -1,
			})
		}
		if err == nil {
			_, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: stream(name, "state"), Description: "quock: the head"})
		}
		if err == nil {
			_, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: stream(name, "alive"), Description: "quock: who is there", TTL: c.timing.Alive})
		}
		if err == nil {
			_, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: stream(name, "blobs"), Description: "quock: blobs by content", Compression: true})
		}
		return err
	})
}

// mostWaiting is how many requests for a unit may wait at the server: one for each
// candidate's process in the fleet.
const mostWaiting = 8192

// open gets hold of what Begin made.
func (c *Campaign) open(ctx context.Context) (err error) {
	if c.units, err = c.js.Stream(ctx, stream(c.name, "units")); err == nil {
		c.queue, err = c.units.Consumer(ctx, workers)
	}
	if err == nil {
		c.results, err = c.js.Stream(ctx, stream(c.name, "results"))
	}
	if err == nil {
		c.state, err = c.js.KeyValue(ctx, stream(c.name, "state"))
	}
	if err == nil {
		c.alive, err = c.js.KeyValue(ctx, stream(c.name, "alive"))
	}
	if err == nil {
		c.blobs, err = c.js.ObjectStore(ctx, stream(c.name, "blobs"))
	}
	if err != nil {
		return err
	}
	// Who began the campaign fixed how long the server waits.
	c.timing.Silence = c.queue.CachedInfo().Config.AckWait
	bucket, err := c.alive.Status(ctx)
	if err == nil {
		c.timing.Alive = bucket.TTL()
	}
	return err
}
