package campaign

import "github.com/quock-dev/quock/spec"

// A Gap is something that the dialect can show and no case of a campaign did.
type Gap struct {
	// What says in what way the events were never seen, Events which.
	What   string
	Events []string
}

// Uncovered lists what a dialect can show, as far as its features say, and no case
// did: events at all, in sub-sessions, right behind another session's, and with
// several other sessions at work.
func (r *Report) Uncovered(f *spec.Features) []Gap {
	shown := r.cover.shown()
	var gaps []Gap
	gap := func(what string, missing func(s Symbol) bool) {
		g := Gap{What: what}
		for s := range symbols {
			if missing(s) {
				g.Events = append(g.Events, s.String())
			}
		}
		if len(g.Events) > 0 {
			gaps = append(gaps, g)
		}
	}
	gap("at all", func(s Symbol) bool { return !shown[s].told && possible(s, f) })
	if f.Children == spec.ChildrenSpeak && r.cover.any(func(s *showing) bool { return s.child }) {
		gap("in a sub-session", func(s Symbol) bool { return shown[s].told && shown[s].scoped && !shown[s].child })
		gap("right behind another session's event", func(s Symbol) bool { return shown[s].scoped && !shown[s].behind })
		gap("while two other sessions were at work", func(s Symbol) bool { return shown[s].scoped && !shown[s].among })
	}
	return gaps
}

// A showing says where an event was seen.
type showing struct{ told, scoped, child, behind, among bool }

func (c *Cover) any(is func(*showing) bool) bool {
	all := c.shown()
	for s := range all {
		if is(&all[s]) {
			return true
		}
	}
	return false
}

// shown reads the cells of each symbol.
func (c *Cover) shown() (all [symbols]showing) {
	const steps, loads = stepCells / int(symbols), loadCells / int(symbols)
	for s := range all {
		for i := range steps {
			if c.hasEdge(uint32(s*steps + i)) {
				role := uint8(i / int(callPhases) % int(roles))
				all[s].told = true
				all[s].scoped = all[s].scoped || role != roleGlobal
				all[s].child = all[s].child || role == roleChild || role == roleDeep
			}
		}
		for i := range loads {
			if c.hasEdge(uint32(stepCells + s*loads + i)) {
				all[s].behind = all[s].behind || i%2 == 1
				all[s].among = all[s].among || i/2%maxOthers == maxOthers-1
			}
		}
	}
	return all
}

// Pairs counts the ordered pairs of kinds of events of which one came right behind
// the other, in the same session and across two.
func (r *Report) Pairs() (same, across int) {
	for i := range int(symbols) * int(symbols) {
		at := uint32(stepCells + loadCells + i*int(relations))
		if r.cover.hasEdge(at + uint32(sameSession)) {
			same++
		}
		if r.cover.hasEdge(at+uint32(itsChild)) || r.cover.hasEdge(at+uint32(itsParent)) || r.cover.hasEdge(at+uint32(otherSession)) {
			across++
		}
	}
	return same, across
}
