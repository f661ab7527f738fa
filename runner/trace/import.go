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

// ErrChanged is that a file was another one when it was read again.
var ErrChanged = errors.New("it changed while it was read; read a copy of it")

// An Import is a recorded stream as a source of events, of any size: it is read
// as often as is asked for, and nothing of it is kept.
type Import struct {
	// Dialect names dialect and variant, Reason says how that is known.
	Dialect, Reason string
	// Why is what spoke for and against every dialect, a line each.
	Why      []string
	Features spec.Features

	stream  *stream
	form    form
	options Options
	pass    pass
	first   *Counts // of the first pass that came to the end
	version string
}

// Counts are what was met in one pass.
type Counts struct {
	// Records are those told apart, bad ones included, Events what they say.
	Records, Events int
	// Bad are the places that cannot be read, for whatever reason. Torn of them are
	// records of which a part is missing, Noise lines that are no part of any.
	Bad, Torn, Noise int
	// Unknown are records of a kind that the dialect does not know.
	Unknown int
	// Bytes are those of the stream, unpacked.
	Bytes int64
	// Truncated: the input ends inside a record, or packed data ends too early.
	Truncated bool
}

// A pass is one reading from the start.
type pass struct {
	Counts
	// ended: it came to the end of the input.
	ended bool
	// short is where packed data ends too early.
	short *wire.Problem
}

// Open finds out how a stream is to be read, as Read does it. What it reads from
// stays the caller's and must not be moved between two readings. An Import is
// given with an error, too: what there is to say of Why. The error is one of this
// package's, wrapped, or what the reader failed with.
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

// Close gives back what unpacking needs. The reader given to Open stays open.
func (i *Import) Close() {
	if i.stream != nil {
		i.stream.close()
	}
}

// Batches is the stream, one batch a record, in one pass and bounded memory; each
// call begins again. What ends it early is the last thing that it yields: a
// reader that fails, a limit of the Options (Records 0 is none here, since
// nothing is kept), an input without any record, or one that is another than it
// was before (ErrChanged, told at its end, and not of changes that leave records
// and bytes as many as they were).
func (i *Import) Batches() iter.Seq2[wire.Batch, error] {
	return i.over(func() iter.Seq2[wire.Batch, error] {
		return wire.Decode(framed{i.form.codec, i.form.framing}, i.form.variant, i.stream, i.options.Limits)
	})
}

// records is Batches without events.
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

// over is one pass over what cut makes of the stream: counted, and ended by
// limits.
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

// end says what is wrong with a stream that was read to its end.
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

// Counts are those of the latest pass, as far as it came.
func (i *Import) Counts() Counts {
	c := i.pass.Counts
	if i.stream != nil {
		c.Bytes = min(i.stream.read, i.stream.most)
	}
	return c
}

// Cause is how the stream ended, after the latest pass: cut where its bytes break
// off, where the pass was ended early, or where its process was killed.
func (i *Import) Cause() spec.Cause {
	if !i.pass.ended || i.pass.Truncated || i.options.Recording != nil && i.options.Recording.Process.killed() != "" {
		return spec.Cut
	}
	return cmp.Or(i.options.End, spec.EOF)
}

// Short is the place where packed data ends too early, as the latest pass found;
// nil where it does not. It is among the bad ones counted, and in no batch.
func (i *Import) Short() *wire.Problem { return i.pass.short }

// Version is the version of the program that wrote the stream, as far as a pass
// met it in its first records and the dialect has it on the wire; "" where not,
// or where it is none in form.
func (i *Import) Version() string { return i.version }

// versioned is how many records are looked at for a version.
const versioned = 1000

// version is what one may look like: it goes into files that others see.
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

// Raw is the stream's bytes, unpacked, from its start. It is one of the passes,
// not to be read at once with another; more bytes than Options.Size are ErrSize.
func (i *Import) Raw() (io.Reader, error) {
	i.pass = pass{}
	return i.stream, i.stream.rewind()
}
