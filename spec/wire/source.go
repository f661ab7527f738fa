package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A source cuts a reader into physical lines with bounded memory: its buffer
// holds at most twice the longest line allowed, and one read ahead.
type source struct {
	from io.Reader
	max  int
	// cr: a lone CR ends a line too (Server-Sent Events). Otherwise only LF
	// does, and a CR before it is white space.
	cr bool

	buf     []byte // what was read and not yet given out is buf[start:]
	start   int
	scanned int   // bytes of buf[start:] known to hold no line end
	offset  int64 // of buf[start] in the input
	line    int   // number of lines given out
	skipLF  bool  // the last line ended in a CR: a LF now belongs to it
	err     error // what the reader said at its end
}

const readSize = 64 << 10

// A physical is one line, without its end.
type physical struct {
	text   []byte // valid until the next line is asked for
	number int
	offset int64
	long   bool // longer than allowed; text is empty
	last   bool // the input ended without a line end
}

// next returns the next line, or io.EOF, or what the reader failed with.
func (s *source) next() (physical, error) {
	s.begin()
	for {
		if end := s.find(); end >= 0 {
			return s.take(end), nil
		}
		if len(s.buf)-s.start > s.max {
			return s.skipLong()
		}
		if !s.fill() {
			return s.tail()
		}
	}
}

// nextFull is the next line that is not blank.
func (s *source) nextFull() (physical, error) {
	for {
		s.skipBlank()
		line, err := s.next()
		if err != nil || line.long || !blank(line.text) {
			return line, err
		}
	}
}

// begin steps over what belongs to no line.
func (s *source) begin() {
	s.dropLF()
	if s.line == 0 {
		s.dropBOM()
	}
}

// skipBlank steps over the blank lines that come next, many at once. White space
// makes no line blank where a lone CR ends one.
func (s *source) skipBlank() {
	s.begin()
	for {
		length, lines := s.blanks()
		s.line += lines
		s.drop(length)
		if s.start < len(s.buf) || !s.fill() {
			return
		}
		s.dropLF()
	}
}

// blanks counts the blank lines at the start of the buffer, and their bytes.
func (s *source) blanks() (length, lines int) {
	rest := s.buf[s.start:]
	for i := 0; i < len(rest); i++ {
		switch b := rest[i]; {
		case b == '\n' && i+8 <= len(rest) && binary.LittleEndian.Uint64(rest[i:]) == 0x0a0a0a0a0a0a0a0a:
			i, lines = i+7, lines+8
			length = i + 1
		case b == '\n' && i-length <= s.max:
			length, lines = i+1, lines+1
		case s.cr && b == '\r':
			lines++
			if s.skipLF = i+1 == len(rest); !s.skipLF && rest[i+1] == '\n' {
				i++
			}
			length = i + 1
		case s.cr || b != ' ' && b != '\t' && b != '\r':
			return length, lines
		}
	}
	return length, lines
}

// ready is the next line where that is in the buffer as it is, and of a length
// allowed; it is not given out yet. Else it is nil.
func (s *source) ready() []byte {
	if s.line == 0 || s.cr {
		return nil
	}
	rest := s.buf[s.start:]
	end := bytes.IndexByte(rest, '\n')
	if end <= 0 || end > s.max {
		return nil
	}
	return rest[:end]
}

// find returns the length of the first line in the buffer, -1 if none ends.
func (s *source) find() int {
	rest := s.buf[s.start+s.scanned:]
	end := bytes.IndexByte(rest, '\n')
	if s.cr {
		if end >= 0 {
			rest = rest[:end]
		}
		if cr := bytes.IndexByte(rest, '\r'); cr >= 0 {
			end = cr
		}
	}
	if end < 0 {
		s.scanned = len(s.buf) - s.start
		return -1
	}
	return s.scanned + end
}

// take gives out the line of that length and steps over its end.
func (s *source) take(length int) physical {
	s.line++
	p := physical{number: s.line, offset: s.offset, long: length > s.max}
	if !p.long {
		p.text = s.buf[s.start : s.start+length]
	}
	s.skipLF = s.buf[s.start+length] == '\r'
	s.drop(length + 1)
	return p
}

func (s *source) drop(n int) {
	s.start += n
	s.offset += int64(n)
	s.scanned = 0
}

// skipLong reads over the rest of a line that is too long, keeping none of it.
func (s *source) skipLong() (physical, error) {
	p := physical{number: s.line + 1, offset: s.offset, long: true}
	for {
		s.drop(len(s.buf) - s.start)
		if !s.fill() {
			p.last = true
			break
		}
		if end := s.find(); end >= 0 {
			s.skipLF = s.buf[s.start+end] == '\r'
			s.drop(end + 1)
			break
		}
	}
	s.line++
	if p.last && !errors.Is(s.err, io.EOF) {
		return physical{}, s.err
	}
	return p, nil
}

// tail gives out what stands behind the last line end.
func (s *source) tail() (physical, error) {
	if len(s.buf) == s.start || !errors.Is(s.err, io.EOF) {
		return physical{}, s.err
	}
	s.line++
	p := physical{text: s.buf[s.start:], number: s.line, offset: s.offset, last: true}
	s.drop(len(p.text))
	return p, nil
}

func (s *source) dropLF() {
	if s.skipLF && s.ensure(1) && s.buf[s.start] == '\n' {
		s.drop(1)
	}
	s.skipLF = false
}

func (s *source) dropBOM() {
	if s.offset == 0 && s.ensure(3) && string(s.buf[s.start:s.start+3]) == "\ufeff" {
		s.drop(3)
	}
}

// ensure reads until n bytes are there, or the input ends.
func (s *source) ensure(n int) bool {
	for len(s.buf)-s.start < n {
		if !s.fill() {
			return false
		}
	}
	return true
}

// fill reads once more; false at the end, with err set.
func (s *source) fill() bool {
	if s.err != nil {
		return false
	}
	if s.start > 0 && s.free() < readSize/2 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.start:])]
		s.start = 0
	}
	if s.free() < readSize/2 {
		grown := make([]byte, len(s.buf), 2*cap(s.buf)+readSize)
		copy(grown, s.buf)
		s.buf = grown
	}
	return s.read()
}

func (s *source) free() int { return cap(s.buf) - len(s.buf) }

func (s *source) read() bool {
	for range 100 {
		n, err := s.from.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil && !errors.Is(err, io.EOF) {
			err = fmt.Errorf("wire: read the stream: %w", err)
		}
		if s.err = err; n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.err = fmt.Errorf("wire: read the stream: %w", io.ErrNoProgress)
	return false
}
