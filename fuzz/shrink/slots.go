package shrink

import (
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
)

// slotting numbers slots from 0 in each message, in the order of first mention.
type slotting struct {
	to   map[slotKey]string
	next map[int32]int
}

type slotKey struct {
	message int32 // or session, where messages have no names
	slot    string
}

func (s *slotting) number(message int32, slot *string) bool {
	if *slot == "" {
		return false
	}
	key := slotKey{message, *slot}
	to, known := s.to[key]
	if !known {
		to = strconv.Itoa(s.next[message])
		s.to[key] = to
		s.next[message]++
	}
	changed := to != *slot
	*slot = to
	return changed
}

// event numbers the slots of an event, in a copy of its lists.
func (s *slotting) event(n *node, e *spec.Event) bool {
	message := n.Message
	if message == 0 {
		message = -n.Session
	}
	changed := s.number(message, &e.Slot)
	at := -1
	return snapshots(e, func(m *spec.Snapshot) bool {
		at++
		parts, moved := slices.Clone(m.Parts), false
		for j := range parts {
			if key := n.More.Messages[at]; key != 0 {
				moved = s.number(key, &parts[j].Slot) || moved
			}
		}
		m.Parts = parts
		return moved
	}) || changed
}

// slotted fills in the present draft with its slots numbered from 0, behind an
// edit, or without the event where the edit changes nothing.
func (r *reducer) slotted(first *edit, d *draft) bool {
	s := slotting{map[slotKey]string{}, map[int32]int{}}
	return r.rewritten(func(n *node) *spec.Event {
		e, changed := *n.e, false
		if first != nil && n.uid == first.uid {
			if changed = first.change(&e); !changed {
				return nil
			}
		}
		if !s.event(n, &e) && !changed {
			return n.e
		}
		return &e
	}, d)
}

// closing are the events and parts with slots that can go if those behind close
// up, where slots are counted.
func (r *reducer) closing() []edit {
	var list []edit
	for i := range r.now.nodes[:min(len(r.now.nodes), mostRelated)] {
		n := &r.now.nodes[i]
		slots := n.e.Slot != ""
		for m := range n.e.Messages {
			for j := range n.e.Messages[m].Parts {
				slots = slots || n.e.Messages[m].Parts[j].Slot != ""
				if len(n.e.Messages[m].Parts) > 1 {
					list = append(list, edit{n.uid, func(e *spec.Event) bool { return withoutPart(e, m, j) }})
				}
			}
		}
		if slots {
			list = append(list, edit{n.uid, func(*spec.Event) bool { return false }})
		}
	}
	return list
}
