package transport

import "bytes"

// A Framing says how records are cut from bytes.
type Framing uint8

// The framings of package wire of spec, which says what each is.
const (
	Lines Framing = iota
	SSE
	Coded
	Document
)

// A Text is a stream as its framing writes it plainly.
type Text struct {
	Framing Framing
	// Records are the bytes of each record with their line ends, LF: of Lines,
	// Coded and Document one line, of SSE the lines of an event and a blank one.
	Records [][]byte
	// Raw are the same records with the separators U+2028, U+2029 and U+0085
	// unescaped, which Records have escaped; nil where that is no difference.
	Raw [][]byte
	// IDs: events carry ids of their own, so that a tail that comes again
	// changes nothing.
	IDs bool
	// Apart: no chunk may hold the ends of two records, because a reader may
	// have to name the one that it refuses.
	Apart bool
}

// lines are those of a record without their ends.
func (t Text) lines(p *Plan, record int) [][]byte {
	text := t.Records[record]
	if p.Raw && record < len(t.Raw) {
		text = t.Raw[record]
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}

// payload are the bounds of the JSON text, or other data, in a line; ok is false
// for a line that has none.
func (t Text) payload(line []byte) (from int, ok bool) {
	switch t.Framing {
	case SSE:
		from = len("data: ")
		return from, bytes.HasPrefix(line, []byte("data: "))
	case Coded:
		from = bytes.IndexByte(line, ':') + 1
		return from, from > 0
	}
	return 0, len(line) > 0
}

// whole reports whether the line has all of a record's payload: it is the only
// one that has any.
func (t Text) whole(lines [][]byte) (at, from int, ok bool) {
	at = -1
	for i, line := range lines {
		f, has := t.payload(line)
		switch {
		case has && at >= 0:
			return 0, 0, false
		case has:
			at, from = i, f
		}
	}
	return at, from, at >= 0
}
