package wire

import (
	"bytes"

	"github.com/quock-dev/quock/spec"
)

// FastDecoder is a Decoder that also takes lines that nobody checked, and checks them
// as it reads them. Decode asks it first, where the framing is by lines.
type FastDecoder interface {
	Decoder
	// DecodeLine appends the events of the record that a line holds to dst, with white
	// space around it or not, as Decode would behind a Reader that allows depth.
	// It is false, and nothing has changed, where it does not take the line: of
	// one that is not valid, or is nested deeper, it never does, and of others it
	// need not. The line is then checked, and decoded by Decode.
	DecodeLine(dst []spec.Event, line []byte, depth int) ([]spec.Event, bool)
	// Strict returns the same decoder without its fast path.
	Strict() Decoder
}

// quickly reads the next record and decodes it, by q as far as that goes.
func (r *Reader) quickly(b *Batch, q FastDecoder, dst []spec.Event) error {
	if text := r.lines.ready(); text != nil {
		var taken bool
		if b.Events, taken = q.DecodeLine(dst, text, r.limits.Depth); taken {
			r.record++
			b.Record = Record{Number: r.record, Line: r.lines.line + 1, Offset: r.lines.offset, JSON: trim(text)}
			b.Problem = nil
			r.lines.line++
			r.lines.drop(len(text) + 1)
			return nil
		}
	}
	var err error
	if b.Record, b.Problem, err = r.nextLine(); err == nil {
		b.decode(q, dst)
	}
	return err
}

// trim takes off what may stand around a record in its line.
func trim(line []byte) []byte {
	if n := len(line); n > 0 && line[0] > ' ' && line[n-1] > ' ' {
		return line
	}
	return bytes.Trim(line, " \t\r")
}
