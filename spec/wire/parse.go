package wire

import (
	"fmt"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// Parse reads a record's text for a decoder: a copy of it, or the Problem that
// the record is, of that number.
func Parse(record []byte, number int) (scan.Value, *Problem) {
	v, err := scan.Parse(record, MaxDepth)
	if err != nil {
		return "", problemOf(err, number)
	}
	return v, nil
}

// problemOf is the Problem of a record, of that number, that is no JSON text.
func problemOf(err *scan.Error, number int) *Problem {
	if err.Fault == scan.TooDeep {
		return &Problem{Record: number, Reason: LimitBroken, Detail: fmt.Sprintf("nested deeper than %d", MaxDepth)}
	}
	return &Problem{Record: number, Reason: Malformed, Detail: err.Error()}
}
