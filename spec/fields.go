package spec

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Field is a field of an observed part that an implementation may not have. A
// candidate that declares so is not compared there, and not judged by rules
// about the field.
type Field uint16

// The fields.
const (
	FieldComplete        Field = 1 << iota // whether a message is complete
	FieldIDs                               // a message's id
	FieldUsage                             // the stop reason of a message
	FieldStopReasons                       // why a message stopped
	FieldEmpty                             // messages without content
	FieldPhases                            // the phase of a call without a result, and what ended it
	FieldPreviews                          // incomplete arguments
	FieldUnattributed                      // content that nothing claims
	FieldArgumentText                      // arguments as text, not only as values
	FieldPartialCalls                      // calls whose arguments are incomplete
	FieldPartialMessages                   // messages that have not ended
	FieldAbandoned                         // that a call will get no result
	FieldOrphans                           // results whose call was never seen
	FieldDenied                            // that a call was refused, as distinct from failed
	FieldCancelled                         // that the user cancelled a turn or a call
)

// lackedAt is the first bit of Parts that stands for a lacked field.
const lackedAt = 16

// fields lists the names of the fields, in the order of the constants, and the
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

// Lacking returns the set of parts without the given fields.
func (s Parts) Lacking(f Field) Parts { return s | Parts(f)<<lackedAt }

// Lacks returns the lacked fields.
func (s Parts) Lacks() Field { return Field(s >> lackedAt) }

// For returns the parts that a rule about the given fields can use: a part with
// a lacked field does not count as observed.
func (s Parts) For(f Field) Parts {
	for i := range fields {
		if f&s.Lacks()&(1<<i) != 0 {
			s &^= fields[i].parts
		}
	}
	return s
}

// without returns the transcript without the lacked fields, in the form that is
// compared. It is applied to both sides. Fields that need both sides at once
// are handled in unseen.go and lackedcall.go. The transcript is not changed.
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

// uncancelled returns the turns with cancelled ones as incomplete.
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
