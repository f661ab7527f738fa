package langgraph_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/langgraph"
)

// benchmarkTrace is the recorded lines, or the samples where there are none.
func benchmarkTrace(b *testing.B) (lines [][]byte) {
	text, err := os.ReadFile(filepath.Join(traces, "parallel-two-subagents.jsonl"))
	if err != nil {
		for _, s := range samples {
			lines = append(lines, []byte(s))
		}
		text = bytes.Join(lines, nil)
	} else {
		lines = bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	return lines
}

// BenchmarkDecode decodes a recorded stream; BenchmarkJSON only parses it, with
// the standard library, which is the measure to hold it against.
func BenchmarkDecode(b *testing.B) {
	lines := benchmarkTrace(b)
	var events []spec.Event
	for b.Loop() {
		d := langgraph.New().NewDecoder("js")
		for _, line := range lines {
			events, _ = d.Decode(events[:0], line)
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	lines := benchmarkTrace(b)
	for b.Loop() {
		for _, line := range lines {
			var v any
			if err := json.Unmarshal(line, &v); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkEncode writes the stream of the contract, and reads it back as the
// encoder does.
func BenchmarkEncode(b *testing.B) {
	t := &telling{}
	delegations(t, true)
	records := byRecord(t.events)
	for b.Loop() {
		e := langgraph.New().NewEncoder("js")
		for _, events := range records {
			if _, err := e.Encode(nil, events); err != nil {
				b.Fatal(err)
			}
		}
	}
}
