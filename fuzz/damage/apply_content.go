package damage

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

func drift(p *plan, e *Edit) { p.events[p.at[e.ID]].Slot = e.To }

// collide gives all that bears a call's slot, in its message, another's.
func collide(p *plan, e *Edit) {
	of := &p.given[p.at[e.ID]]
	for i := range p.events {
		if o := &p.events[i]; o.Session == of.Session && o.Message == of.Message && o.Slot == e.From && calling(o.Kind) {
			o.Slot = e.To
		}
	}
}

// calling: events of the kind speak of a call.
func calling(k spec.Kind) bool {
	return k == spec.CallOpen || k == spec.CallArgs || k == spec.ArgsEnd
}

func blank(p *plan, e *Edit) { p.events[p.at[e.ID]].Call = e.To }

func astray(p *plan, e *Edit) { p.events[p.at[e.ID]].Session = e.To }

// adopt gives a session another parent, wherever one is said; with From it is
// that session's that becomes its own child's.
func adopt(p *plan, e *Edit) {
	of := p.given[p.at[e.ID]].Session
	if e.From != "" {
		of = e.From
	}
	for i := range p.events {
		if o := &p.events[i]; o.Session == of && !o.Global && p.says(o) {
			o.Parent, o.ParentCall = spec.To(e.To), spec.Ref{}
		}
	}
}

// says reports whether the wire can say the parent with an event: with all where
// nothing marks the start of a session.
func (p *plan) says(e *spec.Event) bool {
	return e.Parent.OK || !p.f.ChildEdges && !e.NoSession || e.Kind == spec.SessionOpen || e.Kind == spec.TurnStart
}

// The results that a call is given instead of its own.
const (
	hostileKeys = iota
	emptyText
	notAnError
	deep
	longText
	values
	long = deep // from here on a reader may find it too much
)

// depth is how deep a deep result is, length how long a long one: a reader's
// lines may be 256 deep, and a candidate's 16 MiB long.
const (
	depth  = 128
	length = 200_000
)

// answer gives a call another result.
func answer(p *plan, e *Edit) {
	o := &p.events[p.at[e.ID]]
	value := result(e.N)
	if p.f.TextResults || p.f.ErrorText && o.IsError {
		text, _ := json.Marshal(string(value))
		value = text
	}
	if p.f.ResultMembers {
		value = slices.Concat(json.RawMessage(`{"output":`), value, json.RawMessage(`}`))
	}
	o.Result = value
}

func result(n int) json.RawMessage {
	switch n {
	case emptyText:
		return json.RawMessage(`""`)
	case notAnError:
		return json.RawMessage(`"Error: null\u0000\u2028</script>"`)
	case deep:
		return json.RawMessage(strings.Repeat("[", depth) + strings.Repeat("]", depth))
	case longText:
		return json.RawMessage(`"` + strings.Repeat("x", length) + `"`)
	}
	return json.RawMessage(`{"__proto__":{"polluted":true},"constructor":{"prototype":null},"toString":"x","":[],"length":-1}`)
}

// merge puts one id for another.
func merge(_ *plan, e *Edit) ids.Map {
	return func(c ids.Class, in, id string) string {
		if c == e.Class && id == e.From && id != "" && (!scoped(c) || in == e.In) {
			return e.To
		}
		return id
	}
}

// constant puts one id for all; the root's, which is none, stays.
func constant(_ *plan, e *Edit) ids.Map {
	return func(c ids.Class, in, id string) string {
		if c == e.Class && id != "" && (!scoped(c) || in == e.In) {
			return e.To
		}
		return id
	}
}
