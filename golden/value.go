package golden

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// valueKey marks the arguments of a call that the wire carries as a value, so
// that their bytes mean nothing. The candidates' form of a call has no such
// member.
const valueKey = "args_value"

// A transcript reads a spec.Transcript together with the marks that its JSON
// leaves out.
type transcript struct{ spec.Transcript }

type marks struct {
	Sessions []struct {
		Messages  []struct{ Calls []mark }
		Held      []mark
		Abandoned []mark
	}
}

type mark struct {
	Value bool `json:"args_value"`
}

// UnmarshalJSON reads the text twice: as a transcript, then for the marks.
func (t *transcript) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &t.Transcript); err != nil {
		return err
	}
	var m marks
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	for i, s := range m.Sessions {
		to := &t.Sessions[i]
		for j := range s.Messages {
			set(to.Messages[j].Calls, s.Messages[j].Calls)
		}
		set(to.Held, s.Held)
		set(to.Abandoned, s.Abandoned)
	}
	return nil
}

func set(calls []spec.Call, marks []mark) {
	for i := range marks {
		calls[i].ArgsValue = marks[i].Value
	}
}
