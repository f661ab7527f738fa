package langgraph_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecode decodes a recorded stream.
func BenchmarkDecode(b *testing.B) {
	decoding(b, "js", filepath.Join(traces, "parallel-two-subagents.jsonl"), samples)
}

// BenchmarkDecodeThread decodes a recorded stream of protocol v3.
func BenchmarkDecodeThread(b *testing.B) {
	decoding(b, "v3-lines", filepath.Join(threads, "in-process-core-1.2.13-cumulative-interleaved.jsonl"), threadSamples)
}

// decoding decodes a recording, or the samples where it is absent.
func decoding(b *testing.B, variant, recording string, samples []string) {
	text, err := os.ReadFile(recording)
	if err != nil {
		text = []byte(strings.Join(samples, "\n"))
	}
	wiretest.Decoding(b, langgraph.New(), variant, text)
}

// BenchmarkEncode writes the stream of the contract, and reads it back as the
// encoder does.
func BenchmarkEncode(b *testing.B) {
	t := &streamBuilder{}
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
