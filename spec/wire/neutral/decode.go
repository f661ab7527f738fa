package neutral

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder reads records the fast path, as far as that goes.
type decoder struct {
	strict
	interner scan.Interner
	left     bool // the fast path did not take the record that comes
}

// Decode reads one event.
func (d *decoder) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	if !d.left {
		if dst, ok := d.DecodeLine(dst, record, wire.MaxDepth); ok {
			return dst, nil
		}
	}
	d.left = false
	return d.strict.Decode(dst, record)
}

// A strict decoder reads any record. It only counts.
type strict struct{ record int }

// Decode reads one event.
func (d *strict) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	d.record++
	v, problem := wire.Parse(record, d.record)
	if problem != nil {
		return dst, problem
	}
	dst = append(dst, spec.Event{Record: d.record})
	e := &dst[len(dst)-1]
	var r reader
	r.event(e, v)
	switch {
	case !r.hasKind:
		return dst[:len(dst)-1], d.malformed("no object with a kind")
	case e.Kind == 0:
		*e = unknown(e, v)
	case r.wrong != "":
		return dst[:len(dst)-1], d.malformed(r.wrong + " has the wrong type")
	}
	return dst, nil
}

func (d *strict) malformed(detail string) *wire.Problem {
	return &wire.Problem{Record: d.record, Reason: wire.Malformed, Detail: detail}
}

// unknown is the note for a record of a kind that spec does not have.
func unknown(e *spec.Event, v scan.Value) spec.Event {
	return spec.Event{
		Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(v),
		Record: e.Record, ID: e.ID, Session: e.Session, Global: e.Global,
	}
}

// A reader fills fields from values, and remembers the first key whose value
// has the wrong type.
type reader struct {
	hasKind bool
	wrong   string
}

func (r *reader) mismatch(key string) {
	if r.wrong == "" {
		r.wrong = key
	}
}

// event reads the members of a record; a later one of a key replaces an earlier one.
func (r *reader) event(e *spec.Event, v scan.Value) {
	for key, v := range v.Members() {
		switch to := field(e, []byte(key)).(type) {
		case *spec.Kind:
			*to, r.hasKind = r.kind(v)
		case *string:
			text(r, key, v, to)
		case *spec.Form:
			text(r, key, v, to)
		case *spec.Status:
			text(r, key, v, to)
		case *spec.Note:
			text(r, key, v, to)
		case *bool:
			r.flag(key, v, to)
		case *spec.Ref:
			r.ref(key, v, to)
		case *json.RawMessage:
			*to = wire.Verbatim(v)
		case **spec.Usage:
			*to = r.usage(key, v)
		case **spec.Limit:
			*to = r.limit(key, v)
		case *[]spec.Snapshot:
			*to = r.snapshots(key, v)
		case *[]string:
			*to = r.texts(key, v)
		case *[]spec.LogEntry:
			*to = r.log(key, v)
		}
	}
}
