package langgraph

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// saysAll reports the first thing of want that the record, which gave got, does
// not say, by kind and field. Its tolerance: a record may open a session that
// the stream opens in silence; an empty fragment is nothing; a restated message
// may have been restated before; arguments beside their announcement bear its
// id.
func saysAll(want, got []spec.Event) error {
	for i := range want {
		w := &want[i]
		if w.Kind != spec.SessionOpen {
			got = past(got)
		}
		field := "kind"
		if len(got) > 0 {
			field = difference(w, &got[0])
		}
		switch {
		case field == "":
			got = got[1:]
		case isNothing(w) || w.Restated && field == "kind":
		default:
			return fmt.Errorf("%s: %s: no record says it", w.Kind, field)
		}
	}
	if got = past(got); len(got) > 0 {
		return fmt.Errorf("%s: the record would say %s, too", want[0].Kind, got[0].Kind)
	}
	return nil
}

// past is what follows the openings of sessions.
func past(got []spec.Event) []spec.Event {
	for len(got) > 0 && got[0].Kind == spec.SessionOpen {
		got = got[1:]
	}
	return got
}

func isNothing(e *spec.Event) bool {
	return e.Text == "" && (e.Kind == spec.Text && e.Slot == "" || e.Kind == spec.CallArgs)
}

// difference is the JSON name of the first field in which two events differ, ""
// if they say the same.
func difference(want, got *spec.Event) string {
	w, g := plain(*want), plain(*got)
	switch {
	case w.Kind == spec.CallArgs && w.Call == "":
		g.Call = ""
	case w.Kind == spec.CallDone && !w.Restated:
		g.Restated = false
	case w.Kind == spec.NoteEvent && len(w.Raw) == 0:
		g.Raw = nil
	}
	if spec.JSONEqual(w.Result, g.Result) {
		w.Result, g.Result = nil, nil
	}
	if spec.JSONEqual(w.Raw, g.Raw) {
		w.Raw, g.Raw = nil, nil
	}
	a, b := reflect.ValueOf(w), reflect.ValueOf(g)
	for i, f := range fields {
		if !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			return name
		}
	}
	return ""
}

// fields are those of an event, in their order.
var fields = reflect.VisibleFields(reflect.TypeFor[spec.Event]())

// plain is the event in one spelling.
func plain(e spec.Event) spec.Event {
	e.Record = 0
	switch e.Kind {
	case spec.Text:
		if e.Form == "" {
			e.Form = spec.Plain
		}
	case spec.CallOpen:
		e.Restated = false
	case spec.CallDone:
		if e.Status == spec.Done && !e.IsError || e.Status == spec.Failed && e.IsError {
			e.Status = ""
		}
		if string(e.Result) == "null" {
			e.Result = nil
		}
	case spec.MessageFull:
		e.Messages = plainSnapshots(e.Messages)
	}
	return e
}

func plainSnapshots(from []spec.Snapshot) []spec.Snapshot {
	to := append([]spec.Snapshot(nil), from...)
	for i := range to {
		parts := append([]spec.SnapshotPart{}, to[i].Parts...)
		for j := range parts {
			if p := &parts[j]; p.ArgsValue {
				p.Args = compact(p.Args)
			}
		}
		to[i].Parts = parts
	}
	return to
}
