package neutral

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// DecodeLine decodes a line that nobody checked (see wire.FastDecoder). It leaves to the
// strict reading what is wrong, kinds and keys that it does not know by their
// bytes, and members of another type than theirs.
func (d *decoder) DecodeLine(dst []spec.Event, line []byte, depth int) ([]spec.Event, bool) {
	n := len(dst)
	dst = slices.Grow(dst, 1)[:n+1]
	e := &dst[n]
	*e = spec.Event{Record: d.record + 1}
	q := fastReader{Cursor: scan.NewCursor(line, depth), Interner: &d.interner}
	q.event(e)
	if d.left = !q.End() || e.Kind == 0; d.left {
		return dst[:n], false
	}
	d.record++
	return dst, true
}

// Strict is the decoder without the fast path.
func (d *decoder) Strict() wire.Decoder { return &d.strict }

// A fastReader is the reading of one line in one pass.
type fastReader struct {
	scan.Cursor
	*scan.Interner
}

func (q *fastReader) event(e *spec.Event) {
	for more := q.Open('{'); more; more = q.Next('}') {
		switch to := field(e, q.Key()).(type) {
		case *spec.Kind:
			inside, escapes := q.Cursor.Text()
			if *to = kindOf(inside); escapes {
				q.Fail()
			}
		case *string:
			*to = q.string(to == &e.ID || to == &e.Text || to == &e.Args || to == &e.Error)
		case *spec.Form:
			*to = spec.Form(q.word())
		case *spec.Status:
			*to = spec.Status(q.word())
		case *spec.Note:
			*to = spec.Note(q.word())
		case *bool:
			*to = q.Bool()
		case *spec.Ref:
			*to = q.ref()
		case *json.RawMessage:
			*to = q.raw()
		case **spec.Usage:
			*to = whole(q, (*reader).usage)
		case **spec.Limit:
			*to = whole(q, (*reader).limit)
		case *[]spec.Snapshot:
			*to = whole(q, (*reader).snapshots)
		case *[]string:
			*to = whole(q, (*reader).texts)
		case *[]spec.LogEntry:
			*to = whole(q, (*reader).log)
		case nil:
			q.Value()
		}
	}
}

// string reads a text, or a word, which is likely to come again.
func (q *fastReader) string(text bool) string {
	if text {
		return q.Interner.Text(q.Cursor.Text())
	}
	return q.word()
}

func (q *fastReader) word() string { return q.Word(q.Cursor.Text()) }

// whole reads a value of several parts as the strict reading does.
func whole[T any](q *fastReader, read func(*reader, string, scan.Value) T) T {
	var r reader
	got := read(&r, "a member", scan.Value(q.Value()))
	if r.wrong != "" {
		q.Fail()
	}
	return got
}

func (q *fastReader) ref() spec.Ref {
	ok := q.Kind() != 'n'
	return spec.Ref{ID: q.word(), OK: ok}
}

func (q *fastReader) raw() []byte {
	value := q.Value()
	if len(value) == 0 || value[0] == 'n' {
		return nil
	}
	return q.Bytes(value)
}
