package neutral

import (
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
	q := quick{Cursor: scan.NewCursor(line, depth), Interner: &d.keeper}
	q.event(e)
	if d.left = !q.End() || e.Kind == 0; d.left {
		return dst[:n], false
	}
	d.record++
	return dst, true
}

// Strict is the decoder without the quick way.
func (d *decoder) Strict() wire.Decoder { return &d.strict }

// A quick is the reading of one line in one pass.
type quick struct {
	scan.Cursor
	*scan.Interner
}

func (q *quick) event(e *spec.Event) {
	for more := q.Open('{'); more; more = q.Next('}') {
		switch string(q.Key()) {
		case "kind":
			inside, escapes := q.Cursor.Text()
			if e.Kind = kindOf(inside); escapes {
				q.Fail()
			}
		case "id":
			e.ID = q.unique()
		case "session":
			e.Session = q.word()
		case "message":
			e.Message = q.word()
		case "slot":
			e.Slot = q.word()
		case "text":
			e.Text = q.text()
		case "call":
			e.Call = q.word()
		case "name":
			e.Name = q.word()
		case "turn":
			e.Turn = q.word()
		case "form":
			e.Form = spec.Form(q.word())
		case "role":
			e.Role = q.word()
		case "agent":
			e.Agent = q.word()
		case "args":
			e.Args = q.text()
		case "result":
			e.Result = q.raw()
		case "status":
			e.Status = spec.Status(q.word())
		case "stop_reason":
			e.StopReason = q.word()
		case "parent":
			e.Parent = q.ref()
		case "parent_call":
			e.ParentCall = q.ref()
		case "metadata":
			e.Metadata = q.raw()
		case "raw":
			e.Raw = q.raw()
		case "error":
			e.Error = q.text()
		case "wait":
			e.Wait = q.word()
		case "note":
			e.Note = spec.Note(q.word())
		case "global":
			e.Global = q.Bool()
		case "no_session":
			e.NoSession = q.Bool()
		case "ambiguous":
			e.Ambiguous = q.Bool()
		case "args_value":
			e.ArgsValue = q.Bool()
		case "is_error":
			e.IsError = q.Bool()
		case "unmarked":
			e.Unmarked = q.Bool()
		case "fatal":
			e.Fatal = q.Bool()
		case "restated":
			e.Restated = q.Bool()
		case "complete":
			e.Complete = q.Bool()
		case "usage":
			e.Usage = whole(q, (*reader).usage)
		case "limit":
			e.Limit = whole(q, (*reader).limit)
		case "messages":
			e.Messages = whole(q, (*reader).snapshots)
		case "retracts":
			e.Retracts = whole(q, (*reader).texts)
		case "log":
			e.Log = whole(q, (*reader).log)
		default:
			q.Value()
		}
	}
}

func (q *quick) word() string { return q.Word(q.Cursor.Text()) }

func (q *quick) text() string { return q.Interner.Text(q.Cursor.Text()) }

// unique is an id that is not met again.
func (q *quick) unique() string {
	inside, escapes := q.Cursor.Text()
	if escapes {
		q.Fail()
	}
	return string(inside)
}

// whole reads a value of several parts as the strict reading does.
func whole[T any](q *quick, read func(*reader, string, scan.Value) T) T {
	var r reader
	got := read(&r, "a member", scan.Value(q.Value()))
	if r.wrong != "" {
		q.Fail()
	}
	return got
}

func (q *quick) ref() spec.Ref {
	ok := q.Kind() != 'n'
	return spec.Ref{ID: q.word(), OK: ok}
}

func (q *quick) raw() []byte {
	value := q.Value()
	if len(value) == 0 || value[0] == 'n' {
		return nil
	}
	return q.Bytes(value)
}
