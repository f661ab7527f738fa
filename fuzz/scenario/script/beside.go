package script

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// Beside is the form in which records that say nothing stand between those of a
// message: two by two, so that one can end what the other begins.
const Beside = "notes"

// apartBy is how many records lie between two pairs of them, at least.
const apartBy = 5

// note is the step of such a record. It is about no extra: see Scenario.NoteOf.
var note = Step{Kind: Notes, Turn: scenario.None, Message: scenario.None, Item: scenario.None, Call: scenario.None, Extra: scenario.None, Piece: scenario.None}

// WithNotes are the steps with such records: one behind a fragment or a message, the
// other behind the next record, if that is one of the same session, too.
func WithNotes(emitted []Emitted) []Emitted {
	notes, last, owed := int32(0), 0, false
	next := func(s *Emitted) Step {
		step := note
		step.Session, step.Piece = s.Session, notes
		notes++
		owed = !owed
		return step
	}
	return inserted(emitted, 1<<8, func(i int) []Step {
		s := &emitted[i]
		follows := i+1 < len(emitted) && emitted[i+1].partial() && emitted[i+1].Session == s.Session
		switch {
		case owed:
			return []Step{next(s)}
		case !s.partial() || s.Record < last+apartBy:
			return nil
		case follows && (i+2 == len(emitted) || emitted[i+2].Record != emitted[i+1].Record):
			last = s.Record
			return []Step{next(s)}
		}
		last = s.Record
		return []Step{next(s), next(s)}
	})
}

// inserted are steps with others behind records, of which the last step is given, each
// in a record of its own. They are numbered in their group from a part on.
func inserted(emitted []Emitted, part int, behind func(i int) []Step) []Emitted {
	all := make([]Emitted, 0, len(emitted)+len(emitted)/2)
	at, shift := make([]int, len(emitted)), 0
	for i := range emitted {
		s := emitted[i]
		at[i] = len(all)
		if s.Kind == Repeats {
			s.Of = at[s.Of-1] + 1
		}
		s.Record += shift
		all = append(all, s)
		if i+1 < len(emitted) && emitted[i+1].Record == emitted[i].Record {
			continue
		}
		for _, step := range behind(i) {
			shift++
			all = append(all, Emitted{Step: &step, Record: emitted[i].Record + shift, Group: s.Group, Part: part + shift})
		}
	}
	return all
}

// partial reports whether a step is in the middle of a turn.
func (s *Emitted) partial() bool {
	return s.Kind == TextPiece || s.Kind == ArgsPiece || s.Kind == MessageWhole || s.Kind == ItemWhole
}

// Note is the kind of a record that says nothing: both of a pair are of one.
func (s *Emitted) Note(sc *scenario.Scenario) spec.Note {
	if s.Extra != scenario.None {
		return sc.Extras[s.Extra].Note
	}
	kinds := scenario.NoteKinds(&sc.Features)
	return kinds[int(s.Piece)/2%len(kinds)]
}
