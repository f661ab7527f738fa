package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// open opens a stream. A stream that can be read only once, such as standard input
// or a pipe, is copied to a temporary file without a name, because a trace is
// inspected before it is read.
func (c console) open(ctx context.Context, name string, most int64) (*os.File, error) {
	if name == "-" {
		return spool(ctx, c.in, most)
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

// stoppable is a file whose reads fail after the end of a context.
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
