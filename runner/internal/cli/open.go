package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// open opens a stream. What is not a file that can be read again, as standard
// input or a pipe, is kept in a file that has no name, since a trace is looked
// at before it is read.
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

// spool keeps what can be read once: one byte more than is ever read of it, so
// that what is too large shows. Who reads may never come to an end, which a context
// does not wait for.
func spool(ctx context.Context, from io.Reader, most int64) (*os.File, error) {
	file, err := os.CreateTemp("", "quock-trace-*")
	if err != nil {
		return nil, fmt.Errorf("keeping what it says: %w", err)
	}
	_ = os.Remove(file.Name())
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(file, io.LimitReader(from, most+1))
		copied <- err
	}()
	select {
	case <-ctx.Done():
		err = ctx.Err() // whoever copies has the file until the process ends
	case err = <-copied:
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("keeping what it says: %w", err)
	}
	_, err = file.Seek(0, io.SeekStart)
	return file, err
}

// stoppable is a file whose reading ends with a context.
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
