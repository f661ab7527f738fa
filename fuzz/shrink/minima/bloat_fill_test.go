package minima

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// fill is a generated stream of at most about n events under names of its own:
// turns of the minimum's root session, or a sub-session of it. It has no fault:
// the strays of a stream are those of its minimum.
func (b *bloater) fill(n int, within bool) []unit {
	g := perform.Generator{}
	if n < 200 {
		g.Size = 2 + n/20
	}
	for range 8 {
		c := plain(g.Case(b.f, perform.Clean, b.rng.Uint64()))
		if len(c.Stream.Events) <= n+4 && !restates(c.Stream.Events) {
			return b.renamed(c.Stream.Events, within)
		}
	}
	return nil
}

// plain is a case with every fault performed away.
func plain(c *perform.Case) *perform.Case {
	var ids []int
	for i := range c.Faults {
		ids = append(ids, c.Faults[i].ID)
	}
	return c.Without(ids...)
}

// restates reports whether a stream restates whole sessions, which would wipe out
// what others said.
func restates(events []spec.Event) bool {
	return slices.ContainsFunc(events, func(e spec.Event) bool { return e.Kind == spec.History })
}

// renamed gives a generated stream names of its own.
func (b *bloater) renamed(events []spec.Event, within bool) []unit {
	b.fills++
	r := renaming{prefix: "f" + strconv.Itoa(b.fills) + "-", from: rootOfStream(events), to: b.root, turns: b.f.TurnIDs || within}
	if !within {
		r.to = r.prefix + "root"
	}
	var all []unit
	for _, u := range units(events) {
		var kept unit
		for i := range u {
			if e := u[i]; !everybodys(&e) {
				r.event(&e)
				b.under(&e, within, r.to)
				kept = append(kept, e)
			}
		}
		if len(kept) > 0 {
			all = append(all, kept)
		}
	}
	return b.opened(all, within, r.to)
}

// everybodys are events that end what others do.
func everybodys(e *spec.Event) bool {
	return e.Kind == spec.UserTurn || e.Kind == spec.Cancel || e.Kind == spec.Error && e.Global
}

// under makes the root of a stream a sub-session, where each event says so.
func (b *bloater) under(e *spec.Event, within bool, root string) {
	if !within && b.f.Owner == spec.Derived && e.Session == root && !e.Global {
		e.Parent = spec.To(b.root)
	}
}

// opened gives a sub-session its edges, where the dialect has such.
func (b *bloater) opened(all []unit, within bool, root string) []unit {
	if within || b.f.Owner == spec.Derived && !b.f.ChildEdges || len(all) == 0 {
		return all
	}
	open := spec.Event{Kind: spec.SessionOpen, Session: root, Parent: spec.To(b.root)}
	if b.f.EventIDs {
		open.ID = root + "-opens"
	}
	all = slices.Insert(all, 0, unit{open})
	if b.f.ChildEdges {
		end := spec.Event{Kind: spec.SessionClose, Session: root}
		if b.f.EventIDs {
			end.ID = root + "-closes"
		}
		all = append(all, unit{end})
	}
	return all
}

// rootOfStream is the first session of a stream that has no parent.
func rootOfStream(events []spec.Event) string {
	child := map[string]bool{}
	for i := range events {
		if e := &events[i]; e.Parent.OK {
			child[e.Session] = true
		}
	}
	for i := range events {
		if e := &events[i]; !e.Global && !e.NoSession && !child[e.Session] {
			return e.Session
		}
	}
	return ""
}

// swollen puts further pieces behind texts and beginnings of messages.
func (b *bloater) swollen(core []unit, n int) []unit {
	var all []unit
	for _, u := range core {
		all = append(all, u)
		last := u[len(u)-1]
		for b.rng.Float64() > 0.4+b.calm && b.pieces < n/8 && b.swells(&last) {
			all = append(all, unit{b.piece(last)})
		}
	}
	return all
}

// swells reports whether a piece of text may follow an event.
func (b *bloater) swells(e *spec.Event) bool {
	if b.f.WholeMessages || e.Role == "user" || e.NoSession {
		return false
	}
	return e.Kind == spec.Text || e.Kind == spec.MessageOpen
}

// piece is a further piece of text in the message of an event.
func (b *bloater) piece(e spec.Event) spec.Event {
	b.pieces++
	p := spec.Event{
		Kind: spec.Text, Session: e.Session, Parent: e.Parent, Message: e.Message,
		Slot: e.Slot, Form: e.Form, Text: "more " + strconv.Itoa(b.pieces),
	}
	if p.Form == "" {
		p.Form = spec.Plain
	}
	if b.f.TextSlots && p.Slot == "" {
		p.Slot = "0"
	}
	if b.f.EventIDs {
		p.ID = "p-" + strconv.Itoa(b.pieces)
	}
	return p
}
