package neutral_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// FuzzDecode: any bytes give one event or a problem, the event is written and
// read back as it was, and encoding/json reads what we write the same.
func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		record, err := neutral.New().NewEncoder("").Encode(nil, []spec.Event{randomEvent(r)})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(record)
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		events, problem := neutral.New().NewDecoder("").Decode(nil, record)
		if (problem == nil) != (len(events) == 1) {
			t.Fatalf("%d events and the problem %v", len(events), problem)
		}
		if problem != nil {
			return
		}
		again, err := neutral.New().NewEncoder("").Encode(nil, events)
		if err != nil {
			t.Fatal(err)
		}
		back, problem := neutral.New().NewDecoder("").Decode(nil, again)
		if problem != nil {
			t.Fatal(problem)
		}
		var other spec.Event
		if err := json.Unmarshal(again, &other); err != nil {
			t.Fatal(err)
		}
		for _, got := range [][]spec.Event{back, {other}} {
			if err := wire.ReadBack(events, got); err != nil {
				t.Fatal(err)
			}
		}
	})
}
