package choice

import "math/rand/v2"

// A Source gives and records the choices of one layer of one case. The zero
// value gives the simplest choices.
type Source struct {
	// rng draws after the end of the sequence; with nil the source gives the
	// simplest choices there.
	rng *rand.Rand
	// sequence holds the choices. at is the number of its bytes that were
	// given.
	sequence []byte
	at       int
	spans    []Span
	open     []int
}

// read restarts the source with a choice sequence. After its end rng draws; nil
// gives the simplest choices. The sequence is copied.
func (s *Source) read(sequence []byte, rng *rand.Rand) {
	s.sequence, s.at, s.rng = append(s.sequence[:0], sequence...), 0, rng
	s.spans, s.open = s.spans[:0], s.open[:0]
}

// N chooses a number from 0 to n-1; 0 is the simplest. If n is less than 2,
// there is no choice and nothing is recorded.
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

// Fix fixes a choice from 0 to n-1 at v, if the choice is still to be drawn.
// If the sequence holds the choice already, Settle returns it, as N does.
func (s *Source) Fix(v, n int) int {
	if !s.fresh() || n > 1<<8 {
		return s.N(n)
	}
	s.keep(uint64(v), 1)
	return v
}

// Chance is true in w of 256 cases. False is simpler.
func (s *Source) Chance(w int) bool {
	if s.fresh() {
		drawn := s.rng.Uint32() & 255
		s.keep(uint64(255-drawn), 1)
		return int(drawn) < w
	}
	return int(255-s.next(1)) < w
}

// Low chooses a number of at most 8 bits; 0 is the simplest.
func (s *Source) Low(bits int) int {
	mask := 1<<bits - 1
	if s.fresh() {
		drawn := int(s.rng.Uint32()) & mask
		s.keep(uint64(drawn), 1)
		return drawn
	}
	return int(s.next(1)) & mask
}

// Bits chooses 64 bits; all zero is the simplest.
func (s *Source) Bits() uint64 {
	if s.fresh() {
		drawn := s.rng.Uint64()
		s.keep(drawn, 8)
		return drawn
	}
	return s.next(8)
}

// fresh reports whether the next choice must be drawn.
func (s *Source) fresh() bool { return s.at >= len(s.sequence) && s.rng != nil }

// keep records a choice in size bytes.
func (s *Source) keep(v uint64, size int) {
	for range size {
		s.sequence = append(s.sequence, byte(v))
		v >>= 8
	}
	s.at = len(s.sequence)
}

// next reads a choice of size bytes. Missing bytes are 0.
func (s *Source) next(size int) uint64 {
	var v uint64
	for i := range size {
		if s.at == len(s.sequence) && s.rng != nil { // later choices are drawn and appended
			s.sequence = append(s.sequence, 0)
		}
		if s.at < len(s.sequence) {
			v |= uint64(s.sequence[s.at]) << (8 * i)
			s.at++
		}
	}
	return v
}

// Open begins a span. The matching Close ends it. Open returns the number of
// the span; later spans may name it as the one that they depend on.
func (s *Source) Open(kind Kind, of int) int {
	s.open = append(s.open, len(s.spans))
	s.spans = append(s.spans, Span{Kind: kind, From: s.at, To: s.at, Of: of})
	return len(s.spans) - 1
}

// Close ends the span that was opened last.
func (s *Source) Close() {
	last := len(s.open) - 1
	s.spans[s.open[last]].To = s.at
	s.open = s.open[:last]
}

// Used returns the choices so far, read or drawn. It is valid until the next
// choice.
func (s *Source) Used() []byte { return s.sequence[:s.at] }

// Spans returns the spans so far in the order of their opening, each before the
// spans within it. It is valid until the source starts another case.
func (s *Source) Spans() []Span { return s.spans }
