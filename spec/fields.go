package spec

import (
	"fmt"
	"slices"
	"strings"
)

// A Field is a field of an observed part that an implementation may have no
// notion of. A candidate that says so is not compared there, and not judged by
// the rules that stand on the field.
type Field uint8

// The fields.
const (
	FieldComplete     Field = 1 << iota // whether a message is complete
	FieldIDs                            // a message's id
	FieldUsage                          // a message's usage
	FieldStopReasons                    // why a message stopped
	FieldEmpty                          // messages in which there is nothing
	FieldPhases                         // how far a call without a result is, and what ended it
	FieldPreviews                       // arguments that are not complete yet
	FieldUnattributed                   // what nothing claims
)

// lackedAt is the bit of Parts at which the fields begin that are lacked.
const lackedAt = 16

// fields are the names of the fields, in the order of the constants, and the
// parts that they belong to.
var fields = []struct {
	name string
	part Observable
}{
	{"complete", ObserveMessages},
	{"ids", ObserveMessages},
	{"usage", ObserveMessages},
	{"stop-reasons", ObserveMessages},
	{"empty", ObserveMessages},
	{"phases", ObserveCalls},
	{"previews", ObserveCalls},
	{"unattributed", ObserveMessages},
}

// FieldNames lists the names of all fields.
func FieldNames() []string {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].name
	}
	return names
}

// ParseFields reads a set of fields from their names; an unknown one is an
// error.
func ParseFields(names []string) (Field, error) {
	var all Field
	for _, name := range names {
		i := slices.Index(FieldNames(), name)
		if i < 0 {
			return 0, fmt.Errorf("spec: no field %q: it is one of %s", name, strings.Join(FieldNames(), ", "))
		}
		all |= 1 << i
	}
	return all, nil
}

// Names lists the set in the order of the constants.
func (f Field) Names() []string {
	names := []string{}
	for i, name := range FieldNames() {
		if f&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// Lacking is the set of parts without the fields given.
func (s Parts) Lacking(f Field) Parts { return s | Parts(f)<<lackedAt }

// Lacks are the fields of the parts that are lacked.
func (s Parts) Lacks() Field { return Field(s >> lackedAt) }

// For are the parts as a rule sees them that stands on the fields given: a part
// of which one of them is lacked is not there.
func (s Parts) For(f Field) Parts {
	for i := range fields {
		if f&s.Lacks()&(1<<i) != 0 {
			s &^= Parts(fields[i].part)
		}
	}
	return s
}

// without returns the transcript as it is compared where the fields are lacked:
// the same on both sides. Previews are told by the wanted call alone, and not
// here. The transcript is not changed.
func (t *Transcript) without(f Field) *Transcript {
	if f&^FieldPreviews == 0 {
		return t
	}
	less := *t
	less.Sessions = slices.Clone(t.Sessions)
	for i := range less.Sessions {
		less.Sessions[i].lose(f)
	}
	return &less
}

func (s *Session) lose(f Field) {
	s.Messages = slices.Clone(s.Messages)
	if f&FieldEmpty != 0 {
		s.Messages = slices.DeleteFunc(s.Messages, func(m Message) bool { return len(m.Parts) == 0 && len(m.Calls) == 0 })
	}
	for i := range s.Messages {
		s.Messages[i].lose(f)
	}
	if f&FieldUnattributed != 0 {
		s.Unattributed = nil
	}
	if f&FieldPhases != 0 {
		s.Held, s.Abandoned = unphased(s.Held), unphased(s.Abandoned)
	}
}

func (m *Message) lose(f Field) {
	if f&FieldComplete != 0 {
		m.Complete = false
	}
	if f&FieldIDs != 0 {
		m.ID = ""
	}
	if f&FieldUsage != 0 {
		m.Usage = nil
	}
	if f&FieldStopReasons != 0 {
		m.StopReason = nil
	}
	if f&FieldPhases != 0 {
		m.Calls = unphased(m.Calls)
	}
}

// unphased are the calls with one status for all that have no result, and that
// of the result for those that got one after they were given up.
func unphased(calls []Call) []Call {
	calls = slices.Clone(calls)
	for i := range calls {
		c := &calls[i]
		switch c.Status {
		case Preparing, Executing, Waiting, Abandoned, Cancelled:
			c.Status = Abandoned
		default:
			continue
		}
		if EmptyJSON(c.Result) {
			continue
		}
		if c.Status = Done; c.IsError {
			c.Status = Failed
		}
	}
	return calls
}
