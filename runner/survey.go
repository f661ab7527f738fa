package runner

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
	"sync"

	"github.com/quock-dev/quock/runner/distill/secret"
)

// A Survey is the result of searching a recording's bytes for secrets.
type Survey struct {
	// Hash is their SHA-256, in hexadecimal digits.
	Hash string
	// Secrets are the kinds of secrets found, most frequent first.
	Secrets []SecretKind
}

// A SecretKind is one kind of secret with how many there are, and the lines of
// the first.
type SecretKind struct {
	Kind  string
	N     int
	Lines []int
}

// toldLines is how many lines of a kind of secret are reported.
const toldLines = 8

// surveyed is how many bytes are searched at once by one of those at work.
const surveyed = 1 << 20

// NewSurvey reads all of a recording's bytes once, in bounded memory, with the given
// number of workers. The result does not depend on that number. The error is the
// reader's.
func NewSurvey(from io.Reader, finder *secret.Finder, jobs int) (*Survey, error) {
	hash := sha256.New()
	blocks, found := make(chan *block, jobs), make(chan *block, jobs)
	var all sync.WaitGroup
	for range max(1, jobs) {
		all.Go(func() {
			for b := range blocks {
				b.places = slices.Collect(finder.Scan(b.lines()))
				found <- b
			}
		})
	}
	s := &survey{kinds: map[string]*SecretKind{}}
	var failed error
	go func() {
		failed = cut(io.TeeReader(from, hash), blocks)
		close(blocks)
		all.Wait()
		close(found)
	}()
	for b := range found {
		s.take(b)
	}
	return &Survey{Hash: hex.EncodeToString(hash.Sum(nil)), Secrets: s.sorted()}, failed
}

// A block is a stretch of the bytes that ends where a line does, if one ends in
// it; an open one ends in the middle of a line.
type block struct {
	text   []byte
	first  int // the number of its first line
	open   bool
	places []secret.Place
}

// own are the secrets of the block without those that begin where the next block
// begins once more.
func (b *block) own() []secret.Place {
	if !b.open {
		return b.places
	}
	last := b.first + bytes.Count(b.text, []byte("\n"))
	again := len(b.text) - bytes.LastIndexByte(b.text, '\n') - torn
	return slices.DeleteFunc(b.places, func(p secret.Place) bool { return p.Line == last && p.Column >= again })
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

// cut cuts the bytes into blocks.
func cut(from io.Reader, to chan<- *block) error {
	reader := bufio.NewReaderSize(from, surveyed)
	line, rest := 1, []byte(nil)
	for {
		text := slices.Grow(slices.Clone(rest), surveyed)
		n, err := io.ReadFull(reader, text[len(rest):len(rest)+surveyed])
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		text = text[:len(rest)+n]
		b := &block{text: text, first: line}
		rest = nil
		if end := bytes.LastIndexByte(text, '\n') + 1; !ended && err == nil && end > 0 {
			b.text, rest = text[:end], text[end:]
		} else if !ended && err == nil {
			b.open, rest = true, text[len(text)-torn:]
		}
		line += bytes.Count(b.text, []byte("\n"))
		to <- b
		switch {
		case ended:
			return nil
		case err != nil:
			return fmt.Errorf("reading the recording: %w", err)
		}
	}
}

// A survey gathers what the blocks hold, in any order.
type survey struct{ kinds map[string]*SecretKind }

func (s *survey) take(b *block) {
	for _, p := range b.own() {
		k := s.kinds[p.Kind]
		if k == nil {
			k = &SecretKind{Kind: p.Kind}
			s.kinds[p.Kind] = k
		}
		k.N++
		if !slices.Contains(k.Lines, p.Line) {
			at, _ := slices.BinarySearch(k.Lines, p.Line)
			k.Lines = slices.Insert(k.Lines, at, p.Line)
			k.Lines = k.Lines[:min(len(k.Lines), toldLines)]
		}
	}
}

func (s *survey) sorted() []SecretKind {
	var all []SecretKind
	for _, k := range s.kinds {
		all = append(all, *k)
	}
	slices.SortFunc(all, func(a, b SecretKind) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}
