package codex

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A frame is one record by its members.
type frame struct {
	scan.Object
	wire.Typed
	kind string
	item item // the item of an event, or the payload of a rollout's line
}

// read takes the members of a frame; false if it has no type.
func (f *frame) read(members scan.Object) (typed bool) {
	f.Object, f.item, f.Typed = members, item{}, wire.Typed{}
	f.kind, typed = members.Get("type").Text()
	return typed
}

// within is a member of an object; absent is no member.
func (f *frame) within(key string, v scan.Value, member string) scan.Value {
	if v.None() {
		return ""
	}
	if v.Kind() != '{' {
		f.Mismatch(key)
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
	return &spec.Usage{Input: f.Int("usage.input_tokens", input), Output: f.Int("usage.output_tokens", output)}
}
