package distill

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
)

// written is what is read of a subject once it is written.
func (d *distiller) written(s *shrink.Subject) (spec.Stream, error) { return d.anew(s.Stream) }

// again makes a stream what is read once it is written, if it can be.
func (d *distiller) again(s *spec.Stream) {
	if read, err := d.anew(*s); err == nil {
		s.Events = read.Events
	}
}

// raw reduces a part that cannot be written anew: whole records, with their
// bytes, and what is left of them by events if that can be written.
func (d *distiller) raw(r *reduction, p *part) {
	stream, _ := d.format.read(p.raw, p.Stream.End)
	bound := shrink.Bind(stream, len(p.raw), false)
	p.Shows = behaviour.All(&stream)
	r.judge = newJudge(p.Shows, d.out.Behaviours.Union(p.Shows), func(s *shrink.Subject) (spec.Stream, error) {
		return d.format.read(bound.Of(p.raw, s), s.Stream.End)
	})
	left := r.reduce(shrink.Subject{Stream: bound.Stream}, true)
	p.d.Records = bound.Of(p.raw, &left)
	p.d.Stream, _ = d.format.read(p.d.Records, p.Stream.End)
	written := newJudge(p.Shows, r.judge.may, d.written)
	whole := shrink.Subject{Stream: shrink.Bind(p.d.Stream, len(p.d.Records), false).Stream}
	if written.holds(&whole) {
		r.judge = written
		p.d.Stream, p.d.Records = r.reduce(whole, false).Stream, nil
		d.again(&p.d.Stream)
	}
}

// bytes gets the bytes of the parts that need them.
func (d *distiller) bytes(from *Recording) error {
	if len(d.needed) == 0 {
		return nil
	}
	for batch, err := range from.Batches() {
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
	records, err := d.write(front)
	if err != nil {
		return [][]byte{}
	}
	return records
}
