package langgraph_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// benchmarkTrace is the recorded lines, or the samples where there are none.
func benchmarkTrace(b *testing.B) (lines [][]byte) {
	text, err := os.ReadFile(filepath.Join(traces, "parallel-two-subagents.jsonl"))
	if err != nil {
		for _, s := range samples {
			lines = append(lines, []byte(s))
		}
	} else {
		lines = bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	}
	return lines
}

// BenchmarkDecode decodes a recorded stream, from its bytes, and prints from the
// same run how many times as fast that is as the standard library's reading of
// its lines into any, and as our own strict way.
func BenchmarkDecode(b *testing.B) {
	lines := benchmarkTrace(b)
	text := bytes.Join(lines, []byte("\n"))
	costs := wiretest.InTurn(b,
		func() { readAll(b, langgraph.New(), text) },
		func() { readAll(b, wiretest.Strict(langgraph.New()), text) },
		func() { unmarshalAll(b, lines) })
	b.ReportMetric(costs[2]/costs[0], "x-encoding/json")
	b.ReportMetric(costs[1]/costs[0], "x-strict")
	b.ReportMetric(float64(len(text))/costs[0]*1e3, "MB/s")
	b.ReportMetric(0, "ns/op")
}

func readAll(b *testing.B, c wire.Codec, text []byte) {
	for _, err := range wire.Decode(c, "js", bytes.NewReader(text), wire.Limits{}) {
		if err != nil {
			b.Fatal(err)
		}
	}
}

func unmarshalAll(b *testing.B, lines [][]byte) {
	for _, line := range lines {
		var v any
		if err := json.Unmarshal(line, &v); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkQuick is the quick way alone, for a profile.
func BenchmarkQuick(b *testing.B) {
	text := bytes.Join(benchmarkTrace(b), []byte("\n"))
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, langgraph.New(), text)
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

// BenchmarkDecodeThread decodes a recorded stream of protocol v3 as BenchmarkDecode
// does one of tuples.
func BenchmarkDecodeThread(b *testing.B) {
	text, err := os.ReadFile(filepath.Join(threads, "in-process-core-1.2.13-cumulative-interleaved.jsonl"))
	if err != nil {
		text = []byte(strings.Join(threadSamples, "\n"))
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	costs := wiretest.InTurn(b,
		func() { readAll(b, langgraph.New(), text) },
		func() { unmarshalAll(b, lines) })
	b.ReportMetric(costs[1]/costs[0], "x-encoding/json")
	b.ReportMetric(float64(len(text))/costs[0]*1e3, "MB/s")
	b.ReportMetric(0, "ns/op")
}
