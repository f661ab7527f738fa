package cover

import (
	"fmt"
	"iter"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// anew is what is read of a subject once it is written.
func (d *distiller) anew(s *shrink.Subject) (spec.Stream, bool) {
	records, err := wire.EncodeStream(d.o.Codec, d.o.Variant, s.Stream)
	if err != nil {
		return spec.Stream{}, false
	}
	return d.decoded(records, s.Stream.End)
}

func (d *distiller) decoded(records [][]byte, end spec.Cause) (spec.Stream, bool) {
	read, problems := wire.DecodeRecords(d.o.Codec, d.o.Variant, records)
	read.End = end
	return read, len(problems) == 0
}

// again are the events as they are read once they are written.
func (d *distiller) again(s spec.Stream) []spec.Event {
	read, ok := d.anew(&shrink.Subject{Stream: s})
	if !ok {
		return s.Events
	}
	return read.Events
}

// raw reduces a part that cannot be written anew: whole records, with their
// bytes, and what is left of them by events if that can be written.
func (d *distiller) raw(r *reduction, p *part) {
	stream, _ := d.decoded(p.raw, p.Stream.End)
	subject, numbers := spoken(stream)
	pick := func(s *shrink.Subject) [][]byte {
		var records [][]byte
		for _, n := range s.Kept {
			records = append(records, p.raw[numbers[n-1]-1])
		}
		return records
	}
	shows := behaviour.All(&stream)
	p.Shows = shows
	r.judge = newJudge(shows, d.out.Behaviours.Union(shows), func(s *shrink.Subject) (spec.Stream, bool) {
		return d.decoded(pick(s), s.Stream.End)
	})
	left := r.reduce(shrink.Subject{Stream: subject}, true)
	if left.Kept == nil {
		left.Kept = upTo(len(numbers))
	}
	p.d.Records = pick(&left)
	p.d.Stream, _ = d.decoded(p.d.Records, p.Stream.End)
	written := newJudge(shows, r.judge.may, d.anew)
	whole := shrink.Subject{Stream: p.d.Stream}
	whole.Stream, _ = spoken(whole.Stream)
	if written.holds(&whole) {
		r.judge = written
		p.d.Stream = r.reduce(whole, false).Stream
		p.d.Stream.Events, p.d.Records = d.again(p.d.Stream), nil
	}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// spoken is a stream without the records that say nothing, and the numbers of
// those that do.
func spoken(s spec.Stream) (spec.Stream, []int) {
	var numbers []int
	for i := range s.Events {
		if i == 0 || s.Events[i].Record != s.Events[i-1].Record {
			numbers = append(numbers, s.Events[i].Record)
		}
	}
	s.Events = numbered(s.Events, nil)
	return s, numbers
}

// read gets the bytes of the parts that need them.
func (d *distiller) read(batches iter.Seq2[wire.Batch, error]) error {
	if len(d.needed) == 0 {
		return nil
	}
	for batch, err := range batches {
		if err != nil {
			return fmt.Errorf("reading the recording again: %w", err)
		}
		for _, p := range d.needed {
			if n := batch.Record.Number; n >= p.First && n <= p.Last && batch.Problem == nil {
				p.raw = append(p.raw, slices.Clone(batch.Record.JSON))
			}
		}
	}
	return nil
}

// prelude are the records in front of a part, written anew; nothing where they
// cannot be.
func (d *distiller) prelude(p *part) [][]byte {
	front := p.Stream
	n := 0
	for n < len(front.Events) && front.Events[n].Record <= p.Prelude {
		n++
	}
	front.Events = front.Events[:n]
	records, err := wire.EncodeStream(d.o.Codec, d.o.Variant, front)
	if err != nil {
		return [][]byte{}
	}
	return records
}
