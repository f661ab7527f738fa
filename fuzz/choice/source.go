package choice

import "math/rand/v2"

// A Source gives the choices of one layer of one case, and keeps them. The zero
// value gives the simplest of each.
type Source struct {
	// rng draws what the tape does not hold; nil draws nothing.
	rng *rand.Rand
	// tape holds the choices; at is how many bytes of it were given so far.
	tape  []byte
	at    int
	spans []Span
	open  []int
}

// read makes the source give the choices of a tape again, and then what rng
// draws, nil for the simplest. The tape is kept, and not changed.
func (s *Source) read(tape []byte, rng *rand.Rand) {
	s.tape, s.at, s.rng = append(s.tape[:0], tape...), 0, rng
	s.spans, s.open = s.spans[:0], s.open[:0]
}

// N chooses from 0 to n-1, of which 0 is the simplest; where n is less than 2
// there is nothing to choose, and nothing is kept.
func (s *Source) N(n int) int {
	switch {
	case n <= 1:
		return 0
	case n <= 1<<8:
		return s.number(n, 1)
	case n <= 1<<16:
		return s.number(n, 2)
	}
	return s.number(n, 4)
}

func (s *Source) number(n, size int) int {
	if s.fresh() {
		drawn := s.rng.IntN(n)
		s.keep(uint64(drawn), size)
		return drawn
	}
	return int(s.next(size) % uint64(n))
}

// Settle makes v the choice from 0 to n-1, where none is on the tape; where one is
// that is given, as N does.
func (s *Source) Settle(v, n int) int {
	if !s.fresh() || n > 1<<8 {
		return s.N(n)
	}
	s.keep(uint64(v), 1)
	return v
}

// Chance is true in w of 256 cases; false is simpler.
func (s *Source) Chance(w int) bool {
	if s.fresh() {
		drawn := s.rng.Uint32() & 255
		s.keep(uint64(255-drawn), 1)
		return int(drawn) < w
	}
	return int(255-s.next(1)) < w
}

// Low chooses a number of a few bits, 8 at most, of which 0 is the simplest.
func (s *Source) Low(bits int) int {
	mask := 1<<bits - 1
	if s.fresh() {
		drawn := int(s.rng.Uint32()) & mask
		s.keep(uint64(drawn), 1)
		return drawn
	}
	return int(s.next(1)) & mask
}

// Bits chooses 64 bits, of which none is the simplest.
func (s *Source) Bits() uint64 {
	if s.fresh() {
		drawn := s.rng.Uint64()
		s.keep(drawn, 8)
		return drawn
	}
	return s.next(8)
}

// fresh reports whether the next choice is to be drawn.
func (s *Source) fresh() bool { return s.at >= len(s.tape) && s.rng != nil }

// keep writes down a choice in size bytes.
func (s *Source) keep(v uint64, size int) {
	for range size {
		s.tape = append(s.tape, byte(v))
		v >>= 8
	}
	s.at = len(s.tape)
}

// next reads a choice of size bytes; the bytes that are missing are 0.
func (s *Source) next(size int) uint64 {
	var v uint64
	for i := range size {
		if s.at == len(s.tape) && s.rng != nil { // more will be drawn behind it
			s.tape = append(s.tape, 0)
		}
		if s.at < len(s.tape) {
			v |= uint64(s.tape[s.at]) << (8 * i)
			s.at++
		}
	}
	return v
}

// Open begins a span that ends with the matching Close. It returns its number,
// which later spans may name as the one that they hang on.
func (s *Source) Open(kind Kind, of int) int {
	s.open = append(s.open, len(s.spans))
	s.spans = append(s.spans, Span{Kind: kind, From: s.at, To: s.at, Of: of})
	return len(s.spans) - 1
}

// Close ends the span opened last.
func (s *Source) Close() {
	last := len(s.open) - 1
	s.spans[s.open[last]].To = s.at
	s.open = s.open[:last]
}

// Used are the choices that were made so far: those of the tape that were read,
// and those that were drawn. It is good until the next choice.
func (s *Source) Used() []byte { return s.tape[:s.at] }

// Spans are the spans opened so far, in that order, each before those within it.
// They are good until the source is used for another case.
func (s *Source) Spans() []Span { return s.spans }
