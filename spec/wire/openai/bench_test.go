package openai_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/openai"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecode gives the decoder's speed and, from the same run, how many
// times as fast that is as the standard library's reading of the same lines
// into any.
func BenchmarkDecode(b *testing.B) {
	seeds, err := wiretest.Seeds(openai.New(), streams, recordings+"/*.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	var all [][][]byte
	size := 0
	for _, text := range seeds {
		var records [][]byte
		for _, r := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
			if json.Valid(r) {
				records = append(records, r)
				size += len(r)
			}
		}
		all = append(all, records)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, records := range all {
			decoder := openai.New().NewDecoder("")
			var events []spec.Event
			for _, r := range records {
				events, _ = decoder.Decode(events[:0], r)
			}
		}
	}
	decoding := b.Elapsed()
	begun := time.Now()
	for range b.N {
		for _, records := range all {
			for _, r := range records {
				var v any
				if err := json.Unmarshal(r, &v); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.ReportMetric(time.Since(begun).Seconds()/decoding.Seconds(), "x-encoding/json")
}
