package claudecode_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode"
)

// corpus is every seed's lines.
func corpus(b *testing.B) (records [][]byte, size int64) {
	b.Helper()
	err := seeds(func(text []byte) {
		records = append(records, bytes.Split(bytes.TrimSpace(text), []byte("\n"))...)
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, r := range records {
		size += int64(len(r))
	}
	return records, size
}

// BenchmarkDecode gives the decoder's speed and, from the same run, how many
// times as fast that is as the standard library's reading of the same lines
// into any.
func BenchmarkDecode(b *testing.B) {
	records, size := corpus(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		decode(records)
	}
	decoding := b.Elapsed()
	begun := time.Now()
	for range b.N {
		unmarshal(b, records)
	}
	b.ReportMetric(time.Since(begun).Seconds()/decoding.Seconds(), "x-encoding/json")
}

func decode(records [][]byte) {
	decoder := claudecode.New().NewDecoder("")
	var events []spec.Event
	for _, r := range records {
		events, _ = decoder.Decode(events[:0], r)
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
