package spec

// A Force says how far a format obliges its producers.
type Force string

const (
	// Demanded: the format demands it. A break fails.
	Demanded Force = "demanded"
	// Usual: producers do it, and the format does not demand it. A break is a note.
	Usual Force = "usual"
	// NotSaid: the format does not say it, or says that it need not be. A break is
	// nothing.
	NotSaid Force = "not said"
)

// A Clause is a sentence of a format, in our words, and where it stands there.
type Clause struct {
	Says   string
	Source string
}

// A Duty is what a format says about one rule for producers (family produce).
type Duty struct {
	Rule string
	// Of narrows the duty to one of Subjects; "" is the rest of the rule.
	Of    string
	Force Force
	Clause
}

// The subjects that a duty can be narrowed to: what produce/closed asks an end of.
const (
	OfTurn    = "turn"
	OfMessage = "message"
	OfCall    = "call"
	OfSession = "session"
)

// Subjects lists the subjects that a duty can be narrowed to.
func Subjects() []string { return []string{OfTurn, OfMessage, OfCall, OfSession} }

// Duty is what the dialect's format says about a rule, of one subject. Its
// procedure: the entry of that subject; else the entry of the whole rule; else
// NotSaid. Features without any duties are those of no real format, which then
// demands all.
func (f *Features) Duty(rule, of string) Duty {
	found := Duty{Rule: rule, Of: of, Force: NotSaid}
	if len(f.Duties) == 0 {
		found.Force = Demanded
	}
	for _, d := range f.Duties {
		if d.Rule != rule {
			continue
		}
		if d.Of == of {
			return d
		}
		if d.Of == "" {
			found = d
		}
	}
	return found
}

// A Violation is what a record does against the text of its format. A decoder
// that holds records against that text reports it, as data: the record may be
// decoded nevertheless.
type Violation struct {
	// Record is the record's number, from 1. Earlier is one that it contradicts, 0
	// where there is none.
	Record  int
	Earlier int
	// Force is Demanded for what the text calls fatal, or rules out, and Usual for
	// what it lets readers strip or ignore.
	Force Force
	// Refused: the text obliges readers to refuse it, or lets them.
	Refused bool
	// Clause is the sentence that it breaks, Detail what it does, in words.
	Clause
	Detail string
	// Session, Message and Call name what is concerned, as far as they apply.
	Session string
	Message string
	Call    string
}
