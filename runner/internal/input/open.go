package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Open opens a stream of at most so many bytes; in is what the name "-" stands for. A stream that can be read only once, such as standard input
// or a pipe, is copied to a temporary file without a name, because a trace is
// inspected before it is read.
func Open(ctx context.Context, in io.Reader, name string, most int64) (*os.File, error) {
	if name == "-" {
		return spool(ctx, in, most)
	}
	file, err := os.Open(name)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, err
	}
	if info, err := file.Stat(); err != nil || info.Mode().IsRegular() {
		return file, err
	}
	defer file.Close()
	return spool(ctx, file, most)
}

// OpenPlace opens a place's stream as Open does. One that is put together from parts is
// copied to such a file, too.
func OpenPlace(ctx context.Context, in io.Reader, place trace.Place, most int64) (*os.File, error) {
	if len(place.Parts) == 0 {
		return Open(ctx, in, place.Stream, most)
	}
	parts := place.Read()
	defer parts.Close()
	return spool(ctx, parts, most)
}

// spool copies a stream that can be read only once. It copies one byte more than
// the limit, so that the reader detects a stream that is too large. The source may
// never end; the end of the context stops the wait for it.
func spool(ctx context.Context, from io.Reader, most int64) (*os.File, error) {
	file, err := os.CreateTemp("", "quock-trace-*")
	if err != nil {
		return nil, fmt.Errorf("copying it to a temporary file: %w", err)
	}
	_ = os.Remove(file.Name())
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(file, io.LimitReader(from, most+1))
		copied <- err
	}()
	select {
	case <-ctx.Done():
		err = ctx.Err() // the copying goroutine keeps the file until the process ends
	case err = <-copied:
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("copying it to a temporary file: %w", err)
	}
	_, err = file.Seek(0, io.SeekStart)
	return file, err
}

// Until is a file whose reads fail after the end of a context.
func Until(ctx context.Context, file *os.File) io.ReadSeeker { return stoppable{ctx, file} }

type stoppable struct {
	ctx context.Context
	*os.File
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.File.Read(p)
}

// OpenCase opens a stream as Open does. If the file holds a case, OpenCase returns
// the case's stream as if it had been recorded, and sets its dialect and its end in
// the options.
func OpenCase(ctx context.Context, in io.Reader, place trace.Place, o *trace.Options) (*os.File, error) {
	if place.Dir != "" || place.Stream == "-" || len(place.Parts) > 0 {
		return OpenPlace(ctx, in, place, o.Size)
	}
	m, err := Written(place.Stream)
	switch {
	case err != nil:
		return nil, err
	case m == nil:
		return Open(ctx, in, place.Stream, o.Size)
	}
	text, err := m.bytes()
	if err != nil {
		return nil, err
	}
	if o.Dialect == "" {
		o.Dialect = m.Dialect
	}
	o.End = m.Case.Stream.End
	return spool(ctx, bytes.NewReader(text), o.Size)
}

// bytes returns the case's records in the framing of its dialect. In a framing of
// lines, a malformed record gets a line of its own.
func (m *Case) bytes() ([]byte, error) {
	codec, variant, err := dialects.Lookup(m.Dialect)
	if err != nil {
		return nil, err
	}
	framing := codec.Framing(variant)
	if framing == wire.Document {
		return wire.AppendAll(nil, framing, m.Case.Records)
	}
	var all []byte
	for i, record := range m.Case.Records {
		text, err := wire.Append(nil, framing, record)
		switch {
		case err != nil && framing != wire.Lines:
			return nil, fmt.Errorf("record %d: %w", i+1, err)
		case err != nil:
			text = append(lineEnds.ReplaceAll(record, []byte(" ")), '\n')
		}
		all = append(all, text...)
	}
	return all, nil
}

var lineEnds = regexp.MustCompile(`[\r\n]`)
