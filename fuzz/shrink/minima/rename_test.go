package minima

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A renaming puts a prefix before the names of a stream. Its root session gets a
// name that is given; slots, which are positions, stay.
type renaming struct {
	prefix, from, to string
	turns            bool
}

func (r *renaming) session(id string) string {
	if id == r.from {
		return r.to
	}
	return r.prefix + id
}

func (r *renaming) name(id *string) {
	if *id != "" {
		*id = r.prefix + *id
	}
}

// event renames an event that is the caller's own; what it points to is copied.
func (r *renaming) event(e *spec.Event) {
	if !e.Global {
		e.Session = r.session(e.Session)
	}
	if e.Parent.OK {
		e.Parent = spec.To(r.session(e.Parent.ID))
	}
	if e.ParentCall.OK {
		e.ParentCall = spec.To(r.prefix + e.ParentCall.ID)
	}
	if r.turns {
		r.name(&e.Turn)
	}
	for _, id := range []*string{&e.ID, &e.Message, &e.Call, &e.Wait} {
		r.name(id)
	}
	e.Retracts = slices.Clone(e.Retracts)
	for i := range e.Retracts {
		r.name(&e.Retracts[i])
	}
	r.snapshots(e)
}

func (r *renaming) snapshots(e *spec.Event) {
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		m := &e.Messages[i]
		r.name(&m.Message)
		m.Parts = slices.Clone(m.Parts)
		for j := range m.Parts {
			r.name(&m.Parts[j].Call)
		}
	}
}
