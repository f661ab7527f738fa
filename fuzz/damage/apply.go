package damage

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// Apply is the stream as the edits damage it: its records are numbered from 1,
// without gaps. The stream that is given is not changed, but both share what
// their events point to. An edit whose event is not there, or that makes no sense
// (edits are data, and may come from anywhere), does nothing.
//
// Its procedure: every place is looked up in the stream as it is given; events
// are changed in place; records are lost, repeated, moved and put between; the
// input is cut; ids are put for others; and last come the consistent renamings,
// so that they hold for all that the others did.
func Apply(s spec.Stream, es Edits) spec.Stream {
	t := Render(s, es)
	return t.Ordered()
}

// A Rendering is a damaged stream in two steps, for dialects in which what a record
// means depends on those before: the records that come, each once and in
// their context, and the order in which they come.
type Rendering struct {
	// Stream has every record of the undamaged stream, with what is changed in
	// them, and those put between; it ends as the damaged one does.
	Stream spec.Stream
	// Order are the numbers of the records as they come: some come again, in
	// other places, or not at all.
	Order []int
}

// Render does the edits as Apply does.
func Render(s spec.Stream, es Edits) Rendering {
	p := newPlan(s, es)
	for i := range es {
		if w := p.way(&es[i]); w.content != nil {
			w.content(p, &es[i])
		}
	}
	for i := range es {
		if w := p.way(&es[i]); w.frame != nil {
			w.frame(p, &es[i])
		}
	}
	t := p.rendering()
	for i := range es {
		if w := p.way(&es[i]); w.ids != nil {
			through(t.Stream.Events, w.ids(p, &es[i]))
		}
	}
	if r := es.renamer(); len(r) > 0 {
		through(t.Stream.Events, r.mapper(p.f))
	}
	return t
}

// through puts all ids through a mapper, in place.
func through(events []spec.Event, m ids.Map) {
	for i := range events {
		m.Event(&events[i])
	}
}

// Ordered is the stream in the order in which it comes.
func (t *Rendering) Ordered() spec.Stream {
	out := t.Stream
	starts := starts(t.Stream.Events)
	out.Events = make([]spec.Event, 0, len(t.Stream.Events))
	for n, r := range t.Order {
		for _, e := range t.Stream.Events[starts[r-1]:starts[r]] {
			e.Record = n + 1
			out.Events = append(out.Events, e)
		}
	}
	return out
}

// starts are the indexes of the first event of each record, and the end.
func starts(events []spec.Event) []int {
	var at []int
	for i := range events {
		if i == 0 || events[i].Record != events[i-1].Record {
			at = append(at, i)
		}
	}
	return append(at, len(events))
}
