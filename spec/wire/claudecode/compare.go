package claudecode

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/quock-dev/quock/spec"
)

// compare reports the first field of the first event that a record does not
// give back. An id that the encoder made, the Raw of a note without one and the
// Restated of a call.open do not count.
func compare(want, got []spec.Event) error {
	for i := range want {
		if i >= len(got) {
			return unsayable(&want[i], "", "its record does not say it")
		}
		if want[i].Kind != got[i].Kind {
			return unsayable(&want[i], "", fmt.Sprintf("its record says %s in its place", got[i].Kind))
		}
		if field := differs(want[i], got[i]); field != "" {
			return unsayable(&want[i], field, "its record does not say it so")
		}
	}
	if len(got) > len(want) {
		return unsayable(&want[0], "", fmt.Sprintf("its record says %s too", got[len(want)].Kind))
	}
	return nil
}

// differs is the first field in which the events differ, as a path.
func differs(want, got spec.Event) string {
	agree(&want, &got)
	return path(reflect.ValueOf(want), reflect.ValueOf(got))
}

func path(want, got reflect.Value) string {
	for i := range want.NumField() {
		w, g := want.Field(i), got.Field(i)
		if !reflect.DeepEqual(w.Interface(), g.Interface()) {
			return want.Type().Field(i).Name + element(w, g)
		}
	}
	return ""
}

// element is where lists of structs differ.
func element(want, got reflect.Value) string {
	if want.Kind() != reflect.Slice || want.Len() != got.Len() || want.Type().Elem().Kind() != reflect.Struct {
		return ""
	}
	for i := range want.Len() {
		if p := path(want.Index(i), got.Index(i)); p != "" {
			return fmt.Sprintf("[%d].%s", i, p)
		}
	}
	return ""
}

// agree gives what means the same the same spelling.
func agree(want, got *spec.Event) {
	got.Record = want.Record
	if want.ID == "" {
		got.ID = ""
	}
	if len(want.Raw) == 0 {
		got.Raw = want.Raw
	}
	if want.Kind == spec.CallOpen {
		got.Restated = want.Restated
	}
	if want.Kind == spec.Text && want.Form == "" {
		want.Form = spec.Plain
	}
	want.Status, got.Status = ended(want), ended(got)
	agreeJSON(&want.Result, &got.Result)
	agreeJSON(&want.Metadata, &got.Metadata)
	agreeJSON(&want.Raw, &got.Raw)
	if want.ArgsValue && spec.JSONEqual([]byte(want.Args), []byte(got.Args)) {
		got.Args = want.Args
	}
	if len(want.Retracts)+len(got.Retracts) == 0 {
		got.Retracts = want.Retracts
	}
	want.Messages, got.Messages = agreeMessages(want.Messages, got.Messages)
}

// ended is the status, with the default where there is none.
func ended(e *spec.Event) spec.Status {
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

func agreeJSON(want, got *json.RawMessage) {
	if empty(*want) && empty(*got) || spec.JSONEqual(*want, *got) {
		*got = *want
	}
}

func empty(v json.RawMessage) bool { return len(v) == 0 || string(v) == "null" }

func agreeMessages(want, got []spec.Snapshot) (w, g []spec.Snapshot) {
	if len(want) != len(got) {
		return want, got
	}
	for i := range want {
		a, b := want[i], got[i]
		agreeJSON(&a.Metadata, &b.Metadata)
		a.Parts, b.Parts = agreeParts(a.Parts, b.Parts)
		w, g = append(w, a), append(g, b)
	}
	return w, g
}

func agreeParts(want, got []spec.SnapshotPart) (w, g []spec.SnapshotPart) {
	if len(want) != len(got) {
		return want, got
	}
	for i := range want {
		a, b := want[i], got[i]
		agreeJSON(&a.Metadata, &b.Metadata)
		agreeJSON(&a.Result, &b.Result)
		if a.ArgsValue && spec.JSONEqual([]byte(a.Args), []byte(b.Args)) {
			b.Args = a.Args
		}
		w, g = append(w, a), append(g, b)
	}
	return w, g
}
