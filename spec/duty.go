package spec

import "slices"

// A Force says how far a format obliges its producers.
type Force string

const (
	// Demanded: the format demands it. A break fails.
	Demanded Force = "demanded"
	// Usual: producers do it, but the format does not demand it. A break is a
	// note.
	Usual Force = "usual"
	// Silent: the format is silent, or says that it is not required. A break
	// does not count.
	Silent Force = "not said"
)

// A Clause is a sentence of a format, paraphrased, and its place in the format.
type Clause struct {
	Says   string
	Source string
}

// A Duty says what a format demands for one rule for producers (family
// produce).
type Duty struct {
	Rule string
	// Of restricts the duty to one of Subjects; "" is the rest of the rule.
	Of    string
	Force Force
	Clause
}

// The subjects that a duty can be restricted to: what produce/closed wants to
// be ended. A streamed call is one that only fragments announced, in a message
// that no stop reason ended.
const (
	OfTurn     = "turn"
	OfMessage  = "message"
	OfCall     = "call"
	OfStreamed = "streamed call"
	OfSession  = "session"
)

// Subjects lists the subjects that a duty can be restricted to.
func Subjects() []string { return []string{OfTurn, OfMessage, OfCall, OfStreamed, OfSession} }

// Duty returns what the dialect's format says about a rule for one subject. The
// procedure: the entry of that subject; for a streamed call, else the entry of a
// call; else the entry of the whole rule; else Silent. Features without duties
// belong to no real format; such a format demands everything.
func (f *Features) Duty(rule, of string) Duty {
	subjects := []string{of, ""}
	if of == OfStreamed {
		subjects = []string{of, OfCall, ""}
	}
	for _, subject := range subjects {
		if i := slices.IndexFunc(f.Duties, func(d Duty) bool { return d.Rule == rule && d.Of == subject }); i >= 0 {
			return f.Duties[i]
		}
	}
	if len(f.Duties) == 0 {
		return Duty{Rule: rule, Of: of, Force: Demanded}
	}
	return Duty{Rule: rule, Of: of, Force: Silent}
}

// A Violation is a record that breaks the text of its format. A decoder that
// checks records against that text reports it as data. The record may be
// decoded nevertheless.
type Violation struct {
	// Record is the record's number, from 1. Earlier is a record that it
	// contradicts, 0 if there is none.
	Record  int
	Earlier int
	// Force is Demanded if the text calls the break fatal or rules it out, and
	// Usual if readers may strip or ignore the record.
	Force Force
	// Refused: the text obliges or allows readers to refuse the record.
	Refused bool
	// Clause is the broken sentence. Detail describes the break.
	Clause
	Detail string
	// Session, Message and Call name the affected items, as far as they apply.
	Session string
	Message string
	Call    string
}
