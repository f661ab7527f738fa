package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// DefaultSize is the default of Options.Size.
const DefaultSize = 1 << 30

// zstdWindow bounds the window of a zstd frame, and so the reader's memory, which is
// a few times as large. It is twice the window of zstd -19. Files made with --long
// or --ultra may need more.
const zstdWindow = 16 << 20

// A packing is a way to compress a file, known by how the file begins.
type packing struct {
	name  string
	magic []byte
	open  func(io.Reader) (io.Reader, func(), error)
}

var packings = []packing{
	{"gzip", []byte{0x1f, 0x8b}, func(r io.Reader) (io.Reader, func(), error) {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, nil, err
		}
		return z, func() { _ = z.Close() }, nil
	}},
	{"zstd", []byte{0x28, 0xb5, 0x2f, 0xfd}, func(r io.Reader) (io.Reader, func(), error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}},
}

// packingOf returns the compression of a file with this beginning; nil if it has
// none.
func packingOf(head []byte) *packing {
	for i := range packings {
		if bytes.HasPrefix(head, packings[i].magic) {
			return &packings[i]
		}
	}
	return nil
}

// A stream is a file's bytes, unpacked, that can be read again from the start. If
// compressed data breaks off, the stream ends like a file, and torn reports it.
type stream struct {
	file    io.ReadSeeker
	packing *packing
	most    int64

	from io.Reader
	shut func()
	read int64
	torn bool
}

// openStream detects whether and how the file is compressed.
func openStream(file io.ReadSeeker, most int64) (*stream, error) {
	if most <= 0 {
		most = DefaultSize
	}
	s := &stream{file: file, most: most}
	if err := s.start(); err != nil { // who reads it again left it at its end
		return nil, err
	}
	head := make([]byte, 4)
	n, err := io.ReadFull(file, head)
	if err != nil && !atEnd(err) {
		return nil, err
	}
	s.packing = packingOf(head[:n])
	return s, s.rewind()
}

func atEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// start goes to the first byte of the file.
func (s *stream) start() error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("going back to its start: %w", err)
	}
	return nil
}

// rewind returns to the start.
func (s *stream) rewind() error {
	if err := s.start(); err != nil {
		return err
	}
	s.close()
	s.from, s.read, s.torn = s.file, 0, false
	if s.packing == nil {
		return nil
	}
	from, shut, err := s.packing.open(s.file)
	switch {
	case err != nil && atEnd(err):
		s.from, s.torn = bytes.NewReader(nil), true
	case err != nil:
		return s.unpacking(err)
	default:
		s.from, s.shut = from, shut
	}
	return nil
}

// close ends the unpacking; the file stays open.
func (s *stream) close() {
	if s.shut != nil {
		s.shut()
		s.shut = nil
	}
}

// Read implements io.Reader. More bytes than the limit are ErrSize.
func (s *stream) Read(p []byte) (int, error) {
	if s.read > s.most {
		return 0, s.tooLong()
	}
	if int64(len(p)) > s.most-s.read+1 {
		p = p[:s.most-s.read+1]
	}
	n, err := s.from.Read(p)
	if s.read += int64(n); s.read > s.most {
		return n - 1, s.tooLong()
	}
	if s.packing == nil || err == nil || err == io.EOF {
		return n, err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		s.torn = true
		return n, io.EOF
	}
	return n, s.unpacking(err)
}

func (s *stream) unpacking(err error) error {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) {
		return fmt.Errorf("unpacking it takes more than %d bytes of memory (%w); pack it again without --long or --ultra", zstdWindow, err)
	}
	return fmt.Errorf("unpacking it (%s): %w", s.packing.name, err)
}

func (s *stream) tooLong() error { return fmt.Errorf("more than %d bytes: %w", s.most, ErrSize) }
