package golden

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// markKeys names two marks of a call's arguments: that the wire carries a
// value, so the bytes of Args mean nothing, and that the arguments are
// incomplete. The candidates' form of a call has no such members.
var markKeys = map[string]string{"ArgsValue": "args_value", "ArgsOpen": "args_open"}

// A transcript reads a spec.Transcript with the marks that its JSON omits.
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
	Open  bool `json:"args_open"`
}

// UnmarshalJSON reads the text twice: as a transcript, and for the marks.
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
		calls[i].ArgsValue, calls[i].ArgsOpen = marks[i].Value, marks[i].Open
	}
}
