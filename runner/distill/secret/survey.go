package secret

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/quock-dev/quock/runner/internal/parallel"
)

// A Survey is the result of searching a recording's bytes for secrets.
type Survey struct {
	// Hash is their SHA-256, in hexadecimal digits.
	Hash string
	// Secrets are the kinds of secrets found, most frequent first.
	Secrets []KindCount
}

// A KindCount is one kind of secret with how many there are, and the lines of the
// first.
type KindCount struct {
	Kind  string
	N     int
	Lines []int
}

// reportedLines is how many lines of a kind of secret are reported.
const reportedLines = 8

// surveyed is how many bytes are searched at once by one of those at work.
const surveyed = 1 << 20

// NewSurvey reads all of a recording's bytes once, in bounded memory, with the given
// number of workers. The result does not depend on that number. The error is the
// reader's.
func NewSurvey(from io.Reader, finder *Finder, jobs int) (*Survey, error) {
	hash := sha256.New()
	blocks := cutter{from: bufio.NewReaderSize(io.TeeReader(from, hash), surveyed), line: 1}
	found := kinds{}
	for blocks.err == nil {
		var group []*block
		for range max(1, jobs) {
			if b := blocks.next(); b != nil {
				group = append(group, b)
			}
		}
		parallel.Map(jobs)(len(group), func(i int) { group[i].places = slices.Collect(finder.Scan(group[i].lines())) })
		for _, b := range group {
			found.add(b.own())
		}
	}
	s := &Survey{Hash: hex.EncodeToString(hash.Sum(nil)), Secrets: found.sorted()}
	if errors.Is(blocks.err, io.EOF) {
		return s, nil
	}
	return s, fmt.Errorf("reading the recording: %w", blocks.err)
}

// A block is a stretch of the bytes that ends where a line does, if one ends in
// it; an open one ends in the middle of a line.
type block struct {
	text   []byte
	first  int // the number of its first line
	open   bool
	places []Place
}

// own are the secrets of the block without those that begin where the next block
// begins once more.
func (b *block) own() []Place {
	if !b.open {
		return b.places
	}
	last := b.first + bytes.Count(b.text, []byte("\n"))
	again := len(b.text) - bytes.LastIndexByte(b.text, '\n') - torn
	return slices.DeleteFunc(b.places, func(p Place) bool { return p.Line == last && p.Column >= again })
}

// lines are the lines of a block with their numbers.
func (b *block) lines() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		number := b.first
		for line := range bytes.Lines(b.text) {
			if !yield(number, line) {
				return
			}
			number++
		}
	}
}

// torn is how much of a line that goes over the end of a block is searched again
// with the next one: no secret is longer.
const torn = 8 << 10

// A cutter cuts bytes into blocks.
type cutter struct {
	from io.Reader
	line int    // the number of the next block's first line
	rest []byte // of the last block, for the next one
	err  error  // io.EOF behind the last block
}

// next is the next block, nil behind the last one.
func (c *cutter) next() *block {
	if c.err != nil {
		return nil
	}
	text := slices.Grow(slices.Clone(c.rest), surveyed)
	n, err := io.ReadFull(c.from, text[len(c.rest):len(c.rest)+surveyed])
	if c.err = err; errors.Is(err, io.ErrUnexpectedEOF) {
		c.err = io.EOF
	}
	text = text[:len(c.rest)+n]
	b := &block{text: text, first: c.line}
	if end := bytes.LastIndexByte(text, '\n') + 1; err == nil && end > 0 {
		b.text, c.rest = text[:end], text[end:]
	} else if err == nil {
		b.open, c.rest = true, text[len(text)-torn:]
	}
	c.line += bytes.Count(b.text, []byte("\n"))
	return b
}

// kinds are what was found, by kind.
type kinds map[string]*KindCount

// add adds what stands behind all that was added before.
func (all kinds) add(places []Place) {
	for _, p := range places {
		k := all[p.Kind]
		if k == nil {
			k = &KindCount{Kind: p.Kind}
			all[p.Kind] = k
		}
		k.N++
		if n := len(k.Lines); n < reportedLines && (n == 0 || k.Lines[n-1] != p.Line) {
			k.Lines = append(k.Lines, p.Line)
		}
	}
}

func (all kinds) sorted() []KindCount {
	var list []KindCount
	for _, k := range all {
		list = append(list, *k)
	}
	slices.SortFunc(list, func(a, b KindCount) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}
