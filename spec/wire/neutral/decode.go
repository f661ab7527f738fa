package neutral

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder reads records the quick way, as far as that goes.
type decoder struct {
	strict
	keeper scan.Interner
	left   bool // the quick way did not take the record that comes
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

func (r *reader) event(e *spec.Event, v scan.Value) {
	for key, v := range v.Members() {
		if !r.scope(e, key, v) && !r.call(e, key, v) {
			r.rest(e, key, v)
		}
	}
}

// scope reads what says where an event belongs.
func (r *reader) scope(e *spec.Event, key string, v scan.Value) bool {
	switch key {
	case "kind":
		e.Kind, r.hasKind = r.kind(v)
	case "id":
		text(r, key, v, &e.ID)
	case "session":
		text(r, key, v, &e.Session)
	case "global":
		r.flag(key, v, &e.Global)
	case "no_session":
		r.flag(key, v, &e.NoSession)
	case "ambiguous":
		r.flag(key, v, &e.Ambiguous)
	case "parent":
		r.ref(key, v, &e.Parent)
	case "parent_call":
		r.ref(key, v, &e.ParentCall)
	case "turn":
		text(r, key, v, &e.Turn)
	case "message":
		text(r, key, v, &e.Message)
	case "role":
		text(r, key, v, &e.Role)
	case "agent":
		text(r, key, v, &e.Agent)
	default:
		return false
	}
	return true
}

// call reads what fragments and calls carry.
func (r *reader) call(e *spec.Event, key string, v scan.Value) bool {
	switch key {
	case "slot":
		text(r, key, v, &e.Slot)
	case "call":
		text(r, key, v, &e.Call)
	case "name":
		text(r, key, v, &e.Name)
	case "form":
		text(r, key, v, &e.Form)
	case "text":
		text(r, key, v, &e.Text)
	case "args":
		text(r, key, v, &e.Args)
	case "args_value":
		r.flag(key, v, &e.ArgsValue)
	case "result":
		e.Result = raw(v)
	case "is_error":
		r.flag(key, v, &e.IsError)
	case "metadata":
		e.Metadata = raw(v)
	default:
		return false
	}
	return true
}

// rest reads the other keys; those that spec does not have are skipped.
func (r *reader) rest(e *spec.Event, key string, v scan.Value) {
	switch key {
	case "status":
		text(r, key, v, &e.Status)
	case "stop_reason":
		text(r, key, v, &e.StopReason)
	case "error":
		text(r, key, v, &e.Error)
	case "unmarked":
		r.flag(key, v, &e.Unmarked)
	case "fatal":
		r.flag(key, v, &e.Fatal)
	case "usage":
		e.Usage = r.usage(key, v)
	case "limit":
		e.Limit = r.limit(key, v)
	case "messages":
		e.Messages = r.snapshots(key, v)
	case "restated":
		r.flag(key, v, &e.Restated)
	case "complete":
		r.flag(key, v, &e.Complete)
	case "wait":
		text(r, key, v, &e.Wait)
	case "retracts":
		e.Retracts = r.texts(key, v)
	case "log":
		e.Log = r.log(key, v)
	case "note":
		text(r, key, v, &e.Note)
	case "raw":
		e.Raw = raw(v)
	}
}
