package wire

import (
	"bytes"
	"fmt"
	"io"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A Record is one parsed unit of a stream as bytes: a valid JSON text.
type Record struct {
	// Number counts records from 1, bad ones included.
	Number int
	// Line and Offset are the first line, from 1, and byte, from 0, of the
	// record in the input.
	Line   int
	Offset int64
	// JSON is the record's text without white space around it, valid until the
	// next one is read.
	JSON []byte
}

// Limits bound what a reader accepts; a zero field means the default. What
// exceeds them is a Problem with reason limit, and reading goes on behind it.
type Limits struct {
	// Line is the length in bytes of a line (Lines, Coded), of an event's data
	// (SSE) and of a document.
	Line int
	// Depth is how deep arrays and objects nest.
	Depth int
}

// The default limits, and the depth that no limit can exceed: a decoder that is
// given a record refuses what is deeper.
const (
	DefaultLine  = 16 << 20
	DefaultDepth = 256
	MaxDepth     = 10_000
)

// withDefaults replaces zero fields. The greatest depth leaves room for the
// object that SSE and Coded wrap a value in.
func (l Limits) withDefaults() Limits {
	if l.Line <= 0 {
		l.Line = DefaultLine
	}
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	l.Depth = min(l.Depth, MaxDepth-1)
	return l
}

// The reasons of a Problem.
const (
	Malformed   = "malformed"   // no valid record
	Truncated   = "truncated"   // the input ended inside the record
	LimitBroken = "limit"       // longer or deeper than allowed
	Unsupported = "unsupported" // a record that the codec knows and cannot read
)

// A Reader cuts bytes into records, in one pass and bounded memory. How the
// bytes arrive in reads means nothing.
//
// Every framing: one byte order mark at the start of the input is skipped; a
// record is one JSON value (any other value than an object is the decoder's
// matter), in valid UTF-8, within the limits; what is none is a Problem in the
// place of the record. A complete record that the input ends behind is
// delivered, whether or not its line end or blank line came; an incomplete one
// is truncated. An object key may occur twice (see package scan).
//
// Lines: a line ends with LF, or CRLF. Lines of white space are no records.
//
// Coded: lines as above. What stands before a line's first colon is its code,
// letters and digits of ASCII, and what stands behind it the value; the record
// is {"code":code,"value":value}.
//
// SSE: lines end with LF, CRLF or CR, and so an event ends with any blank line.
// Comments, retry and unknown fields are skipped. An event is a record if it
// has a data or an event field: {"event":name,"id":id,"data":value}, without
// what the event does not have (an id lasts for its own event only). Several
// data lines are joined by LF. The value is the data if that is valid JSON;
// other data is given as a string, unless it sets out to be JSON: it starts
// with a brace, or it is the beginning of a JSON value.
//
// Document: the whole input is one record; it is read before it is given, and
// kept as far as the limit goes. An input of white space has no record.
type Reader struct {
	lines    source
	framing  Framing
	limits   Limits
	record   int
	event    event  // SSE
	out      []byte // SSE, Coded: the record built last
	document document
}

// NewReader returns a Reader of r's bytes.
func NewReader(r io.Reader, f Framing, l Limits) *Reader {
	l = l.withDefaults()
	return &Reader{lines: source{from: r, max: l.Line, cr: f == SSE}, framing: f, limits: l, document: document{from: r}}
}

// Next returns the next record, or the Problem that stands in its place (the
// Record then has its position and no text). The error is io.EOF at the end, or
// wraps what the underlying reader failed with, and stays.
func (r *Reader) Next() (Record, *Problem, error) {
	switch r.framing {
	case SSE:
		return r.nextEvent()
	case Coded:
		return r.nextCoded()
	case Document:
		return r.nextDocument()
	}
	return r.nextLine()
}

// nextRecord begins the record of the next line.
func (r *Reader) nextRecord() (Record, physical, *Problem, error) {
	line, err := r.lines.nextFull()
	if err != nil {
		return Record{}, line, nil, err
	}
	r.record++
	record := Record{Number: r.record, Line: line.number, Offset: line.offset}
	if line.long {
		return record, line, r.tooLong(record), nil
	}
	return record, line, nil, nil
}

func (r *Reader) nextLine() (Record, *Problem, error) {
	record, line, problem, err := r.nextRecord()
	if problem != nil || err != nil {
		return record, problem, err
	}
	if err := scan.Check(line.text, r.limits.Depth); err != nil {
		problem := r.invalid(record, err, line.last)
		problem.Noise = problem.Reason == Malformed && noise(line.text)
		return record, problem, nil
	}
	record.JSON = trim(line.text)
	return record, nil, nil
}

func blank(text []byte) bool {
	for _, b := range text {
		if b != ' ' && b != '\t' && b != '\r' {
			return false
		}
	}
	return true
}

// invalid is the Problem of a record whose text is not valid; last says that
// the input ends behind it.
func (r *Reader) invalid(record Record, err *scan.Error, last bool) *Problem {
	switch {
	case err.Fault == scan.TooDeep:
		return record.problem(LimitBroken, fmt.Sprintf("nested deeper than %d", r.limits.Depth))
	case err.Fault == scan.Unfinished && last:
		return record.problem(Truncated, "the input ends inside the record")
	}
	return record.problem(Malformed, err.Error())
}

// noise reports whether a line that is not valid is not even a piece of a record:
// it neither begins nor ends as one could. A bracket in front of a word, as logs
// have it, begins none.
func noise(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) > 1 && line[0] == '[' {
		line = bytes.TrimSpace(line[1:])
	}
	return len(line) > 0 && bytes.IndexByte([]byte(`{}[],:"`), line[0]) < 0 && bytes.IndexByte([]byte(`{}[],"`), line[len(line)-1]) < 0
}

func (r *Reader) tooLong(record Record) *Problem {
	return record.problem(LimitBroken, fmt.Sprintf("longer than %d bytes", r.limits.Line))
}

func (rec Record) problem(reason, detail string) *Problem {
	return &Problem{Record: rec.Number, Line: rec.Line, Offset: rec.Offset, Reason: reason, Detail: detail}
}
