package anthropic_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/anthropic"
)

// long are the samples with a text of a hundred pieces, as streams mostly are.
func long() []string {
	return slices.Concat(samples[:8], slices.Repeat([]string{framed(`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"and so on, "}}`)}, 100), samples[8:])
}

// BenchmarkDecode gives the decoder's speed and, from the same run, how many
// times as fast that is as the standard library's reading of the same records
// into any.
func BenchmarkDecode(b *testing.B) {
	records, size := long(), 0
	for _, r := range records {
		size += len(r)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		decoder := anthropic.New().NewDecoder("")
		var events []spec.Event
		for _, r := range records {
			events, _ = decoder.Decode(events[:0], []byte(r))
		}
	}
	decoding := b.Elapsed()
	begun := time.Now()
	for range b.N {
		for _, r := range records {
			var v any
			if err := json.Unmarshal([]byte(r), &v); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(time.Since(begun).Seconds()/decoding.Seconds(), "x-encoding/json")
}
