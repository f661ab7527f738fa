package agentc_test

import (
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// FuzzDecode: any bytes give events or a problem, and what the frames say can
// be written, read back and written again the same, unless the encoder refuses.
func FuzzDecode(f *testing.F) {
	records, err := wire.EncodeStream(agentc.New(), "", randomStream(1, 40))
	if err != nil {
		f.Fatal(err)
	}
	for _, record := range records {
		f.Add(record)
	}
	f.Add([]byte(strings.ReplaceAll(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"a","function":{"arguments":"{}"}}],"tool_results":[{"tool_call_id":"b"}]}`, "{root}", root)))
	f.Fuzz(func(t *testing.T, record []byte) {
		events, problem := agentc.New().NewDecoder("").Decode(nil, record)
		if (problem == nil) == (len(events) == 0) {
			t.Fatalf("%d events and the problem %v", len(events), problem)
		}
		again, err := agentc.New().NewEncoder("").Encode(nil, events)
		if problem != nil || err != nil {
			return
		}
		back, problem := agentc.New().NewDecoder("").Decode(nil, again)
		if problem != nil {
			t.Fatal(problem)
		}
		if err := wire.ReadBack(events, back); err != nil {
			t.Fatal(err)
		}
	})
}
