package neutral

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// kind reports whether the value is a kind's name at all, and which kind it is:
// 0 for one that spec does not have.
func (r *reader) kind(v scan.Value) (spec.Kind, bool) {
	word, ok := v.Text()
	return kinds[word], ok
}

func text[T ~string](r *reader, key string, v scan.Value, field *T) {
	got, ok := v.Text()
	if !ok && !v.None() {
		r.mismatch(key)
	}
	*field = T(got)
}

func (r *reader) flag(key string, v scan.Value, field *bool) {
	got, ok := v.Bool()
	if !ok && !v.None() {
		r.mismatch(key)
	}
	*field = got
}

func (r *reader) ref(key string, v scan.Value, field *spec.Ref) {
	text(r, key, v, &field.ID)
	field.OK = !v.None()
}

func (r *reader) number(key string, v scan.Value, field *int64) {
	got, ok := v.Int()
	if !ok && !v.None() {
		r.mismatch(key)
	}
	*field = got
}

// is reports whether the value is of that kind; one that is neither that nor
// absent is a mismatch.
func (r *reader) is(kind byte, key string, v scan.Value) bool {
	if v.Kind() == kind {
		return true
	}
	if !v.None() {
		r.mismatch(key)
	}
	return false
}

func (r *reader) usage(key string, v scan.Value) *spec.Usage {
	if !r.is('{', key, v) {
		return nil
	}
	u := new(spec.Usage)
	for key, v := range v.Members() {
		switch key {
		case "input":
			r.number(key, v, &u.Input)
		case "output":
			r.number(key, v, &u.Output)
		}
	}
	return u
}

func (r *reader) limit(key string, v scan.Value) *spec.Limit {
	if !r.is('{', key, v) {
		return nil
	}
	l := new(spec.Limit)
	for key, v := range v.Members() {
		switch key {
		case "rejected":
			r.flag(key, v, &l.Rejected)
		case "window":
			text(r, key, v, &l.Window)
		}
	}
	return l
}

func (r *reader) snapshots(key string, v scan.Value) []spec.Snapshot {
	return objects(r, key, v, r.snapshot)
}

func (r *reader) snapshot(v scan.Value) (s spec.Snapshot) {
	for key, v := range v.Members() {
		switch key {
		case "message":
			text(r, key, v, &s.Message)
		case "role":
			text(r, key, v, &s.Role)
		case "agent":
			text(r, key, v, &s.Agent)
		case "parts":
			s.Parts = objects(r, key, v, r.part)
		case "stop_reason":
			text(r, key, v, &s.StopReason)
		case "usage":
			s.Usage = r.usage(key, v)
		case "metadata":
			s.Metadata = wire.Verbatim(v)
		}
	}
	return s
}

func (r *reader) part(v scan.Value) (p spec.SnapshotPart) {
	for key, v := range v.Members() {
		switch key {
		case "kind":
			text(r, key, v, &p.Kind)
		case "slot":
			text(r, key, v, &p.Slot)
		case "text":
			text(r, key, v, &p.Text)
		case "call":
			text(r, key, v, &p.Call)
		case "name":
			text(r, key, v, &p.Name)
		case "args":
			text(r, key, v, &p.Args)
		case "args_value":
			r.flag(key, v, &p.ArgsValue)
		case "invalid":
			r.flag(key, v, &p.Invalid)
		case "answered":
			r.flag(key, v, &p.Answered)
		case "result":
			p.Result = wire.Verbatim(v)
		case "is_error":
			r.flag(key, v, &p.IsError)
		case "metadata":
			p.Metadata = wire.Verbatim(v)
		}
	}
	return p
}

// elements reads an array, element by element; nil where there is none.
func elements[T any](r *reader, key string, v scan.Value, element func(v scan.Value) T) []T {
	if !r.is('[', key, v) {
		return nil
	}
	var all []T
	for v := range v.Elements() {
		all = append(all, element(v))
	}
	return all
}

// objects reads an array of objects, up to the first element that is none.
func objects[T any](r *reader, key string, v scan.Value, object func(v scan.Value) T) []T {
	if !r.is('[', key, v) {
		return nil
	}
	var all []T
	for v := range v.Elements() {
		if v.Kind() != '{' {
			r.mismatch(key)
			break
		}
		all = append(all, object(v))
	}
	return all
}

func (r *reader) log(key string, v scan.Value) []spec.LogEntry {
	return elements(r, key, v, func(v scan.Value) (entry spec.LogEntry) {
		if r.is('{', key, v) {
			text(r, key, v.Get("id"), &entry.ID)
			text(r, key, v.Get("tool"), &entry.Tool)
		}
		return entry
	})
}

func (r *reader) texts(key string, v scan.Value) []string {
	return elements(r, key, v, func(v scan.Value) (one string) {
		if v.None() {
			r.mismatch(key)
		}
		text(r, key, v, &one)
		return one
	})
}
