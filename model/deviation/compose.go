package deviation

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// A Composed is a reference with several deviations at once. It may keep state,
// so it reads one stream.
type Composed struct {
	sem          model.Semantics
	views        []func(t *spec.Transcript)
	policies     []func(p *spec.Policies)
	storeWriters []storeWriter
	lag          int
	endless      bool
	state        *model.State // of the stream that is read
}

// Compose returns the reference with deviations, of which no two may change the
// same (Composes). They are applied in the order given; use that of All.
func Compose(all ...Deviation) *Composed {
	c := &Composed{sem: model.Honest()}
	for _, d := range all {
		c.Add(d, nil)
	}
	return c
}

// Add adds a deviation. n counts its departures; nil counts none.
func (c *Composed) Add(d Deviation, n *Count) {
	if n == nil {
		n = &Count{}
	}
	d.apply(&c.sem, n, &c.state)
	if d.view != nil {
		c.views = append(c.views, d.view)
	}
	if d.policy != nil {
		c.policies = append(c.policies, d.policy)
	}
	if d.storeWriter != nil {
		c.storeWriters = append(c.storeWriters, d.storeWriter())
	}
	c.lag += d.lag
	c.endless = c.endless || d.endless
}

// Model returns the state before the first event.
func (c *Composed) Model(f spec.Features, p spec.Policies) *model.State {
	c.state = model.NewWith(c.sem, f, c.governed(p))
	return c.state
}

// governed are policies as the deviations change them.
func (c *Composed) governed(p spec.Policies) spec.Policies {
	for _, change := range c.policies {
		change(&p)
	}
	return p
}

// Show changes a transcript of the model as the views do. It changes memory of
// this transcript alone.
func (c *Composed) Show(t *spec.Transcript) {
	for _, view := range c.views {
		view(t)
	}
}

// A Readthrough reads one stream once.
type Readthrough struct {
	*Composed
	stream *spec.Stream
	next   int
	ended  bool
	// reading says that an event or the end is being read.
	reading bool
}

// Read begins to read a stream. A Composed serves one stream.
func (c *Composed) Read(s *spec.Stream, p spec.Policies) *Readthrough {
	c.Model(s.Features, p)
	return &Readthrough{Composed: c, stream: s}
}

// ReadAfter is Read in the memory of an earlier one, nil for none, which is over then.
func (c *Composed) ReadAfter(old *Readthrough, s *spec.Stream, p spec.Policies) *Readthrough {
	if old == nil {
		return c.Read(s, p)
	}
	c.state = old.state
	c.state.Restart(c.sem, s.Features, c.governed(p))
	*old = Readthrough{Composed: c, stream: s}
	return old
}

// To reads up to the answer at a position, which is not before the last one;
// spec.AtEnd is the last.
func (r *Readthrough) To(position int) {
	last := position - r.lag
	for r.next < len(r.stream.Events) && (position == spec.AtEnd || r.stream.Events[r.next].Record <= last) {
		r.record()
	}
	if position == spec.AtEnd && !r.ended && !r.endless {
		r.ended, r.reading = true, true
		r.state.End(r.stream.End)
		r.reading = false
		r.keep(nil)
	}
}

// record reads the events of a record.
func (r *Readthrough) record() {
	first := r.next
	r.reading = true
	for ; r.next < len(r.stream.Events) && r.stream.Events[r.next].Record == r.stream.Events[first].Record; r.next++ {
		r.state.Step(&r.stream.Events[r.next])
	}
	r.reading = false
	r.keep(r.stream.Events[first:r.next])
}

// keep lets the store write.
func (r *Readthrough) keep(events []spec.Event) {
	if len(r.storeWriters) == 0 {
		return
	}
	t := r.Transcript()
	for _, k := range r.storeWriters {
		k.record(events, &t)
	}
}

// Event returns the event that is being read, for a function that Watch calls;
// nil behind the last one, and while a transcript is made.
func (r *Readthrough) Event() *spec.Event {
	if r.reading && r.next < len(r.stream.Events) {
		return &r.stream.Events[r.next]
	}
	return nil
}

// Switch takes the decision as the deviation does, until Back. n counts its
// departures.
func (r *Readthrough) Switch(d Deviation, n *Count) {
	sem := r.sem
	d.apply(&sem, n, &r.state)
	r.state.Decide(sem)
}

// Back undoes a Switch: from here on the stream is read as before it.
func (r *Readthrough) Back() { r.state.Decide(r.sem) }

// Transcript returns the answer at the position.
func (r *Readthrough) Transcript() spec.Transcript {
	t := r.state.Transcript()
	r.Show(&t)
	return t
}

// Unshown is Transcript before the views change it.
func (r *Readthrough) Unshown() spec.Transcript { return r.state.Transcript() }

// Loaded returns what a store loads at the position.
func (r *Readthrough) Loaded() spec.Transcript {
	t := r.Transcript()
	for _, k := range r.storeWriters {
		k.load(&t)
	}
	return t
}

// Decisions is a set of the model's decisions, by the fields of its semantics.
type Decisions [2]uint64

// Add adds a field by its index.
func (d *Decisions) Add(field int) { d[field/64] |= 1 << (field % 64) }

// Meets reports whether the sets have a decision in common.
func (d *Decisions) Meets(other Decisions) bool { return d[0]&other[0] != 0 || d[1]&other[1] != 0 }

// Empty reports whether there is none.
func (d *Decisions) Empty() bool { return *d == Decisions{} }

// Watch calls taken with the index of each decision before it is taken. Use it
// before Read, and after the last Add.
func (c *Composed) Watch(taken func(decision int)) { c.sem = c.sem.Watched(taken) }

// Decisions returns the decisions that the deviation replaces.
func (d Deviation) Decisions() (changed Decisions) {
	for _, field := range decisions()[d.Name] {
		changed.Add(field)
	}
	return changed
}

// Fits reports whether the deviation is a change of the reference, so that it
// can be fitted. The others are programs.
func (d Deviation) Fits() bool {
	return d.change != nil || d.view != nil || d.policy != nil || d.lag > 0 || d.endless || d.Stores()
}

// Views reports whether the deviation is a view and nothing else, which leaves the reading
// of a stream as it is.
func (d Deviation) Views() bool {
	return d.view != nil && d.change == nil && d.policy == nil && d.storeWriter == nil && d.lag == 0 && !d.endless
}

// Show changes a transcript of the model as the deviation's view does, if it has one.
func (d Deviation) Show(t *spec.Transcript) {
	if d.view != nil {
		d.view(t)
	}
}

// Stores reports whether the deviation changes what a store loads, and nothing else.
func (d Deviation) Stores() bool { return d.storeWriter != nil }

// Counts reports whether a Count counts each departure before it shows. Others
// may show without: a view, and a decision that is asked while a transcript is
// rendered.
func (d Deviation) Counts() bool { return d.Replaces() && !d.Renders() }

// Allowed reports whether it is a choice that a program may make and declare,
// or a view or habit, which hides what else is wrong.
func (d Deviation) Allowed() bool { return d.Kind != Decision && !d.Stores() || d.Choice != "" }

// Composes reports whether two deviations can be had at once: they do not
// change the same decision or the same part of the transcript.
func (d Deviation) Composes(other Deviation) bool {
	if d.Name == other.Name {
		return false
	}
	mine := d.Decisions()
	return !mine.Meets(other.Decisions()) && (d.part == "" || d.part != other.part)
}
