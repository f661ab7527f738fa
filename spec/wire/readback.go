package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/spec"
)

// ReadBack reports what a record does not say: want are the events that it was
// encoded from, got those that it is decoded to. An encoder that reads its own
// records back so loses nothing in silence. It is nil where both are the same;
// else an error that names the kind and field of the first difference.
//
// The same are: "" and the default of Status and of the Form of text; JSON
// values that are equal as values (Result, Metadata, Raw, Args of a value);
// absent and null. Not compared are: Record; Restated of call.open; an ID or a
// Raw that want does not have and that the dialect demands.
func ReadBack(want, got []spec.Event) error {
	for i := range want {
		if i >= len(got) {
			return fmt.Errorf("%s: no record says it", want[i].Kind)
		}
		if want[i].Kind != got[i].Kind {
			return fmt.Errorf("%s: its record says %s in its place", want[i].Kind, got[i].Kind)
		}
		if field := difference(&want[i], &got[i]); field != "" {
			return fmt.Errorf("%s: %s: its record does not say it so", want[i].Kind, field)
		}
	}
	if len(got) > len(want) {
		return fmt.Errorf("%s: nobody said it, but the record does", got[len(want)].Kind)
	}
	return nil
}

// difference is the first field in which two events of one kind differ.
func difference(a, b *spec.Event) string {
	switch {
	case a.ID != "" && a.ID != b.ID:
		return "ID"
	case a.Session != b.Session:
		return "Session"
	case a.Global != b.Global:
		return "Global"
	case a.NoSession != b.NoSession:
		return "NoSession"
	case a.Ambiguous != b.Ambiguous:
		return "Ambiguous"
	case a.Parent != b.Parent:
		return "Parent"
	case a.ParentCall != b.ParentCall:
		return "ParentCall"
	case a.Turn != b.Turn:
		return "Turn"
	case a.Unmarked != b.Unmarked:
		return "Unmarked"
	case a.Message != b.Message:
		return "Message"
	case a.Role != b.Role:
		return "Role"
	case a.Agent != b.Agent:
		return "Agent"
	}
	if field := callDifference(a, b); field != "" {
		return field
	}
	return restDifference(a, b)
}

func callDifference(a, b *spec.Event) string {
	switch {
	case a.Slot != b.Slot:
		return "Slot"
	case a.Call != b.Call:
		return "Call"
	case a.Name != b.Name:
		return "Name"
	case form(a) != form(b):
		return "Form"
	case a.Text != b.Text:
		return "Text"
	case a.ArgsValue != b.ArgsValue || !sameArgs(a.Args, b.Args, a.ArgsValue):
		return "Args"
	case !sameJSON(a.Result, b.Result):
		return "Result"
	case a.IsError != b.IsError:
		return "IsError"
	case StatusOf(a) != StatusOf(b):
		return "Status"
	case !sameJSON(a.Metadata, b.Metadata):
		return "Metadata"
	}
	return ""
}

func restDifference(a, b *spec.Event) string {
	switch {
	case a.StopReason != b.StopReason:
		return "StopReason"
	case a.Error != b.Error:
		return "Error"
	case a.Fatal != b.Fatal:
		return "Fatal"
	case !samePointed(a.Usage, b.Usage):
		return "Usage"
	case !samePointed(a.Limit, b.Limit):
		return "Limit"
	case !sameList(a.Messages, b.Messages, sameSnapshot):
		return "Messages"
	case a.Kind != spec.CallOpen && a.Restated != b.Restated:
		return "Restated"
	case a.Complete != b.Complete:
		return "Complete"
	case a.Wait != b.Wait:
		return "Wait"
	case !sameList(a.Retracts, b.Retracts, func(a, b *string) bool { return *a == *b }):
		return "Retracts"
	case !sameList(a.Log, b.Log, func(a, b *spec.LogEntry) bool { return *a == *b }):
		return "Log"
	case a.Note != b.Note:
		return "Note"
	case len(a.Raw) > 0 && !sameJSON(a.Raw, b.Raw):
		return "Raw"
	}
	return ""
}

func form(e *spec.Event) spec.Form {
	if e.Kind == spec.Text && e.Form == "" {
		return spec.Plain
	}
	return e.Form
}

// StatusOf is the status that an event has: the one that it says, else what its kind
// means without one; "" for an event that has none.
func StatusOf(e *spec.Event) spec.Status {
	switch {
	case e.Status != "":
		return e.Status
	case e.Kind == spec.TurnEnd:
		return spec.Completed
	case e.Kind == spec.SessionClose:
		return spec.Closed
	case e.Kind == spec.CallDone && e.IsError:
		return spec.Failed
	case e.Kind == spec.CallDone:
		return spec.Done
	}
	return ""
}

func sameArgs(a, b string, value bool) bool {
	return a == b || value && sameJSON([]byte(a), []byte(b))
}

func sameJSON(a, b json.RawMessage) bool {
	return bytes.Equal(a, b) || none(a) && none(b) || spec.JSONEqual(a, b)
}

func none(v json.RawMessage) bool { return len(v) == 0 || string(v) == "null" }

func samePointed[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

func sameList[T any](a, b []T, same func(a, b *T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(&a[i], &b[i]) {
			return false
		}
	}
	return true
}

func sameSnapshot(a, b *spec.Snapshot) bool {
	return a.Message == b.Message && a.Role == b.Role && a.Agent == b.Agent && a.StopReason == b.StopReason &&
		samePointed(a.Usage, b.Usage) && sameJSON(a.Metadata, b.Metadata) && sameList(a.Parts, b.Parts, samePart)
}

func samePart(a, b *spec.SnapshotPart) bool {
	return a.Kind == b.Kind && a.Slot == b.Slot && a.Text == b.Text && a.Call == b.Call && a.Name == b.Name &&
		a.ArgsValue == b.ArgsValue && sameArgs(a.Args, b.Args, a.ArgsValue) && a.Invalid == b.Invalid &&
		a.Answered == b.Answered && a.IsError == b.IsError && sameJSON(a.Result, b.Result) && sameJSON(a.Metadata, b.Metadata)
}
