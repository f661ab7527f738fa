package wire

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// An event is one Server-Sent Event while its lines are read.
type event struct {
	name, id, data          []byte
	hasName, hasID, hasData bool
	long                    bool
	line                    int // its first field's line, 0 before any
	offset                  int64
	cut                     bool // the input ended before its blank line
}

func (e *event) reset() {
	*e = event{name: e.name[:0], id: e.id[:0], data: e.data[:0]}
}

// nextEvent reads lines up to the end of an event that is a record.
func (r *Reader) nextEvent() (Record, *Problem, error) {
	for {
		r.event.reset()
		r.lines.skipBlank()
		if err := r.readEvent(); err != nil {
			return Record{}, nil, err
		}
		if e := &r.event; e.hasData || e.hasName || e.long {
			record, problem := r.dispatch()
			return record, problem, nil
		}
	}
}

// readEvent reads one event's lines. The end of the input ends the event, too;
// it is an error only where there is no event left.
func (r *Reader) readEvent() error {
	for {
		line, err := r.lines.next()
		if errors.Is(err, io.EOF) && r.event.line > 0 {
			r.event.cut = true
			return nil
		}
		if err != nil {
			return err
		}
		if len(line.text) == 0 && !line.long {
			return nil
		}
		r.field(line)
	}
}

// field takes one line of an event: name, colon, at most one space, value.
func (r *Reader) field(line physical) {
	e := &r.event
	name, value, _ := bytes.Cut(line.text, []byte(":"))
	if len(name) == 0 && !line.long {
		return
	}
	if e.line == 0 {
		e.line, e.offset = line.number, line.offset
	}
	if line.long {
		e.long = true
		return
	}
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		e.addData(value, r.limits.Line)
	case "event":
		e.name, e.hasName = append(e.name[:0], value...), true
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			e.id, e.hasID = append(e.id[:0], value...), true
		}
	}
}

func (e *event) addData(value []byte, limit int) {
	if len(e.data)+len(value) > limit {
		e.long = true
		e.data = e.data[:0]
	}
	if e.hasData {
		e.data = append(e.data, '\n')
	}
	e.hasData = true
	if !e.long {
		e.data = append(e.data, value...)
	}
}

// dispatch makes the event a record, or a Problem.
func (r *Reader) dispatch() (Record, *Problem) {
	e := &r.event
	r.record++
	record := Record{Number: r.record, Line: e.line, Offset: e.offset}
	if e.long {
		return record, r.tooLong(record)
	}
	if !utf8.Valid(e.name) || !utf8.Valid(e.id) || !utf8.Valid(e.data) {
		return record, record.problem(Malformed, "invalid UTF-8")
	}
	if e.cut && len(e.data) == 0 {
		return record, record.problem(Truncated, "the input ends inside the event")
	}
	err := e.check(r.limits.Depth)
	if err != nil && !e.isText(err) {
		return record, r.invalid(record, err, e.cut)
	}
	r.out = e.append(r.out[:0], err != nil)
	record.JSON = r.out
	return record, nil
}

func (e *event) check(depth int) *scan.Error {
	if !e.hasData {
		return nil
	}
	return scan.Check(e.data, depth)
}

// isText reports whether data that is no JSON is none on purpose.
func (e *event) isText(err *scan.Error) bool {
	start := bytes.TrimLeft(e.data, " \t\n")
	if len(start) == 0 {
		return true
	}
	return err.Fault == scan.Malformed && start[0] != '{'
}

// append writes the record's JSON.
func (e *event) append(dst []byte, text bool) []byte {
	dst = append(dst, '{')
	if e.hasName {
		dst = scan.AppendText(append(dst, `"event":`...), string(e.name))
	}
	if e.hasID {
		dst = scan.AppendText(append(comma(dst), `"id":`...), string(e.id))
	}
	if e.hasData {
		dst = append(comma(dst), `"data":`...)
		if text {
			dst = scan.AppendText(dst, string(e.data))
		} else {
			dst = append(dst, e.data...)
		}
	}
	return append(dst, '}')
}

func comma(dst []byte) []byte {
	if dst[len(dst)-1] == '{' {
		return dst
	}
	return append(dst, ',')
}
