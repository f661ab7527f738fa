package script

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// An Order is a schedule: the groups of a script in the order in which they are
// emitted.
type Order []int32

// Scheduler draws orders; it keeps its memory from one to the next.
type Scheduler struct {
	waiting []int16
	ready   []int32
	weights []uint8
}

// Draw appends to dst an order of the script's groups that writes nothing before
// what it waits for. How eagerly each session is emitted, and how long the script
// stays with one, is drawn for the case: even, some sessions starved, or soft
// weights with stickiness; a third each.
func (s *Scheduler) Draw(dst Order, b *Script, sources *choice.Sources) Order {
	d := sources.Layer(choice.Order)
	sticky := s.temper(d, len(b.sc.Sessions))
	s.waiting = append(s.waiting[:0], b.waiting...)
	s.ready = s.ready[:0]
	for i, n := range s.waiting[:b.extra] {
		if n == 0 {
			s.ready = append(s.ready, int32(i))
		}
	}
	last := int32(scenario.None)
	for len(s.ready) > 0 {
		group := s.take(s.choose(d, b, last, sticky))
		last = b.Groups[group].Session
		dst = append(dst, group)
		s.release(b, group)
	}
	for i := int(b.extra); i < len(b.Groups); i++ {
		dst = insert(dst, b, i)
	}
	return dst
}

// insert puts an extra into the order: at its place, once its session has begun.
func insert(order Order, b *Script, group int) Order {
	e := &b.sc.Extras[group-int(b.extra)]
	if e.Kind == fault.FullAfter && fault.ShowsAnother(&b.sc.Features) {
		return slices.Insert(order, 0, int32(group))
	}
	from, to := slices.Index(order, b.begun[e.Session])+1, len(order)
	if by := b.sc.Sessions[e.Session].By; by != scenario.None && e.Kind == fault.Interrupted {
		to = min(to, slices.Index(order, b.answered[by]))
	}
	at := from + e.At*(to-from+1)>>10
	switch f := &b.sc.Features; {
	case f.InRun:
		at = b.inTurn(0, order, from, at)
	case f.MediaInTurn && e.Note == spec.NoteMedia:
		at = b.inTurn(int32(e.Session), order, from, at)
	}
	begun := slices.Index(order, b.begun[0]) + 1
	for b.sc.Features.Nested && e.Kind.Stops() && at > begun && b.unclear(order[:at], e.Kind) {
		at--
	}
	return slices.Insert(order, at, int32(group))
}

// inTurn is the last place, up to the given one, at which a turn of a session is
// open: behind an end of one there is none up to the next start.
func (b *Script) inTurn(session int32, order Order, from, at int) int {
	for place := at; place > from; place-- {
		open := false
		for _, group := range order[:place] {
			open = b.opens(session, group, open)
		}
		if open {
			return place
		}
	}
	return from
}

// unclear reports whether nothing would say whose run an error ends, since the innermost
// one waits for a delegation; or who asks the user, since a call of another run
// than the innermost may.
func (b *Script) unclear(order Order, k fault.Kind) bool {
	running, within := map[int32]bool{}, runs{}
	for _, group := range order {
		for i := b.Groups[group].From; i < b.Groups[group].To; i++ {
			s := &b.Steps[i]
			within = within.behind(s)
			switch {
			case s.Kind == CallStarts:
				running[s.Call] = true
			case s.Not != 0: // a fault may take it away
			case s.Kind == CallEnds:
				delete(running, s.Call)
			case k == fault.Interrupted && s.Kind == TurnStarts && s.Session != 0:
				delete(running, int32(b.sc.Turns[s.Turn].By))
			}
		}
	}
	for call := range running {
		c := &b.sc.Calls[call]
		delegates := c.Agent != "" || c.Name == b.sc.Features.Delegation.Tool
		if own := int32(c.Session) == within.inner(); k == fault.FatalError && own && delegates || k == fault.Interrupted && !own {
			return true
		}
	}
	return false
}

// opens reports whether a turn of a session is open behind a group.
func (b *Script) opens(session, group int32, open bool) bool {
	for i := b.Groups[group].From; i < b.Groups[group].To; i++ {
		switch s := &b.Steps[i]; {
		case s.Session != session:
		case s.Kind == TurnStarts:
			open = true
		case s.Kind == TurnEnds:
			open = false
		}
	}
	return open
}

// temper draws the weights of sessions, and the chance (in 256) of staying with
// the last one.
func (s *Scheduler) temper(d *choice.Source, sessions int) (sticky int) {
	mode := d.N(3)
	s.weights = s.weights[:0]
	for range sessions {
		w := uint8(255)
		switch mode {
		case 1:
			w = uint8(d.Low(1)) * 255
		case 2:
			w = uint8(1 << d.Low(3))
		}
		s.weights = append(s.weights, w)
	}
	if mode == 2 {
		return d.N(256)
	}
	return 0
}

// choose returns the place in ready of the next group.
func (s *Scheduler) choose(d *choice.Source, b *Script, last int32, sticky int) int {
	if len(s.ready) == 1 {
		return 0
	}
	if sticky > 0 && d.Chance(sticky) {
		for i, group := range s.ready {
			if b.Groups[group].Session == last {
				return i
			}
		}
	}
	i := d.N(len(s.ready))
	for range 4 {
		if d.Chance(int(s.weights[b.Groups[s.ready[i]].Session]) + 1) {
			return i
		}
		i = d.N(len(s.ready))
	}
	return i
}

// take removes a place of ready, in constant time.
func (s *Scheduler) take(i int) int32 {
	group := s.ready[i]
	last := len(s.ready) - 1
	s.ready[i] = s.ready[last]
	s.ready = s.ready[:last]
	return group
}

// release makes ready what waited for the group alone.
func (s *Scheduler) release(b *Script, group int32) {
	for e := b.heads[group]; e != noGroup; e = b.edges[e].next {
		to := b.edges[e].to
		if s.waiting[to]--; s.waiting[to] == 0 {
			s.ready = append(s.ready, to)
		}
	}
}

// Check reports whether an order that was read writes each group of a script once.
func (o Order) Check(b *Script) error {
	if len(o) != len(b.Groups) {
		return fmt.Errorf("script: an order of %d groups for a script of %d", len(o), len(b.Groups))
	}
	seen := make([]bool, len(o))
	for _, group := range o {
		if int(group) < 0 || int(group) >= len(o) || seen[group] {
			return fmt.Errorf("script: group %d twice or never", group)
		}
		seen[group] = true
	}
	return nil
}
