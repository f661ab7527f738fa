package secret

import "iter"

// chunk is how much of a long line is looked at at once.
const chunk = 1 << 20

// A Place is a secret in a stream of lines.
type Place struct {
	Kind string
	// Line is the number that came with the line; Column counts bytes from 1.
	Line, Column int
}

// Scan gives the secrets of lines with their numbers, line by line and by column.
// A line may be used again by the caller once the next is asked for; a long one
// is looked at in chunks that overlap. A secret that goes over the end of a line
// is not found.
//
// Several may scan with one Finder at once.
func (f *Finder) Scan(lines iter.Seq2[int, []byte]) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for number, line := range lines {
			if !f.line(line, func(h Hit) bool { return yield(Place{h.Kind, number, h.Offset + 1}) }) {
				return
			}
		}
	}
}

// line gives the hits of one line, each once.
func (f *Finder) line(text []byte, yield func(Hit) bool) bool {
	seen := -1
	for from := 0; ; from += chunk - overlap {
		to := min(from+chunk, len(text))
		for _, h := range f.Find(text[from:to]) {
			h.Offset += from
			// what begins in the overlap is found in the next chunk, whole
			if h.Offset <= seen || to < len(text) && h.Offset >= to-overlap {
				continue
			}
			if !yield(h) {
				return false
			}
		}
		if to == len(text) {
			return true
		}
		seen = to - overlap - 1
	}
}
