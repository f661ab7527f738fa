package campaign

import (
	"github.com/quock-dev/quock/fuzz/coverage"
	"github.com/quock-dev/quock/spec"
)

// A Gap is something that the dialect can show and that no case of a campaign
// showed.
type Gap struct {
	// What names the circumstance, Events the events that were never seen in
	// it.
	What   string
	Events []string
}

// Uncovered lists what a dialect can show, according to its features, and no
// case showed: events at all, events in sub-sessions, events right after
// another session's, and events while several other sessions were active.
func (r *Report) Uncovered(f *spec.Features) []Gap {
	shown := r.cover.shown()
	var gaps []Gap
	gap := func(what string, missing func(s coverage.Symbol) bool) {
		g := Gap{What: what}
		for s := range coverage.Symbol(coverage.Symbols) {
			if missing(s) {
				g.Events = append(g.Events, s.String())
			}
		}
		if len(g.Events) > 0 {
			gaps = append(gaps, g)
		}
	}
	gap("at all", func(s coverage.Symbol) bool { return !shown[s].seen && s.Possible(f) })
	if f.Children == spec.ChildrenSpeak && r.cover.any(func(s *showing) bool { return s.child }) {
		gap("in a sub-session", func(s coverage.Symbol) bool { return shown[s].seen && shown[s].scoped && !shown[s].child })
		gap("right behind another session's event", func(s coverage.Symbol) bool { return shown[s].scoped && !shown[s].behind })
		gap("while two other sessions were at work", func(s coverage.Symbol) bool { return shown[s].scoped && !shown[s].among })
	}
	return gaps
}

// A showing says in which circumstances an event was seen.
type showing struct{ seen, scoped, child, behind, among bool }

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
func (c *Cover) shown() (all [coverage.Symbols]showing) {
	const steps, loads = stepCells / coverage.Symbols, loadCells / coverage.Symbols
	for s := range all {
		for i := range steps {
			if c.hasEdge(uint32(s*steps + i)) {
				role := coverage.Depth(i / coverage.CallStages % int(coverage.Depths))
				all[s].seen = true
				all[s].scoped = all[s].scoped || role != coverage.Nobody
				all[s].child = all[s].child || role == coverage.Child || role == coverage.Deep
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

// Pairs counts the ordered pairs of event kinds that were seen in direct
// succession, in the same session and across two sessions.
func (r *Report) Pairs() (same, across int) {
	for i := range coverage.Symbols * coverage.Symbols {
		at := uint32(stepCells + loadCells + i*int(coverage.Relations))
		if r.cover.hasEdge(at + uint32(coverage.SameSession)) {
			same++
		}
		for other := coverage.SameSession + 1; other < coverage.Relations; other++ {
			if r.cover.hasEdge(at + uint32(other)) {
				across++
				break
			}
		}
	}
	return same, across
}
