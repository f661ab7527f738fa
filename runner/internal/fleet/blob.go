package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrBlob means that the server has no blob with a hash, or another text under it.
var ErrBlob = errors.New("no such blob")

// Hash is the name of a blob: the SHA-256 of its content, in hexadecimal digits.
func Hash(blob []byte) string {
	sum := sha256.Sum256(blob)
	return hex.EncodeToString(sum[:])
}

// Put keeps a blob on the server, unless it is there, and returns its hash.
func (c *Campaign) Put(ctx context.Context, blob []byte) (string, error) {
	hash := Hash(blob)
	err := c.persist(ctx, "storing a blob", func(ctx context.Context) error {
		// A blob that is there is not written again: others may be reading it.
		_, err := c.blobs.GetInfo(ctx, hash)
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			_, err = c.blobs.PutBytes(ctx, hash, blob)
		}
		return err
	})
	return hash, err
}

// Blob returns the blob with a hash. The error is ErrBlob if there is none. The caller
// must not change the bytes.
func (c *Campaign) Blob(ctx context.Context, hash string) (blob []byte, err error) {
	if blob, have := c.cache.get(hash); have {
		return blob, nil
	}
	err = c.persist(ctx, "reading a blob", func(ctx context.Context) (err error) {
		blob, err = c.blobs.GetBytes(ctx, hash)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return nil, fmt.Errorf("%w: %.12s", ErrBlob, hash)
	case err != nil:
		return nil, err
	case Hash(blob) != hash:
		return nil, fmt.Errorf("%w: %.12s has another content", ErrBlob, hash)
	}
	c.cache.add(hash, blob)
	return blob, nil
}

// Drop removes a blob. One that is not there is no error.
func (c *Campaign) Drop(ctx context.Context, hash string) error {
	c.cache.drop(hash)
	err := c.persist(ctx, "removing a blob", func(ctx context.Context) error { return c.blobs.Delete(ctx, hash) })
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	return err
}

// mostCached is how many bytes of blobs a process keeps.
const mostCached = 64 << 20

// A cache keeps the last blobs. Its methods may be called concurrently.
type cache struct {
	mu    sync.Mutex
	blobs map[string][]byte
	order []string // of their arrival
	size  int
}

func (c *cache) get(hash string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	blob, have := c.blobs[hash]
	return blob, have
}

func (c *cache) add(hash string, blob []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, have := c.blobs[hash]; have {
		return
	}
	if c.blobs == nil {
		c.blobs = map[string][]byte{}
	}
	c.blobs[hash], c.order, c.size = bytes.Clone(blob), append(c.order, hash), c.size+len(blob)
	for c.size > mostCached {
		c.remove(c.order[0])
		c.order = c.order[1:]
	}
}

func (c *cache) drop(hash string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(hash)
}

// remove forgets a blob. Its place in order may stay.
func (c *cache) remove(hash string) {
	c.size -= len(c.blobs[hash])
	delete(c.blobs, hash)
}

// headers of a message.
const (
	headerBlob  = "Quock-Blob"  // the payload is the blob with this hash
	headerTook  = "Quock-Took"  // how long the worker took, by its own measure
	headerAgain = "Quock-Again" // the unit had been given to a worker before
	headerAside = "Quock-Aside" // the unit was set aside; the payload is empty
)

// inMessage is the largest payload that a message carries itself.
const inMessage = 128 << 10

// message packs a payload, in a blob if it is large.
func (c *Campaign) message(ctx context.Context, subject string, payload []byte) (*nats.Msg, error) {
	m := nats.NewMsg(subject)
	if len(payload) <= min(inMessage, int(c.nc.MaxPayload())/2) {
		m.Data = payload
		return m, nil
	}
	hash, err := c.Put(ctx, payload)
	m.Header.Set(headerBlob, hash)
	return m, err
}

// payload unpacks what message packed.
func (c *Campaign) payload(ctx context.Context, m jetstream.Msg) ([]byte, error) {
	if hash := m.Headers().Get(headerBlob); hash != "" {
		return c.Blob(ctx, hash)
	}
	return m.Data(), nil
}
