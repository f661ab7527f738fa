package script

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// Emitted is a step as it was emitted.
type Emitted struct {
	*Step
	// Record is the number of its record, from 1.
	Record int
	// Group is the group that it is of.
	Group int32
	// Part numbers the records of one group, from 0.
	Part int
	// Of is, in a replay, the position of the step that is emitted again, from 1.
	Of int
}

// Emit appends to dst the steps of the script that are emitted, in the order, with
// the numbers of their records. What faults take away is left out; a group of
// which nothing is left gives no record.
func Emit(dst []Emitted, sc *scenario.Scenario, b *Script, order Order) []Emitted {
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
			if sc.Features.Nested && s.Extra != scenario.None {
				within := *s
				within.Session = innermost(dst)
				s = &within
			}
			dst = append(dst, Emitted{Step: s, Record: record, Group: group, Part: part})
		}
	}
	return dst
}

// repeat appends again the record that a replay reaches back to; the beginning
// of a text is not emitted again.
func repeat(dst []Emitted, sc *scenario.Scenario, s *Step, group int32) []Emitted {
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
func (s *Step) joined(on scenario.Set) bool { return s.Join && (s.JoinBy == 0 || s.JoinBy.Has(on)) }

// EventID is the id of the record in which a step is emitted, the same whatever
// is emitted before it.
func EventID(s *Emitted) string { return eventIDs.At(int(s.Group) + 64*s.Part<<10) }

var (
	eventIDs  = scenario.NewNumbered("e-")
	promptIDs = scenario.NewNumbered("user_")
)

// Closing is how the end of a sub-session says that it ended: as its turn, where
// both are one record.
func (s *Emitted) Closing(sc *scenario.Scenario) (status spec.Status, failure string) {
	if !sc.Features.ChildEnd {
		return "", ""
	}
	status, failure, _ = sc.Ending(int(s.Turn))
	if status == "" && sc.Features.Turns != spec.TurnsOverlap {
		status = spec.Closed
	}
	return status, failure
}

// PromptID is the id of the user message that a step writes: "" where the
// dialect has none, the record's where it has no other.
func (s *Emitted) PromptID(sc *scenario.Scenario) string {
	switch {
	case !sc.Features.MessageIDs, sc.Features.Numbered, sc.Features.PromptOpens && s.Session == 0:
		return ""
	case sc.Features.Turns == spec.TurnsOverlap, sc.Features.Kept && !sc.Turns[s.Turn].Late:
		return EventID(s)
	}
	return promptIDs.At(int(s.Turn))
}
