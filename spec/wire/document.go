package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A document reads a whole input as one record.
type document struct {
	from io.Reader
	end  error // what there is to say when it was given
}

const bom = "\ufeff"

// nextDocument gives the document, and then the end. An input of nothing, or of
// white space, has none.
func (r *Reader) nextDocument() (Record, *Problem, error) {
	if r.document.end != nil {
		return Record{}, nil, r.document.end
	}
	input := r.document.read(r.limits.Line)
	record, text := locate(input)
	switch {
	case !errors.Is(r.document.end, io.EOF):
		return Record{}, nil, r.document.end
	case len(bytes.TrimPrefix(input, []byte(bom))) > r.limits.Line:
		return record, r.tooLong(record), nil
	case len(text) == 0:
		return Record{}, nil, io.EOF
	}
	if err := scan.Check(text, r.limits.Depth); err != nil {
		return record, r.invalid(record, err, true), nil
	}
	record.JSON = text
	return record, nil, nil
}

// read reads to the end of the input and keeps what is allowed of it, and a
// little more, which tells that it is longer.
func (d *document) read(most int) []byte {
	text, err := io.ReadAll(io.LimitReader(d.from, int64(most)+int64(len(bom))+1))
	if err == nil {
		_, err = io.Copy(io.Discard, d.from)
	}
	if d.end = io.EOF; err != nil {
		d.end = fmt.Errorf("wire: read the stream: %w", err)
	}
	return text
}

// locate gives the position of a document, and its text without a byte order
// mark and white space around it.
func locate(input []byte) (Record, []byte) {
	text := bytes.TrimLeft(bytes.TrimPrefix(input, []byte(bom)), " \t\r\n")
	before := input[:len(input)-len(text)]
	record := Record{Number: 1, Line: 1 + bytes.Count(before, []byte("\n")), Offset: int64(len(before))}
	return record, bytes.TrimRight(text, " \t\r\n")
}
