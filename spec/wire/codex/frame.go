package codex

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A frame is one record by its members.
type frame struct {
	scan.Object
	kind  string
	item  item   // the item of an event, or the payload of a rollout's line
	wrong string // the first member of the wrong type
}

// read takes the members of a frame; false if it has no type.
func (f *frame) read(members scan.Object) (typed bool) {
	f.Object, f.item, f.wrong = members, item{}, ""
	f.kind, typed = members.Get("type").Text()
	return typed
}

func (f *frame) mismatch(key string) {
	if f.wrong == "" {
		f.wrong = key
	}
}

// must is a string that has to be there.
func (f *frame) must(key string, v scan.Value) string {
	text, ok := v.Text()
	if !ok {
		f.mismatch(key)
	}
	return text
}

// may is a string; absent is empty.
func (f *frame) may(key string, v scan.Value) string {
	if v.None() {
		return ""
	}
	return f.must(key, v)
}

// within is a member of an object; absent is no member.
func (f *frame) within(key string, v scan.Value, member string) scan.Value {
	if v.None() {
		return ""
	}
	if v.Kind() != '{' {
		f.mismatch(key)
	}
	return v.Get(member)
}

// tokens are the figures of a turn, nil where there are none. What was cached is
// counted in the input already.
func (f *frame) tokens(usage scan.Value) *spec.Usage {
	input := f.within("usage", usage, "input_tokens")
	output := f.within("usage", usage, "output_tokens")
	if input.None() && output.None() {
		return nil
	}
	return &spec.Usage{Input: f.number("usage.input_tokens", input), Output: f.number("usage.output_tokens", output)}
}

func (f *frame) number(key string, v scan.Value) int64 {
	n, ok := v.Int()
	if !ok && !v.None() {
		f.mismatch(key)
	}
	return n
}
