package wiretest

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// diff compares the events of two streams as Run's documentation says, and is
// "" where they are equal.
func diff(want, got []spec.Event) string {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			return fmt.Sprintf("event %d of %d is too much: %s", i+1, len(got), show(got[i]))
		case i >= len(got):
			return fmt.Sprintf("event %d is missing: %s", i+1, show(want[i]))
		}
		if d := diffEvent(want[i], got[i]); d != "" {
			return fmt.Sprintf("event %d, record %d: %s\n(-want +got)\n%s", i+1, want[i].Record, show(want[i]), d)
		}
	}
	return ""
}

func show(e spec.Event) string {
	text, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func diffEvent(want, got spec.Event) string {
	if len(want.Raw) == 0 {
		got.Raw = nil
	}
	return cmp.Diff(normal(want), normal(got), cmpopts.EquateEmpty())
}

// normal is the event with one spelling for everything that means the same.
func normal(e spec.Event) spec.Event {
	e.Restated = e.Restated && e.Kind != spec.CallOpen
	if e.Kind == spec.Text && e.Form == "" {
		e.Form = spec.Plain
	}
	e.Status = wire.StatusOf(&e)
	if e.ArgsValue {
		e.Args = string(canonical([]byte(e.Args)))
	}
	e.Result, e.Metadata, e.Raw = canonical(e.Result), canonical(e.Metadata), canonical(e.Raw)
	messages := make([]spec.Snapshot, len(e.Messages))
	for i, s := range e.Messages {
		messages[i] = normalSnapshot(s)
	}
	e.Messages = messages
	return e
}

func normalSnapshot(s spec.Snapshot) spec.Snapshot {
	s.Metadata = canonical(s.Metadata)
	parts := make([]spec.SnapshotPart, len(s.Parts))
	for i, p := range s.Parts {
		if p.ArgsValue {
			p.Args = string(canonical([]byte(p.Args)))
		}
		p.Result, p.Metadata = canonical(p.Result), canonical(p.Metadata)
		parts[i] = p
	}
	s.Parts = parts
	return s
}

// canonical is the JSON value with sorted keys; nothing for nothing and null.
func canonical(text []byte) json.RawMessage {
	if len(text) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return json.RawMessage(text)
	}
	if value == nil {
		return nil
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		return json.RawMessage(text)
	}
	return sorted
}
