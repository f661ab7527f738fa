package shrink

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// explain marks the fields whose value does not matter: the reader fails as
// before with either of two other values, whether or not what refers to the old
// one finds it still.
func (r *reducer) explain() {
	r.free = nil
	for i := range r.now.nodes[:min(len(r.now.nodes), mostExplained)] {
		for _, v := range variations {
			if e := *r.now.nodes[i].e; v.other(&e, 0) {
				r.free = append(r.free, Mark{i, v.field})
			}
		}
	}
	var passes []pass
	for nth := range values {
		passes = append(passes, func(r *reducer) { r.freed(nth) })
	}
	r.run(passes...)
}

// freed leaves those fields free that are so with their nth other value.
func (r *reducer) freed(nth int) {
	free := r.free
	r.free = nil
	r.walk(upTo(len(free)), func(i int, d *draft) bool { return r.varied(free[i], nth, d) }, func(t *trial) bool {
		r.free = append(r.free, free[t.index])
		return true
	})
}

// varied fills in the present draft with another value of a field.
func (r *reducer) varied(m Mark, nth int, d *draft) bool {
	d.nodes, d.dangers = append(d.nodes, r.now.nodes...), r.now.dangers
	n, e := &d.nodes[m.Event], *d.nodes[m.Event].e
	at := slices.IndexFunc(variations, func(v variation) bool { return v.field == m.Field })
	changed := variations[at].other(&e, nth)
	n.e, n.Keys = &e, r.stream.AllKeys(&e)
	return changed
}

// mostExplained is of how many events at most the fields are looked at.
const mostExplained = 64

// values is how many other values of a field are tried.
const values = 2

// A variation changes a field of an event to the nth other value; false where it
// has no value.
type variation struct {
	field string
	other func(e *spec.Event, nth int) bool
}

var names, words = [values]string{"z", "y-1"}, [values]string{"z", "other \"words\"\n"}

// variations are the fields whose values are varied, by their names in JSON. Not
// those that say what an event is: its kind, form and role, and flags.
var variations = []variation{
	{"id", text(func(e *spec.Event) *string { return &e.ID }, names)},
	{"session", func(e *spec.Event, nth int) bool {
		was := e.Session != ""
		e.Session = names[nth]
		return was
	}},
	{"turn", text(func(e *spec.Event) *string { return &e.Turn }, names)},
	{"message", text(func(e *spec.Event) *string { return &e.Message }, names)},
	{"agent", text(func(e *spec.Event) *string { return &e.Agent }, names)},
	{"slot", text(func(e *spec.Event) *string { return &e.Slot }, [values]string{"7", "11"})},
	{"call", text(func(e *spec.Event) *string { return &e.Call }, names)},
	{"name", text(func(e *spec.Event) *string { return &e.Name }, names)},
	{"text", text(func(e *spec.Event) *string { return &e.Text }, words)},
	{"args", text(func(e *spec.Event) *string { return &e.Args }, [values]string{`{"z":2}`, `{"y":["z"]}`})},
	{"result", raw(func(e *spec.Event) *json.RawMessage { return &e.Result }, [values]string{`"z"`, `"other words"`})},
	{"stop_reason", text(func(e *spec.Event) *string { return &e.StopReason }, [values]string{"max_tokens", "refusal"})},
	{"error", text(func(e *spec.Event) *string { return &e.Error }, words)},
	{"usage", func(e *spec.Event, nth int) bool {
		was := e.Usage != nil
		e.Usage = &spec.Usage{Input: int64(7 + nth), Output: int64(9 * nth)}
		return was
	}},
	{"metadata", raw(func(e *spec.Event) *json.RawMessage { return &e.Metadata }, [values]string{`{"z":2}`, `{"y":{"z":[]}}`})},
	{"wait", text(func(e *spec.Event) *string { return &e.Wait }, names)},
	{"messages", func(e *spec.Event, nth int) bool {
		return snapshots(e, func(m *spec.Snapshot) bool { return otherTexts(m, words[nth]) })
	}},
}

func text(field func(e *spec.Event) *string, to [values]string) func(e *spec.Event, nth int) bool {
	return func(e *spec.Event, nth int) bool {
		was := *field(e) != ""
		*field(e) = to[nth]
		return was
	}
}

func raw(field func(e *spec.Event) *json.RawMessage, to [values]string) func(e *spec.Event, nth int) bool {
	return func(e *spec.Event, nth int) bool {
		was := len(*field(e)) > 0
		*field(e) = json.RawMessage(to[nth])
		return was
	}
}

func otherTexts(m *spec.Snapshot, to string) bool {
	changed := false
	m.Parts = slices.Clone(m.Parts)
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Kind != spec.CallPart && p.Text != "" {
			p.Text, changed = to, true
		}
	}
	return changed
}
