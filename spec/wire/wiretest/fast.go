package wiretest

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"reflect"
	"testing/iotest"

	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// FastAsStrict reports the first thing that the codec's fast path reads
// otherwise than its strict one: in a stream of those bytes, however they
// arrive, and record by record. Nothing that means the same is let through: the
// events are equal field by field, absent and empty told apart.
func FastAsStrict(c wire.Codec, variant string, text []byte, l wire.Limits) error {
	whole := func(r io.Reader) io.Reader { return r }
	for i, arriving := range []func(io.Reader) io.Reader{whole, iotest.HalfReader, iotest.OneByteReader} {
		fast := wire.Decode(c, variant, arriving(bytes.NewReader(text)), l)
		strict := wire.Decode(Strict(c), variant, bytes.NewReader(text), l)
		if err := sameBatches(fast, strict); err != nil {
			return fmt.Errorf("%s: %w", [...]string{"whole", "in halves", "byte by byte"}[i], err)
		}
	}
	return sameRecords(c, variant, bytes.Split(text, []byte("\n")))
}

func sameBatches(fast, strict iter.Seq2[wire.Batch, error]) error {
	next, stop := iter.Pull2(strict)
	defer stop()
	for got, failed := range fast {
		want, wrong, ok := next()
		if !ok {
			return fmt.Errorf("record %d is too much", got.Record.Number)
		}
		if err := sameBatch(got, want); err != nil {
			return err
		}
		if fmt.Sprint(failed) != fmt.Sprint(wrong) {
			return fmt.Errorf("record %d: the error is %v, strictly %v", want.Record.Number, failed, wrong)
		}
	}
	if want, _, ok := next(); ok {
		return fmt.Errorf("record %d is missing", want.Record.Number)
	}
	return nil
}

func sameBatch(got, want wire.Batch) error {
	if !reflect.DeepEqual(got.Record, want.Record) {
		return fmt.Errorf("record %d is %+v, strictly %+v", want.Record.Number, got.Record, want.Record)
	}
	return same(want.Record.Number, got.Events, want.Events, got.Problem, want.Problem)
}

// sameRecords decodes texts one by one, as if they were records.
func sameRecords(c wire.Codec, variant string, records [][]byte) error {
	fast, strict := c.NewDecoder(variant), Strict(c).NewDecoder(variant)
	for i, record := range records {
		got, problem := fast.Decode(nil, record)
		want, wrong := strict.Decode(nil, record)
		if err := same(i+1, got, want, problem, wrong); err != nil {
			return fmt.Errorf("by itself: %w", err)
		}
	}
	return nil
}

func same(record int, got, want []spec.Event, problem, wrong *wire.Problem) error {
	if !reflect.DeepEqual(problem, wrong) {
		return fmt.Errorf("record %d: the problem is %v, strictly %v", record, problem, wrong)
	}
	if len(got) != len(want) {
		return fmt.Errorf("record %d gives %d events, strictly %d", record, len(got), len(want))
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			return fmt.Errorf("record %d, event %d is\n%#v, strictly\n%#v", record, i+1, got[i], want[i])
		}
	}
	return nil
}

// fastAsStrict reads the codec's own records, good, damaged, and in between
// what is none.
func (s *suite) fastAsStrict(variant string) {
	mutant := newMutator()
	var mixed [][]byte
	for i, record := range s.own(variant) {
		mixed = append(mixed, record, mutant.bytes(record), []byte(noJSON[i%len(noJSON)]), mutant.values(record), []byte(anyJSON[i%len(anyJSON)]))
	}
	for _, text := range [][]byte{bytes.Join(s.own(variant), []byte("\n")), bytes.Join(mixed, []byte("\n")), bytes.Join(mixed, []byte("\r\n"))} {
		gomega.Expect(FastAsStrict(s.codec, variant, text, wire.Limits{})).To(gomega.Succeed())
		gomega.Expect(FastAsStrict(s.codec, variant, text, wire.Limits{Line: 200, Depth: 3})).To(gomega.Succeed())
	}
}

// Strict returns a codec that reads as c does, without any fast path: the
// reference that c is held to.
func Strict(c wire.Codec) wire.Codec { return strict{c} }

type strict struct{ wire.Codec }

func (s strict) NewDecoder(variant string) wire.Decoder {
	d := s.Codec.NewDecoder(variant)
	if q, ok := d.(wire.FastDecoder); ok {
		return q.Strict()
	}
	return d
}
