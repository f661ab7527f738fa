package transport

import "bytes"

// A Framing says how bytes are split into records.
type Framing uint8

// The framings. Package wire of spec defines them.
const (
	Lines Framing = iota
	SSE
	Coded
	Document
)

// A Text is a stream in the plain form of its framing.
type Text struct {
	Framing Framing
	// Records are the bytes of each record with LF line ends. A record of
	// Lines, Coded or Document is one line. A record of SSE is the lines of an
	// event and a blank one.
	Records [][]byte
	// Raw are the same records with U+2028, U+2029 and U+0085 unescaped. It is
	// nil if that makes no difference.
	Raw [][]byte
	// IDs says that events have ids, so a replayed tail changes nothing.
	IDs bool
	// Apart says that no chunk may contain the ends of two records, because a
	// reader may have to name the record that it refuses.
	Apart bool
}

// lines returns the lines of a record without their ends.
func (t Text) lines(p *Plan, record int) [][]byte {
	text := t.Records[record]
	if p.Raw && record < len(t.Raw) {
		text = t.Raw[record]
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}

// payload returns the offset of the JSON text, or other data, in a line. ok is
// false for a line without data.
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

// whole finds the line with a record's payload. ok is false unless exactly one
// line has data.
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
