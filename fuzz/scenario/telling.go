package scenario

import "github.com/quock-dev/quock/spec"

// Said is a step as it was told.
type Said struct {
	*Step
	// Record is the number of its record, from 1.
	Record int
	// Beat is the beat that it is of.
	Beat int32
}

// Tell appends to dst the steps of the script that are told, in the order, with
// the numbers of their records. What perils take away is left out; a beat of
// which nothing is left gives no record.
func Tell(dst []Said, sc *Scenario, b *Script, order Order) []Said {
	on := sc.On()
	record := 0
	for _, beat := range order {
		fresh := true
		for i := b.Beats[beat].From; i < b.Beats[beat].To; i++ {
			s := &b.Steps[i]
			if !s.Holds(on) {
				continue
			}
			if fresh || !s.joined(on) {
				record++
			}
			fresh = false
			dst = append(dst, Said{s, record, beat})
		}
	}
	return dst
}

// joined reports whether the step shares the record of the one before.
func (s *Step) joined(on Set) bool { return s.Join && (s.JoinBy == 0 || s.JoinBy.Has(on)) }

// On is the set of perils that happen.
func (sc *Scenario) On() Set { return (1<<(len(sc.Perils)+1) - 2) &^ sc.Off }

// Without is the scenario with more perils performed away: the given ones
// (numbers from 1) and those that need them. The nodes are shared.
func (sc *Scenario) Without(perils ...int) *Scenario {
	away := *sc
	for _, p := range perils {
		away.Off |= 1 << p
	}
	for again := true; again; {
		again = false
		for i := range sc.Perils {
			if bit := Set(1) << (i + 1); sc.Perils[i].Needs.Has(away.Off) && !away.Off.Has(bit) {
				away.Off |= bit
				again = true
			}
		}
	}
	return &away
}

// CallID is the id that a call bears.
func (sc *Scenario) CallID(c int) string {
	call := &sc.Calls[c]
	if call.LikeBy != 0 && call.LikeBy.Has(sc.On()) {
		return sc.Calls[call.Like].ID
	}
	return call.ID
}

// CallName is the name of a call's tool.
func (sc *Scenario) CallName(c int) string {
	call := &sc.Calls[c]
	if call.AliasBy != 0 && call.AliasBy.Has(sc.On()) {
		return call.Alias
	}
	return call.Name
}

// CallArgs is the text of a call's arguments, and whether the wire carries a
// value instead.
func (sc *Scenario) CallArgs(c int) (args string, value bool) {
	call := &sc.Calls[c]
	if call.TwinBy != 0 && call.TwinBy.Has(sc.On()) {
		call = &sc.Calls[call.Twin]
	}
	if call.Fault.By.Has(sc.On()) {
		switch call.Fault.Kind {
		case NoArguments:
			return "", false
		case Malformed:
			return call.Args[:call.Fault.N], false
		}
	}
	if call.Parsed {
		return call.Value, true
	}
	return call.Args, false
}

// MessageID is the id that a message bears.
func (sc *Scenario) MessageID(m int) string { return sc.Messages[m].ID }

// EventID is the id of the record in which a step is told, the same whatever
// is told before it.
func EventID(s *Said) string { return eventIDs.at(int(s.Beat)) }

// PromptID is the id of the user message that a step tells: "" where the
// dialect has none, the record's where it has no other.
func (sc *Scenario) PromptID(s *Said) string {
	switch {
	case !sc.Features.MessageIDs:
		return ""
	case sc.Features.Turns == spec.TurnsOverlap:
		return EventID(s)
	}
	return promptIDs.at(int(s.Turn))
}

// SnapshotArgs is what a snapshot of a call carries: the value, or text that
// is no JSON.
func (sc *Scenario) SnapshotArgs(c int) (args string, value bool) {
	call := &sc.Calls[c]
	if call.Fault.Kind == NoArguments && call.Fault.By.Has(sc.On()) {
		return "{}", true
	}
	if args, value = sc.CallArgs(c); value || args == "" {
		return args, value
	}
	if call.Fault.Kind == Malformed && call.Fault.By.Has(sc.On()) {
		return args, false
	}
	if call.TwinBy.Has(sc.On()) {
		call = &sc.Calls[call.Twin]
	}
	return call.Value, true
}

// Hazards lists the perils that happen, with the ids that they touch.
func (sc *Scenario) Hazards() []spec.Hazard {
	if len(sc.Perils) == 0 {
		return nil
	}
	all := make([]spec.Hazard, 0, len(sc.Perils))
	for i := range sc.Perils {
		if !sc.Off.Has(1 << (i + 1)) {
			all = append(all, sc.hazard(i))
		}
	}
	return all
}

func (sc *Scenario) hazard(i int) spec.Hazard {
	p := &sc.Perils[i]
	h := spec.Hazard{ID: i + 1, Name: p.Kind.String(), Rule: p.Rule}
	if p.Session != None {
		h.Session = spec.To(sc.Sessions[p.Session].ID)
	}
	if p.Message != None && sc.Features.MessageIDs {
		h.Message = sc.MessageID(p.Message)
	}
	if p.Call != None {
		h.Call = sc.CallID(p.Call)
	}
	for n := 1; n <= len(sc.Perils); n++ {
		if p.Needs.Has(1 << n) {
			h.Needs = append(h.Needs, n)
		}
	}
	return h
}

// Agent is the agent that a message names.
func (sc *Scenario) Agent(m int) string { return sc.Messages[m].Agent }

// Links reports whether the wire links a sub-session to its call.
func (sc *Scenario) Links(int) bool { return true }
