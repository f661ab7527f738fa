package bulk

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Options say what stream is written.
type Options struct {
	// Dialect is its dialect, bare or with a variant.
	Dialect string
	// Bytes and Events are how long the stream is at least: it ends with the
	// stretch that reaches both. One of them must be positive.
	Bytes  int64
	Events int
	// Seed decides everything that is drawn.
	Seed uint64
	// Level is perform.Clean, or perform.Degraded: then things are lost, late and
	// twice in every eighth stretch.
	Level perform.Level
	// Faults are the failures that the stream has, each once, and none of which is
	// anywhere else in it.
	Faults []Fault
}

// Stats are what was written. Events are those emitted: where a dialect says in one
// that a result came and is repeated, reading it gives a few less.
type Stats struct {
	Bytes                      int64
	Records, Events, Stretches int
	// Placed are the places of what was injected, in the order of the stream.
	Placed []Placed
}

// Write writes one recorded stream, framed as its dialect frames it. An error
// says what of the options is impossible, or wraps what the writer failed with.
// Its memory does not grow with the stream but for what the dialect's encoder
// keeps of ids; that of the neutral dialect keeps nothing.
func Write(to io.Writer, o Options) (Stats, error) {
	w, err := newWriter(to, &o)
	if err != nil {
		return Stats{}, fmt.Errorf("bulk: %w", err)
	}
	for !w.done() {
		if err := w.stretch(); err != nil {
			return w.stats, fmt.Errorf("bulk: stretch %d: %w", w.stats.Stretches+1, err)
		}
	}
	if err := w.flush(); err != nil {
		return w.stats, fmt.Errorf("bulk: %w", err)
	}
	return w.stats, nil
}

// A writer writes one stream.
type writer struct {
	to         io.Writer
	o          *Options
	features   spec.Features
	framing    wire.Framing
	encoder    wire.Encoder
	rng        *rand.Rand
	pool       *pool
	injections []injection // still to come, in order
	names      namer
	events     []spec.Event // of the stretch that is written
	record     []byte
	out        []byte
	well       bool // the last stretch ended well
	stats      Stats
}

// buffered is how many bytes are gathered before they are written.
const buffered = 256 << 10

func newWriter(to io.Writer, o *Options) (*writer, error) {
	codec, variant, err := dialects.Lookup(o.Dialect)
	if err != nil {
		return nil, err
	}
	w := &writer{to: to, o: o, features: codec.Features(variant), framing: codec.Framing(variant), encoder: codec.NewEncoder(variant)}
	switch {
	case w.framing == wire.Document:
		return nil, fmt.Errorf("%s is one document, and no stream of any size", o.Dialect)
	case o.Bytes <= 0 && o.Events <= 0:
		return nil, fmt.Errorf("neither bytes nor events are asked for")
	case o.Level != perform.Clean && o.Level != perform.Degraded:
		return nil, fmt.Errorf("level %s: it is clean or degraded", o.Level)
	}
	w.rng = rand.New(rand.NewPCG(o.Seed, 0x9E3779B97F4A7C15))
	w.names.features = &w.features
	w.pool, err = newPool(&w.features, o)
	if err == nil {
		w.injections, err = w.plan()
	}
	return w, err
}

// done: all is there that was asked for, and the last run ended well, as far as
// the dialect says how runs end.
func (w *writer) done() bool {
	return len(w.injections) == 0 && w.well && w.stats.Bytes >= w.o.Bytes && w.stats.Events >= w.o.Events
}

// stretch writes the next one: what is to be injected here, else one of the pool.
func (w *writer) stretch() error {
	if len(w.injections) > 0 && w.reached(w.injections[0].Fault) {
		p := w.injections[0]
		w.injections = w.injections[1:]
		w.stats.Placed = append(w.stats.Placed, Placed{
			Fault: p.Fault, Record: w.stats.Records + 1, Event: w.stats.Events + 1, Events: p.stretch.size, Faults: p.stretch.faults,
		})
		return w.put(p.stretch)
	}
	return w.put(w.pool.draw(w.rng))
}

func (w *writer) put(s *stretch) error {
	w.names.begin(s, w.stats.Stretches, w.rng)
	before := len(w.out)
	if err := w.encode(s); err != nil {
		return err
	}
	w.names.end(s)
	w.well = !s.failed
	w.stats.Stretches++
	w.stats.Events += s.size
	w.stats.Bytes += int64(len(w.out) - before)
	if len(w.out) >= buffered {
		return w.flush()
	}
	return nil
}

// encode writes a stretch record by record.
func (w *writer) encode(s *stretch) error {
	w.events = w.names.rename(w.events[:0], s.events, w.stats.Records)
	for rest := w.events; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Record == rest[0].Record {
			n++
		}
		var err error
		if w.record, err = w.encoder.Encode(w.record[:0], rest[:n]); err != nil {
			return fmt.Errorf("record %d: %w", w.stats.Records+1, err)
		}
		if w.out, err = wire.Append(w.out, w.framing, w.record); err != nil {
			return fmt.Errorf("record %d: %w", w.stats.Records+1, err)
		}
		w.stats.Records++
		rest = rest[n:]
	}
	return nil
}

func (w *writer) flush() error {
	_, err := w.to.Write(w.out)
	w.out = w.out[:0]
	if err != nil {
		return fmt.Errorf("writing the stream: %w", err)
	}
	return nil
}
