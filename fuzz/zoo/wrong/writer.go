package wrong

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	dialect "github.com/quock-dev/quock/spec/wire/neutral"
)

// A Writer writes events as records and silently loses something.
type Writer struct {
	Name string

	lose func(e *spec.Event)
}

// Writers lists them.
func Writers() []Writer {
	return []Writer{
		{"metadata-unwritten", func(e *spec.Event) { e.Metadata = nil }},
		{"numbers-cut", wholeNumbers},
		{"arguments-anew", valueAnew},
	}
}

// WriterByName returns the writer of that name; an unknown one is an error.
func WriterByName(name string) (Writer, error) {
	for _, w := range Writers() {
		if w.Name == name {
			return w, nil
		}
	}
	return Writer{}, fmt.Errorf("no wrong writer %q", name)
}

func wholeNumbers(e *spec.Event) {
	var result map[string]any
	if json.Unmarshal(e.Result, &result) != nil {
		return
	}
	for key, value := range result {
		if n, ok := value.(float64); ok {
			result[key] = int(n)
		}
	}
	e.Result, _ = json.Marshal(result)
}

func valueAnew(e *spec.Event) {
	var value any
	if e.Kind == spec.CallArgs && json.Unmarshal([]byte(e.Text), &value) == nil {
		again, _ := json.Marshal(value)
		e.Text = string(again)
	}
}

// Fails returns nil if the writer loses something of the events that its rule
// shows, of which the codec loses nothing, and nothing of plain ones.
func (w Writer) Fails() error {
	registered, _ := deviation.ByName("writer " + w.Name)
	rule, _ := spec.RuleByID(registered.Rule())
	shown, err := rule.Events()
	if err != nil {
		return err
	}
	plain := []spec.Event{
		{Record: 1, Kind: spec.MessageOpen, Session: "main", Message: "m1", Role: "assistant"},
		{Record: 2, Kind: spec.Text, Session: "main", Message: "m1", Text: "Hi."},
	}
	honest := Writer{lose: func(*spec.Event) {}}
	if err := honest.loses(shown); err != nil {
		return fmt.Errorf("the codec itself loses something: %w", err)
	}
	if err := w.loses(plain); err != nil {
		return fmt.Errorf("it loses something of plain events: %w", err)
	}
	if w.loses(shown) == nil {
		return fmt.Errorf("it loses nothing")
	}
	return nil
}

// loses says what is missing of events that were written and read again.
func (w Writer) loses(events []spec.Event) error {
	codec := dialect.New()
	out, in := codec.NewEncoder(""), codec.NewDecoder("")
	var back []spec.Event
	for _, e := range events {
		w.lose(&e)
		record, err := out.Encode(nil, []spec.Event{e})
		if err != nil {
			return err
		}
		var problem *wire.Problem
		if back, problem = in.Decode(back, record); problem != nil {
			return fmt.Errorf("what was written is no record: %s", problem)
		}
	}
	return wire.ReadBack(events, back)
}
