package trace

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// ErrChanged means that a file changed between two passes.
var ErrChanged = errors.New("it changed while it was read; read a copy of it")

// An Import is a recorded stream of any size as a source of events. It can be read
// several times and keeps none of the events.
type Import struct {
	// Dialect names dialect and variant; Reason says how they were determined.
	Dialect, Reason string
	// Why is the evidence for and against every dialect, one line each.
	Why      []string
	Features spec.Features

	stream  *stream
	form    form
	options Options
	pass    pass
	first   *Counts // counts of the first complete pass
	version string
}

// Counts are the counts of one pass.
type Counts struct {
	// Records counts the records, bad ones included; Events counts their events.
	Records, Events int
	// Bad counts all places that cannot be read. Of these, Torn counts records with
	// a missing part, Noise lines that belong to no record.
	Bad, Torn, Noise int
	// Unknown counts records of a kind that the dialect does not have.
	Unknown int
	// Bytes counts the bytes of the stream, unpacked.
	Bytes int64
	// Truncated means that the input ends inside a record, or that compressed data
	// ends too early.
	Truncated bool
}

// A pass is one reading of the stream from its start.
type pass struct {
	Counts
	// ended means that the pass reached the end of the input.
	ended bool
	// short is the place where compressed data ends too early.
	short *wire.Problem
}

// Open detects the form of a stream, as Read does. The caller still owns the reader
// and must not seek in it between two passes. Open returns an Import even with an
// error; its Why is set. The error wraps one of this package's, or is the reader's.
func Open(from io.ReadSeeker, o Options) (*Import, error) {
	i := &Import{options: o}
	s, err := openStream(from, o.Size)
	if err != nil {
		return i, err
	}
	i.stream = s
	f, err := recognise(s, o)
	i.Why = f.why
	if err != nil {
		i.Close()
		return i, err
	}
	i.form, i.Reason = f, f.reason
	i.Features = f.codec.Features(f.variant)
	i.Dialect = i.Features.Dialect
	return i, nil
}

// Close frees what unpacking needs. The reader given to Open stays open.
func (i *Import) Close() {
	if i.stream != nil {
		i.stream.close()
	}
}

// Batches yields the stream, one batch for each record, in one pass and bounded
// memory. Each call starts a new pass. An error ends it and is the last value: an
// error of the reader, a limit of the Options (Records 0 means no limit here, since
// nothing is kept), an input without any record, or ErrChanged. ErrChanged comes at
// the end, and only if the number of records or bytes changed.
func (i *Import) Batches() iter.Seq2[wire.Batch, error] {
	return i.over(func() iter.Seq2[wire.Batch, error] {
		return wire.Decode(framed{i.form.codec, i.form.framing}, i.form.variant, i.stream, i.options.Limits)
	})
}

// records is like Batches, without events.
func (i *Import) records() iter.Seq2[wire.Batch, error] {
	return i.over(func() iter.Seq2[wire.Batch, error] {
		return func(yield func(wire.Batch, error) bool) {
			reader := wire.NewReader(i.stream, i.form.framing, i.options.Limits)
			for {
				record, problem, err := reader.Next()
				if err == io.EOF || !yield(wire.Batch{Record: record, Problem: problem}, err) || err != nil {
					return
				}
			}
		}
	})
}

// over is one pass over the batches that cut makes of the stream. It counts them
// and applies the limits.
func (i *Import) over(cut func() iter.Seq2[wire.Batch, error]) iter.Seq2[wire.Batch, error] {
	return func(yield func(wire.Batch, error) bool) {
		i.pass = pass{}
		if err := i.stream.rewind(); err != nil {
			yield(wire.Batch{}, err)
			return
		}
		p := &i.pass
		for batch, err := range cut() {
			if err == nil && i.options.Records > 0 && batch.Record.Number > i.options.Records {
				err = fmt.Errorf("more than %d records: %w", i.options.Records, ErrRecords)
			}
			if err != nil {
				yield(wire.Batch{}, fmt.Errorf("behind record %d: %w", p.Records, err))
				return
			}
			i.take(&batch)
			if !yield(batch, nil) {
				return
			}
		}
		if err := i.end(); err != nil {
			yield(wire.Batch{}, err)
		}
	}
}

// take counts a batch.
func (i *Import) take(b *wire.Batch) {
	p := &i.pass
	p.Records = b.Record.Number
	p.Events += len(b.Events)
	if p.Truncated = false; b.Problem != nil {
		p.bad(b)
	}
	for n := range b.Events {
		if b.Events[n].Note == spec.NoteUnknown {
			p.Unknown++
		}
	}
	if i.version == "" && p.Records <= versioned {
		i.version = i.versionIn(b.Record.JSON)
	}
}

func (p *pass) bad(b *wire.Batch) {
	p.Bad++
	switch {
	case b.Problem.Noise:
		p.Noise++
	case b.Record.JSON == nil && b.Problem.Reason != wire.LimitBroken:
		p.Torn++
	}
	p.Truncated = b.Problem.Reason == wire.Truncated
}

// end returns what is wrong with a stream that was read to its end.
func (i *Import) end() error {
	p := &i.pass
	p.ended = true
	if i.stream.torn {
		p.Bad, p.Torn, p.Truncated = p.Bad+1, p.Torn+1, true
		p.short = &wire.Problem{
			Reason: wire.Truncated,
			Detail: fmt.Sprintf("behind record %d the %s data ends too early", p.Records, i.stream.packing.name),
		}
	}
	now := i.Counts()
	if i.first == nil {
		i.first = &now
	}
	switch first := i.first; {
	case first.Records != now.Records || first.Bytes != now.Bytes:
		return fmt.Errorf("it was %d records in %d bytes and is %d in %d: %w", first.Records, first.Bytes, now.Records, now.Bytes, ErrChanged)
	case now.Records == 0:
		return ErrEmpty
	}
	return nil
}

// Counts returns the counts of the latest pass, as far as it got.
func (i *Import) Counts() Counts {
	c := i.pass.Counts
	if i.stream != nil {
		c.Bytes = min(i.stream.read, i.stream.most)
	}
	return c
}

// Cause returns how the stream ended in the latest pass. It is cut if its bytes
// break off, if the pass ended early, or if its process was killed.
func (i *Import) Cause() spec.Cause {
	if !i.pass.ended || i.pass.Truncated || i.options.Recording != nil && i.options.Recording.Process.killed() != "" {
		return spec.Cut
	}
	return cmp.Or(i.options.End, spec.EOF)
}

// Short returns the place where compressed data ends too early in the latest pass;
// nil if it does not. It counts as bad and is in no batch.
func (i *Import) Short() *wire.Problem { return i.pass.short }

// Version returns the version of the program that wrote the stream, from the first
// records of a pass. It is "" if the dialect has none on the wire, if no pass found
// it, or if it does not look like a version.
func (i *Import) Version() string { return i.version }

// versioned is how many records are searched for a version.
const versioned = 1000

// version matches a version. It is strict because fixtures, which others see,
// contain the version.
var version = regexp.MustCompile(`^v?[0-9][0-9A-Za-z.+_-]{0,39}$`)

func (i *Import) versionIn(record []byte) string {
	codec, ok := i.form.codec.(wire.Versioner)
	if !ok || record == nil {
		return ""
	}
	if text := codec.Version(record); version.MatchString(text) {
		return text
	}
	return ""
}

// Raw returns the stream's bytes, unpacked, from its start. It is a pass; no other
// pass may run at the same time. More bytes than Options.Size are ErrSize.
func (i *Import) Raw() (io.Reader, error) {
	i.pass = pass{}
	return i.stream, i.stream.rewind()
}
