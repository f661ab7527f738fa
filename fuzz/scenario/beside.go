package scenario

import "github.com/quock-dev/quock/spec"

// Beside is the form in which records that say nothing stand between those of a
// message: two by two, so that one can end what the other begins.
const Beside = "notes"

// apartBy is how many records lie between two pairs of them, at least.
const apartBy = 5

// note is the step of such a record. It is about no extra: see Scenario.NoteOf.
var note = Step{Kind: Notes, Turn: None, Message: None, Item: None, Call: None, Extra: None, Piece: None}

// WithNotes are the steps with such records: one behind a fragment or a message, the
// other behind the next record, if that is one of the same session, too.
func WithNotes(told []Emitted) []Emitted {
	all := make([]Emitted, 0, len(told)+len(told)/2)
	at, notes, last, owed := make([]int, len(told)), 0, 0, false
	say := func(s *Emitted) {
		notes++
		all = append(all, s.beside(notes, s.Record+notes))
		owed = !owed
	}
	for i := range told {
		s := told[i]
		at[i] = len(all)
		if s.Kind == Repeats {
			s.Of = at[s.Of-1] + 1
		}
		s.Record += notes
		all = append(all, s)
		s.Record -= notes
		switch follows := i+1 < len(told) && told[i+1].partial() && told[i+1].Session == s.Session; {
		case i+1 < len(told) && told[i+1].Record == s.Record:
		case owed:
			say(&s)
		case s.partial() && s.Record >= last+apartBy:
			last = s.Record
			if say(&s); !follows || i+2 < len(told) && told[i+2].Record == told[i+1].Record {
				say(&s)
			}
		}
	}
	return all
}

// partial reports whether a step is in the middle of a turn.
func (s *Emitted) partial() bool {
	return s.Kind == TextPiece || s.Kind == ArgsPiece || s.Kind == MessageWhole || s.Kind == ItemWhole
}

// beside is the nth such record, behind a step.
func (s *Emitted) beside(n, record int) Emitted {
	step := note
	step.Session, step.Piece = s.Session, int32(n-1)
	return Emitted{Step: &step, Record: record, Group: s.Group, Part: besides + n}
}

// besides numbers the records of a group behind those that the script has.
const besides = 1 << 8

// NoteOf is the kind of a record that says nothing: both of a pair are of one.
func (sc *Scenario) NoteOf(s *Emitted) spec.Note {
	if s.Extra != None {
		return sc.Extras[s.Extra].Note
	}
	kinds := noises
	if len(sc.Features.Notes) > 0 {
		kinds = sc.Features.Notes
	}
	return kinds[int(s.Piece)/2%len(kinds)]
}
