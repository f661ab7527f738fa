package aisdk_test

import (
	"encoding/json"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/aisdk"
)

// sample is a long answer in many small fragments.
func sample(b *testing.B) (spec.Stream, [][]byte) {
	var records [][]spec.Event
	records = append(records, record(starts("m1")), record(opens("1")), record(says("1", "0", "")), record(calls("1", "c", "read")))
	for range 5_000 {
		records = append(records, record(says("1", "0", "Größe: \"12\"\n")), record(args("1", "c", `{"path":"a.txt","n`)))
	}
	s := stream(aisdk.V5, records...)
	encoded, err := wire.EncodeStream(aisdk.New(), aisdk.V5, s)
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, r := range encoded {
		size += len(r)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	return s, encoded
}

// BenchmarkDecode reads records that are cut already.
func BenchmarkDecode(b *testing.B) {
	_, encoded := sample(b)
	for b.Loop() {
		decoder := aisdk.New().NewDecoder("")
		var events []spec.Event
		for _, r := range encoded {
			events, _ = decoder.Decode(events[:0], r)
		}
	}
}

// BenchmarkEncodingJSON is the yardstick for BenchmarkDecode.
func BenchmarkEncodingJSON(b *testing.B) {
	_, encoded := sample(b)
	for b.Loop() {
		for _, r := range encoded {
			var v struct {
				Data struct {
					Type, ID, Delta, ToolCallID, InputTextDelta string
				}
			}
			if err := json.Unmarshal(r, &v); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkEncode writes the stream, and reads it back.
func BenchmarkEncode(b *testing.B) {
	s, _ := sample(b)
	for b.Loop() {
		if _, err := wire.EncodeStream(aisdk.New(), aisdk.V5, s); err != nil {
			b.Fatal(err)
		}
	}
}
