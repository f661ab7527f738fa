package acp_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/acp"
)

// long are the samples with a text of a hundred pieces, as streams mostly are.
func long() []string {
	return slices.Concat(samples[:7], slices.Repeat([]string{update("S", `"sessionUpdate":"agent_message_chunk","messageId":"m2","content":{"type":"text","text":"and so on, "}`)}, 100), samples[7:])
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
		decoder := acp.New().NewDecoder("")
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
