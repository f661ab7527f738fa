package damage

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// FirstID is the least number that an edit bears: faults of a scenario have
// those below it.
const FirstID = 64

// Edits are what is done to one stream, in the order of their numbers.
type Edits []Edit

// An Edit is one piece of damage. The zero value does nothing.
type Edit struct {
	// ID is the edit's number in its case, from FirstID on.
	ID int `json:"id"`
	// Op is what is done.
	Op Op `json:"op"`
	// Rule says what must hold all the same.
	Rule string `json:"rule"`
	// At is the event that it is done to, or at.
	At Place `json:"at,omitzero"`
	// N is how many or how deep, Fresh that a copy of an event bears an id of its
	// own, so that nobody can distinguish it from a new one.
	N     int  `json:"n,omitempty"`
	Fresh bool `json:"fresh,omitempty"`
	// Class says which ids are meant, In of which session where they are scoped,
	// From and To which is put for which.
	Class ids.Class `json:"class,omitempty"`
	In    string    `json:"in,omitempty"`
	From  string    `json:"from,omitempty"`
	To    string    `json:"to,omitempty"`
	// Names are the new names of a renaming, or the one of an id that names
	// nothing.
	Names []Naming `json:"names,omitempty"`
}

// A Naming gives an id another name.
type Naming struct {
	From string `json:"from,omitempty"`
	To   Name   `json:"to"`
}

// Op is a way to damage a stream.
type Op uint8

// The ways to damage a stream.
const (
	_        Op = iota
	Rename      // ids get other names, everywhere: harmless
	Drop        // a record is lost
	Double      // a record comes twice
	Swap        // a record changes places with the next
	Stray       // an end, result or fragment of what there never was
	Replay      // the last records come again
	Truncate    // nothing comes behind a record
	Drift       // a fragment bears another slot
	Collide     // two calls of a message have one slot
	Merge       // two ids of a kind become one
	Constant    // all ids of a kind become one
	Blank       // an id or name on a continuation is empty, or "null"
	Astray      // an event bears another session's id
	Parent      // a session is its own parent, in a cycle, or of one that never appears
	Nest        // sessions in sessions, many deep
	Value       // a result that is deep, long or has hostile keys
	Flood       // a thousand tiny events
	ops
)

// String is the way's name.
func (o Op) String() string {
	if o == 0 || o >= ops {
		return fmt.Sprintf("op(%d)", uint8(o))
	}
	return table[o].name
}

// MarshalText writes the way's name.
func (o Op) MarshalText() ([]byte, error) {
	if o == 0 || o >= ops {
		return nil, fmt.Errorf("damage: no op %d", uint8(o))
	}
	return []byte(table[o].name), nil
}

// UnmarshalText reads a way's name; an unknown name is an error.
func (o *Op) UnmarshalText(b []byte) error {
	for i := Rename; i < ops; i++ {
		if table[i].name == string(b) {
			*o = i
			return nil
		}
	}
	return fmt.Errorf("damage: no op %q", b)
}

// Ops returns every way to damage a stream.
func Ops() []Op {
	all := make([]Op, 0, ops-1)
	for o := Rename; o < ops; o++ {
		all = append(all, o)
	}
	return all
}

// Harmless reports whether the edit only renames.
func (e *Edit) Harmless() bool { return e.Op == Rename }

// Harmless are the edits that only rename.
func (es Edits) Harmless() Edits {
	return slices.DeleteFunc(slices.Clone(es), func(e Edit) bool { return !e.Harmless() })
}

// Binding are the edits that excuse nothing.
func (es Edits) Binding() Edits {
	return slices.DeleteFunc(slices.Clone(es), func(e Edit) bool { return len(e.excuses()) > 0 })
}

// Without are the edits but those of the given numbers; others are passed over.
func (es Edits) Without(ids ...int) Edits {
	return slices.DeleteFunc(slices.Clone(es), func(e Edit) bool { return slices.Contains(ids, e.ID) })
}

// Excuses are the reasons for which a reader may refuse a stream that was
// damaged so: "malformed" where it is not what a producer may say, "limit" where
// it is only too much. None where all edits are harmless and short.
func (es Edits) Excuses() []string {
	var reasons []string
	for i := range es {
		for _, reason := range es[i].excuses() {
			if !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
	}
	slices.Sort(reasons)
	return reasons
}

func (e *Edit) excuses() []string {
	if e.Op == 0 || e.Op >= ops {
		return nil
	}
	reasons := slices.Clone(table[e.Op].excuses)
	for _, n := range e.Names {
		if n.To.Style == Long {
			reasons = append(reasons, "limit")
		}
	}
	return reasons
}

// Faults appends the edits as faults: what is done, its rule and what it
// touches, as ids of the damaged stream.
func (es Edits) Faults(dst []spec.Fault) []spec.Fault {
	r := es.renamer()
	for i := range es {
		e := &es[i]
		h := spec.Fault{ID: e.ID, Name: e.Name(), Rule: e.Rule}
		if scoped(e.Class) && e.At.Kind == 0 {
			h.Session = spec.To(r.id(ids.Sessions, e.In))
		}
		if e.At.Kind != 0 {
			h.Message, h.Call = r.id(ids.Messages, e.At.Message), r.id(ids.Calls, e.At.Call)
			if !e.At.Global {
				h.Session = spec.To(r.id(ids.Sessions, e.At.Session))
			}
		}
		dst = append(dst, h)
	}
	return dst
}

// RenameFaults gives what faults touch the names that it has in the damaged
// stream, in place.
func (es Edits) RenameFaults(faults []spec.Fault) {
	r := es.renamer()
	if len(r) == 0 {
		return
	}
	for i := range faults {
		h := &faults[i]
		if h.Session.OK {
			h.Session.ID = r.id(ids.Sessions, h.Session.ID)
		}
		h.Message, h.Call = r.id(ids.Messages, h.Message), r.id(ids.Calls, h.Call)
	}
}

// Name is what is done, in a word: the way, and what it is done to.
func (e *Edit) Name() string {
	switch {
	case e.Op == Rename && len(e.Names) > 0:
		return "rename-" + e.Names[0].To.Style.String()
	case e.At.Kind != 0:
		return e.Op.String() + "-" + e.At.Kind.String()
	case e.Class != 0:
		return e.Op.String() + "-" + e.Class.String()
	}
	return e.Op.String()
}
