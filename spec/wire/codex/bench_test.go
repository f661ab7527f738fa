package codex_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecode gives the decoder's speed and, from the same run, how many
// times as fast that is as the standard library's reading of the same lines
// into any.
func BenchmarkDecode(b *testing.B) {
	var records [][]byte
	size := 0
	seeds, err := wiretest.Seeds(codex.New(), streams, recordings+"/lab/*.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range seeds {
		records = append(records, bytes.Split(bytes.TrimSpace(text), []byte("\n"))...)
	}
	for _, r := range records {
		size += len(r)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		decoder := codex.New().NewDecoder("")
		var events []spec.Event
		for _, r := range records {
			events, _ = decoder.Decode(events[:0], r)
		}
	}
	decoding := b.Elapsed()
	begun := time.Now()
	for range b.N {
		for _, r := range records {
			var v any
			if err := json.Unmarshal(r, &v); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(time.Since(begun).Seconds()/decoding.Seconds(), "x-encoding/json")
}
