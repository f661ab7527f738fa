package spec

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Field is a field of an observed part that an implementation may have no
// notion of. A candidate that says so is not compared there, and not judged by
// the rules that stand on the field.
type Field uint16

// The fields.
const (
	FieldComplete        Field = 1 << iota // whether a message is complete
	FieldIDs                               // a message's id
	FieldUsage                             // a message's usage
	FieldStopReasons                       // why a message stopped
	FieldEmpty                             // messages in which there is nothing
	FieldPhases                            // how far a call without a result is, and what ended it
	FieldPreviews                          // arguments that are not complete yet
	FieldUnattributed                      // what nothing claims
	FieldArgumentText                      // arguments as text, not only as values
	FieldPartialCalls                      // calls whose arguments are not complete yet
	FieldPartialMessages                   // messages that have not ended
	FieldAbandoned                         // that a call will get no result
	FieldOrphans                           // results whose call was never seen
	FieldDenied                            // that a call was refused, and did not fail
	FieldCancelled                         // that the user ended a turn or a call
)

// lackedAt is the bit of Parts at which the fields begin that are lacked.
const lackedAt = 16

// fields are the names of the fields, in the order of the constants, and the
// parts that they belong to.
var fields = []struct {
	name  string
	parts Parts
}{
	{"complete", Parts(ObserveMessages)},
	{"ids", Parts(ObserveMessages)},
	{"usage", Parts(ObserveMessages)},
	{"stop-reasons", Parts(ObserveMessages)},
	{"empty", Parts(ObserveMessages)},
	{"phases", Parts(ObserveCalls)},
	{"previews", Parts(ObserveCalls)},
	{"unattributed", Parts(ObserveMessages)},
	{"argument-text", Parts(ObserveCalls)},
	{"partial-calls", Parts(ObserveCalls)},
	{"partial-messages", Parts(ObserveMessages)},
	{"abandoned", Parts(ObserveCalls)},
	{"orphans", Parts(ObserveCalls)},
	{"denied", Parts(ObserveCalls)},
	{"cancelled", PartsOf(ObserveOutcome, ObserveTurns, ObserveCalls)},
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

// MarshalJSON writes the list of names.
func (f Field) MarshalJSON() ([]byte, error) { return json.Marshal(f.Names()) }

// UnmarshalJSON reads a list of names.
func (f *Field) UnmarshalJSON(b []byte) error {
	var names []string
	if err := json.Unmarshal(b, &names); err != nil {
		return fmt.Errorf("spec: fields: %w", err)
	}
	parsed, err := ParseFields(names)
	*f = parsed
	return err
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
			s &^= fields[i].parts
		}
	}
	return s
}

// without returns the transcript as it is compared where the fields are lacked:
// the same on both sides. What has to be seen side by side is not left out here:
// see unseen.go and lackedcall.go. The transcript is not changed.
func (t *Transcript) without(f Field) *Transcript {
	if f&(FieldIDs|FieldUsage|FieldStopReasons|FieldEmpty|FieldUnattributed|FieldOrphans|FieldAbandoned|FieldCancelled) == 0 {
		return t
	}
	less := *t
	less.Sessions = slices.Clone(t.Sessions)
	for i := range less.Sessions {
		less.Sessions[i].lose(f)
	}
	if f&FieldCancelled != 0 && less.Outcome == OutcomeCancelled {
		less.Outcome = OutcomeIncomplete
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
	if f&FieldOrphans != 0 {
		s.Orphans = nil
	}
	if f&FieldAbandoned != 0 {
		s.Abandoned = nil
	}
	if f&FieldCancelled != 0 {
		s.Turns = uncancelled(s.Turns)
	}
}

// uncancelled are the turns with what was cancelled as one whose end is lacking.
func uncancelled(turns []Turn) []Turn {
	turns = slices.Clone(turns)
	for i := range turns {
		if turns[i].Status == Cancelled {
			turns[i].Status = Incomplete
		}
	}
	return turns
}

func (m *Message) lose(f Field) {
	if f&FieldIDs != 0 {
		m.ID = ""
	}
	if f&FieldUsage != 0 {
		m.Usage = nil
	}
	if f&FieldStopReasons != 0 {
		m.StopReason = nil
	}
}
