package wire

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A Batch is what one record gives: events, perhaps none, or a Problem.
type Batch struct {
	// Record is the record with its position; of a bad one only that.
	Record Record
	// Events all bear the record's number. They are valid until the next batch
	// is asked for, what they refer to stays.
	Events  []spec.Event
	Problem *Problem

	verifier Verifier
}

// Violations are what the record does against the text of its format, as far as
// the codec holds records against it (see Verifier). They are valid until the next
// batch is asked for.
func (b *Batch) Violations() []spec.Violation {
	if b.verifier == nil {
		return nil
	}
	return b.verifier.Violations()
}

// Decode reads a whole stream, one batch a record, in one pass. A failure of
// the reader is the last thing that it yields. Problems, the codec's included,
// bear their record's number and position.
func Decode(c Codec, variant string, r io.Reader, l Limits) iter.Seq2[Batch, error] {
	return func(yield func(Batch, error) bool) {
		reader := NewReader(r, c.Framing(variant), l)
		decoder := c.NewDecoder(variant)
		next := reader.decoding(decoder)
		var batch Batch
		batch.verifier, _ = decoder.(Verifier)
		for {
			err := next(&batch, batch.Events[:0])
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Batch{}, err)
				return
			}
			if !yield(batch, nil) {
				return
			}
		}
	}
}

// decoding is how the reader's records are decoded: a function that reads the
// next one and appends its events to dst.
func (r *Reader) decoding(d Decoder) func(b *Batch, dst []spec.Event) error {
	if q, ok := d.(FastDecoder); ok && r.framing == Lines {
		return func(b *Batch, dst []spec.Event) error { return r.quickly(b, q, dst) }
	}
	return func(b *Batch, dst []spec.Event) (err error) {
		b.Record, b.Problem, err = r.Next()
		if err == nil {
			b.decode(d, dst)
		}
		return err
	}
}

// decode fills in the events. A bad record is shown to the decoder too, as
// nothing, so that it goes on counting.
func (b *Batch) decode(d Decoder, dst []spec.Event) {
	events, problem := d.Decode(dst, b.Record.JSON)
	if b.Problem != nil {
		b.Events = events[:0]
		return
	}
	b.Events = events
	if problem != nil {
		problem.Record, problem.Line, problem.Offset = b.Record.Number, b.Record.Line, b.Record.Offset
		b.Problem = problem
	}
}

// DecodeAll reads a whole stream into memory: its events, and the problems in
// their order. The stream ends with spec.EOF.
func DecodeAll(c Codec, variant string, r io.Reader, l Limits) (spec.Stream, []Problem, error) {
	stream := spec.Stream{Features: c.Features(variant), End: spec.EOF}
	var problems []Problem
	for batch, err := range Decode(c, variant, r, l) {
		if err != nil {
			return stream, problems, err
		}
		stream.Events = append(stream.Events, batch.Events...)
		if batch.Problem != nil {
			problems = append(problems, *batch.Problem)
		}
	}
	return stream, problems, nil
}

// DecodeRecords decodes records that are in memory, as DecodeAll does.
func DecodeRecords(c Codec, variant string, records [][]byte) (spec.Stream, []Problem) {
	stream := spec.Stream{Features: c.Features(variant), End: spec.EOF}
	decoder := c.NewDecoder(variant)
	var problems []Problem
	for i, record := range records {
		var problem *Problem
		stream.Events, problem = decoder.Decode(stream.Events, record)
		if problem != nil {
			problem.Record = i + 1
			problems = append(problems, *problem)
		}
	}
	return stream, problems
}

// Violations are what records that are in memory do against the text of their
// format, in their order.
func Violations(c Codec, variant string, records [][]byte) []spec.Violation {
	decoder, ok := c.NewDecoder(variant).(Verifier)
	if !ok {
		return nil
	}
	var all []spec.Violation
	for _, record := range records {
		decoder.Decode(nil, record)
		all = append(all, decoder.Violations()...)
	}
	return all
}

// An EncodeError says which record of a stream its dialect cannot say, and what in it.
type EncodeError struct {
	Dialect string
	Record  int // counts from 1
	Err     error
}

func (e *EncodeError) Error() string {
	return fmt.Sprintf("wire: encode record %d as %s: %v", e.Record, e.Dialect, e.Err)
}

// Unwrap returns the encoder's error.
func (e *EncodeError) Unwrap() error { return e.Err }

// EncodeStream writes a stream as records, in its forms: record n, element n-1, says the
// events that bear the number n. The numbers start at 1 and leave none out. What the
// dialect cannot say is an *EncodeError; whether a record can be said depends on it and
// on those before it.
func EncodeStream(c Codec, variant string, s spec.Stream) ([][]byte, error) {
	return encodeStream(c, c.NewEncoder(variant), s)
}

func encodeStream(c Codec, encoder Encoder, s spec.Stream) ([][]byte, error) {
	if former, ok := encoder.(Former); ok {
		former.Take(s.Forms)
	}
	records := make([][]byte, 0, s.Records())
	for rest := s.Events; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Record == rest[0].Record {
			n++
		}
		number := len(records) + 1
		if rest[0].Record != number {
			return nil, fmt.Errorf("wire: encode record %d: the next event is of record %d", number, rest[0].Record)
		}
		record, err := encoder.Encode(nil, rest[:n])
		if err != nil {
			return nil, &EncodeError{Dialect: c.Name(), Record: number, Err: err}
		}
		records = append(records, record)
		rest = rest[n:]
	}
	return records, nil
}

// Anew is a stream as DecodeRecords reads it once EncodeStream has written it. An error
// is EncodeStream's, or tells the first record that cannot be read.
func Anew(c Codec, variant string, s spec.Stream) (spec.Stream, error) {
	read := spec.Stream{Features: c.Features(variant), End: s.End}
	encoder := c.NewEncoder(variant)
	mirror, hears := encoder.(interface{ hear(all *[]spec.Event) })
	if hears {
		read.Events = slices.Grow(read.Events, len(s.Events))
		mirror.hear(&read.Events)
	}
	records, err := encodeStream(c, encoder, s)
	if hears || err != nil {
		return read, err
	}
	again, problems := DecodeRecords(c, variant, records)
	if len(problems) > 0 {
		err = fmt.Errorf("wire: read what was written: %s", &problems[0])
	}
	read.Events = again.Events
	return read, err
}
