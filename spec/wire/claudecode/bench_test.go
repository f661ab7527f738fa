package claudecode_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// corpus is every seed's lines.
func corpus(b *testing.B) (records [][]byte, size int64) {
	b.Helper()
	seeds, err := wiretest.Seeds(claudecode.New(), streams, recordings+"/*.jsonl", recordings+"/lab/*.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range seeds {
		records = append(records, bytes.Split(bytes.TrimSpace(text), []byte("\n"))...)
	}
	for _, r := range records {
		size += int64(len(r))
	}
	return records, size
}

// BenchmarkDecode prints from one run how many times as fast as the standard
// library's reading of the same lines into any the decoder is, from bytes, and
// how many times as fast as our own strict way.
func BenchmarkDecode(b *testing.B) {
	records, size := corpus(b)
	text := bytes.Join(records, []byte("\n"))
	costs := wiretest.InTurn(b,
		func() { decode(b, claudecode.New(), text) },
		func() { decode(b, wiretest.Strict(claudecode.New()), text) },
		func() { unmarshal(b, records) })
	b.ReportMetric(costs[2]/costs[0], "x-encoding/json")
	b.ReportMetric(costs[1]/costs[0], "x-strict")
	b.ReportMetric(float64(size)/costs[0]*1e3, "MB/s")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkDecodeSession is the same of session files, which are mostly what the program
// told the model.
func BenchmarkDecodeSession(b *testing.B) {
	var records [][]byte
	for _, pattern := range []string{"session", "bundle"} {
		seeds, err := wiretest.Seeds(claudecode.New(), nothing, kept+"/*/"+pattern+".jsonl")
		if err != nil {
			b.Fatal(err)
		}
		for _, text := range seeds {
			records = append(records, bytes.Split(bytes.TrimSpace(text), []byte("\n"))...)
		}
	}
	if len(records) == 0 {
		b.Skip("no recorded session files at " + kept)
	}
	text := bytes.Join(records, []byte("\n"))
	costs := wiretest.InTurn(b, func() { decodeAs(b, claudecode.Session, text) }, func() { unmarshal(b, records) })
	b.ReportMetric(costs[1]/costs[0], "x-encoding/json")
	b.ReportMetric(float64(len(text))/costs[0]*1e3, "MB/s")
	b.ReportMetric(0, "ns/op")
}

func nothing(string, spec.Features) []spec.Stream { return nil }

// BenchmarkQuick is the quick way alone, for a profile.
func BenchmarkQuick(b *testing.B) {
	records, size := corpus(b)
	text := bytes.Join(records, []byte("\n"))
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		decode(b, claudecode.New(), text)
	}
}

func decodeAs(b *testing.B, variant string, text []byte) {
	for _, err := range wire.Decode(claudecode.New(), variant, bytes.NewReader(text), wire.Limits{}) {
		if err != nil {
			b.Fatal(err)
		}
	}
}

func decode(b *testing.B, c wire.Codec, text []byte) {
	for _, err := range wire.Decode(c, "", bytes.NewReader(text), wire.Limits{}) {
		if err != nil {
			b.Fatal(err)
		}
	}
}

func unmarshal(b *testing.B, records [][]byte) {
	for _, r := range records {
		var v any
		if err := json.Unmarshal(r, &v); err != nil {
			b.Fatal(err)
		}
	}
}
