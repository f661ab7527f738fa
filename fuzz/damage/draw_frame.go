package damage

import "github.com/quock-dev/quock/spec"

// drawDrop loses the record of an event that opens or closes something.
func drawDrop(d *drawer, e *Edit) bool {
	lost, ok := d.place(e, func(e *spec.Event) bool {
		k, is := frames[e.Kind]
		return is && k.asLost.Representable(d.f)
	})
	if ok {
		e.Rule = ruled(d.f, frames[lost.Kind].lost...)
	}
	return ok
}

// drawDouble emits such a record twice: as a replay, or as if it were new.
func drawDouble(d *drawer, e *Edit) bool {
	twice, ok := d.place(e, func(e *spec.Event) bool {
		k, is := frames[e.Kind]
		return is && k.asTwice.Representable(d.f)
	})
	if !ok {
		return false
	}
	e.Rule = ruled(d.f, frames[twice.Kind].twice...)
	d.fresh(e, twice)
	return true
}

// fresh draws whether a copy bears ids of its own; one that does not is a replay.
func (d *drawer) fresh(e *Edit, of *spec.Event) {
	if of.ID == "" || !loose(d.f) {
		e.Rule = ruled(d.f, "repeat/replay", e.Rule)
		return
	}
	if e.Fresh = d.src.Chance(128); !e.Fresh {
		e.Rule = ruled(d.f, "repeat/replay")
	}
}

// drawSwap lets a record change places with the next, if there is one.
func drawSwap(d *drawer, e *Edit) bool {
	last := 0
	if n := len(d.events); n > 0 {
		last = d.events[n-1].Record
	}
	i := d.one(func(e *spec.Event) bool { return e.Record < last })
	if i < 0 {
		return false
	}
	e.At = placeAt(d.events, i)
	e.Rule = ruled(d.f, "missing/no-loss")
	if next := d.next(i); !d.events[i].Global && !next.Global && next.Session != d.events[i].Session {
		e.Rule = ruled(d.f, "session/non-interference")
	}
	return true
}

// next is the first event of the record behind that of an event.
func (d *drawer) next(i int) *spec.Event {
	for j := i; j < len(d.events); j++ {
		if d.events[j].Record != d.events[i].Record {
			return &d.events[j]
		}
	}
	return &d.events[i]
}

// drawReplay plays the last records again, a few or all: a reconnect.
func drawReplay(d *drawer, e *Edit) bool {
	of, ok := d.place(e, func(*spec.Event) bool { return true })
	if !ok {
		return false
	}
	e.N = 1 + d.src.N(12)
	if d.src.Chance(64) {
		e.N = of.Record
	}
	e.Rule = ruled(d.f, "session/continued")
	d.fresh(e, of)
	return true
}

// drawTruncate ends the input behind a record, as a cut or as an end like any
// other.
func drawTruncate(d *drawer, e *Edit) bool {
	_, ok := d.place(e, func(*spec.Event) bool { return true })
	e.N = d.src.N(2)
	e.Rule = ruled(d.f, "missing/every-prefix")
	return ok
}

// drawDrift gives a fragment another slot.
func drawDrift(d *drawer, e *Edit) bool {
	of, ok := d.place(e, func(e *spec.Event) bool { return e.Kind == spec.CallArgs && e.Slot != "" })
	if !ok {
		return false
	}
	e.To = []string{"0", "1", "2", "3", "99"}[d.src.N(5)]
	e.Rule = ruled(d.f, "fragment/unclaimed", "fragment/scoped-key")
	if of.Call != "" {
		e.Rule = ruled(d.f, "fragment/drifting-slot")
	}
	return e.To != of.Slot
}

// drawCollide gives a call the slot of another of its message.
func drawCollide(d *drawer, e *Edit) bool {
	of, ok := d.place(e, func(e *spec.Event) bool { return e.Kind == spec.CallOpen && e.Slot != "" })
	if !ok {
		return false
	}
	with := d.one(func(o *spec.Event) bool {
		return o.Kind == spec.CallOpen && o.Session == of.Session && o.Message == of.Message && o.Slot != "" && o.Slot != of.Slot
	})
	if with < 0 {
		return false
	}
	e.From, e.To = of.Slot, d.events[with].Slot
	e.Rule = ruled(d.f, "fragment/slot-reuse")
	return true
}

// drawAstray gives an event the id of another session.
func drawAstray(d *drawer, e *Edit) bool {
	of, ok := d.place(e, func(e *spec.Event) bool { return !e.Global && !e.NoSession && e.Kind != spec.SessionOpen })
	if !ok {
		return false
	}
	to := d.one(func(o *spec.Event) bool { return !o.Global && o.Session != of.Session })
	if to < 0 {
		return false
	}
	e.To = d.events[to].Session
	e.Rule = ruled(d.f, "session/no-leak")
	return true
}

// drawParent makes a session its own parent, that of its parent, or of one that
// never appears.
func drawParent(d *drawer, e *Edit) bool {
	of, ok := d.place(e, func(e *spec.Event) bool { return e.Parent.OK })
	if !ok {
		return false
	}
	e.Rule = ruled(d.f, "session/nested")
	way := 0
	if d.f.ChildEdges { // elsewhere the root is known by having none
		way = d.src.N(3)
	}
	switch way {
	case 0:
		name, fresh := d.name(Property, "")
		e.Names, e.To = []Naming{{To: name}}, name.String()
		return fresh
	case 1:
		e.From, e.To = of.Parent.ID, of.Session
	case 2:
		e.To = of.Session
	}
	return true
}

// drawNest puts sessions into a session, each into the one before.
func drawNest(d *drawer, e *Edit) bool {
	_, ok := d.place(e, func(e *spec.Event) bool { return e.Parent.OK && e.Kind == spec.SessionOpen || e.Kind == spec.TurnStart })
	e.N = []int{3, 20, 100, 500}[d.src.N(4)]
	e.Rule = ruled(d.f, "session/nested")
	return ok
}

// drawValue gives a call another result.
func drawValue(d *drawer, e *Edit) bool {
	_, ok := d.place(e, func(e *spec.Event) bool { return e.Kind == spec.CallDone && len(e.Result) > 0 })
	e.N = d.src.N(values)
	e.Rule = ruled(d.f, "wire/hostile-keys")
	if e.N >= long {
		e.Rule = ruled(d.f, "wire/limits", "missing/no-loss")
	}
	return ok
}

// drawFlood repeats a fragment or note, as a tiny one, a thousand times.
func drawFlood(d *drawer, e *Edit) bool {
	of, ok := d.place(e, func(e *spec.Event) bool {
		return tiny(e) && (e.Kind == spec.Text || e.Kind == spec.CallArgs || e.Kind == spec.NoteEvent)
	})
	if !ok || d.long || d.flood {
		return false
	}
	d.flood = true
	e.N = 1000
	e.Rule = ruled(d.f, "wire/limits", "fragment/concatenate")
	if of.Kind == spec.NoteEvent {
		e.Rule = ruled(d.f, "wire/limits", "noise/transparent")
	}
	return true
}

// tiny: with another text, the event may come as often as one likes; that a result
// was added comes once.
func tiny(e *spec.Event) bool {
	if e.Kind == spec.NoteEvent && e.Call != "" {
		return false
	}
	return len(e.Metadata) == 0 && !e.Restated && e.Note != spec.NoteUnknown && e.Note != spec.NoteBoundary
}
