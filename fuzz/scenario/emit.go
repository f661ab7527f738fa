package scenario

// Emitted is a step as it was told.
type Emitted struct {
	*Step
	// Record is the number of its record, from 1.
	Record int
	// Group is the group that it is of.
	Group int32
	// Part numbers the records of one group, from 0.
	Part int
	// Of is, in a replay, the position of the step that is told again, from 1.
	Of int
}

// Emit appends to dst the steps of the script that are told, in the order, with
// the numbers of their records. What faults take away is left out; a group of
// which nothing is left gives no record.
func Emit(dst []Emitted, sc *Scenario, b *Script, order Order) []Emitted {
	on := sc.On()
	record := 0
	for _, group := range order {
		fresh, part := true, -1
		for i := b.Groups[group].From; i < b.Groups[group].To; i++ {
			s := &b.Steps[i]
			if !s.Holds(on) {
				continue
			}
			switch s.Kind {
			case Stops:
				return dst
			case Restated:
				if !s.restates(sc, dst) {
					continue
				}
			case Repeats:
				dst = repeat(dst, sc, s, group)
				if n := len(dst); n > 0 {
					record = dst[n-1].Record
				}
				continue
			}
			if fresh || !s.joined(on) {
				record++
				part++
			}
			fresh = false
			dst = append(dst, Emitted{Step: s, Record: record, Group: group, Part: part})
		}
	}
	return dst
}

// repeat appends again the record that a replay reaches back to; the beginning
// of a text is not told again.
func repeat(dst []Emitted, sc *Scenario, s *Step, group int32) []Emitted {
	if len(dst) == 0 {
		return dst
	}
	n := len(dst)
	back := n - 1 - sc.Extras[s.Extra].Back*n>>10
	old := dst[back].Record
	for back > 0 && dst[back-1].Record == old {
		back--
	}
	if dst[back].Kind == TextBegins {
		return dst
	}
	record := dst[n-1].Record + 1
	for i := back; i < n && dst[i].Record == old; i++ {
		dst = append(dst, Emitted{Step: s, Record: record, Group: group, Of: i + 1})
	}
	return dst
}

// joined reports whether the step shares the record of the one before.
func (s *Step) joined(on Set) bool { return s.Join && (s.JoinBy == 0 || s.JoinBy.Has(on)) }

// On is the set of faults that happen.
func (sc *Scenario) On() Set { return (1<<(len(sc.Faults)+1) - 2) &^ sc.Off }

// Without is the scenario with more faults performed away: the given ones
// (numbers from 1) and those that need them. The nodes are shared.
func (sc *Scenario) Without(faults ...int) *Scenario {
	away := *sc
	for _, p := range faults {
		away.Off |= 1 << p
	}
	for again := true; again; {
		again = false
		for i := range sc.Faults {
			if bit := Set(1) << (i + 1); sc.Faults[i].Needs.Has(away.Off) && !away.Off.Has(bit) {
				away.Off |= bit
				again = true
			}
		}
	}
	return &away
}

// EventID is the id of the record in which a step is told, the same whatever
// is told before it.
func EventID(s *Emitted) string { return eventIDs.at(int(s.Group) + 64*s.Part<<10) }
