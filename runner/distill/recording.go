package distill

import (
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A Recording is a recorded stream of any size that can be read several times.
type Recording struct {
	// Dialect names dialect and variant.
	Dialect string
	// Batches reads the stream from its start on each call. An error is the last value
	// that it yields.
	Batches func() iter.Seq2[wire.Batch, error]
	// Cause returns how the input ended, after it was read.
	Cause func() spec.Cause
}

// A Stretch is a part of a recording that stands for itself: a segment with its
// records as they were recorded.
type Stretch struct {
	First, Last int // records of the recording
	End         spec.Cause

	format   format
	records  [][]byte
	prelude  []spec.Event    // what a reader has to know before them
	sessions map[string]bool // that speak in it
	events   int
	cut      bool // it ends where something was open
}

// silence is how many records without events are kept in a row.
const silence = 1024

// A stretching is a recording as it is cut. Its records are kept until they are
// part of a stretch.
type stretching struct {
	format  format
	pending []recorded
	silent  int
	yield   func(*Stretch, error) bool
}

type recorded struct {
	number int
	text   []byte
}

// errEnough stops the reading when no more stretches are needed.
var errEnough = errors.New("enough")

// stretches are the recording's segments of so many events at least, with their
// bytes.
func (r *Recording) stretches(f format, events int) iter.Seq2[*Stretch, error] {
	return func(yield func(*Stretch, error) bool) {
		s := &stretching{format: f, yield: yield}
		cutter := segment.NewCutter(f.features(), segment.Options{Join: events})
		for batch, err := range r.Batches() {
			if err == nil {
				s.keep(&batch)
				err = cutter.Add(batch.Events, s.take)
			}
			switch {
			case errors.Is(err, errEnough):
				return
			case err != nil:
				yield(nil, err)
				return
			}
		}
		_ = cutter.End(r.Cause(), s.take) // nobody fails but who has enough
	}
}

// keep remembers a record until its segment ends. One that could not be read has
// no text that could be put to anybody.
func (s *stretching) keep(b *wire.Batch) {
	if b.Record.JSON == nil || len(b.Events) == 0 && s.silent >= silence {
		return
	}
	if s.silent++; len(b.Events) > 0 {
		s.silent = 0
	}
	s.pending = append(s.pending, recorded{b.Record.Number, slices.Clone(b.Record.JSON)})
}

func (s *stretching) take(one *segment.Segment) error {
	n := 0
	own := &Stretch{First: one.First, Last: one.Last, End: one.Stream.End, format: s.format, cut: one.Cut, events: len(one.Stream.Events)}
	for n < len(s.pending) && s.pending[n].number <= one.Last {
		own.records = append(own.records, s.pending[n].text)
		n++
	}
	s.pending = slices.Delete(s.pending, 0, n)
	own.hear(one)
	if !s.yield(own, nil) {
		return errEnough
	}
	return nil
}

// hear keeps what joining stretches takes: who speaks, and the prelude.
func (own *Stretch) hear(one *segment.Segment) {
	own.sessions = map[string]bool{}
	last := (*spec.Event)(nil)
	for i := range one.Stream.Events {
		e := &one.Stream.Events[i]
		switch {
		case e.Record <= one.Prelude:
			own.prelude = append(own.prelude, segment.CloneEvents(one.Stream.Events[i:i+1])...)
		case e.Global, last != nil && last.Session == e.Session:
		default:
			own.sessions[strings.Clone(e.Session)], last = true, e
		}
	}
}

// together are neighbouring stretches as one: what the later ones have in front is
// said in front of the first, unless an earlier one says it itself.
func together(all []*Stretch) *Stretch {
	last := all[len(all)-1]
	one := &Stretch{First: all[0].First, Last: last.Last, End: last.End, format: last.format, cut: last.cut}
	spoke := map[string]bool{}
	record := 0
	for _, s := range all {
		last := 0
		for _, e := range s.prelude {
			if spoke[e.Session] {
				continue
			}
			if e.Record != last {
				record, last = record+1, e.Record
			}
			e.Record = record
			one.prelude = append(one.prelude, e)
		}
		for _, e := range s.prelude {
			spoke[e.Session] = true
		}
		for id := range s.sessions {
			spoke[id] = true
		}
		one.records = append(one.records, s.records...)
		one.events += s.events
	}
	return one
}

// weight is how many bytes the records of a stretch are.
func (s *Stretch) weight() int {
	n := 0
	for _, record := range s.records {
		n += len(record) + 1
	}
	return n
}

// Records are the stretch as a stream of its own: the prelude, if the dialect can
// write it, and the records as they were recorded.
func (s *Stretch) Records() [][]byte {
	prelude, err := s.format.write(spec.Stream{Features: s.format.features(), Events: s.prelude})
	if err != nil {
		prelude = nil
	}
	return slices.Concat(prelude, s.records)
}
