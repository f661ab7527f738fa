package aisdk_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/aisdk"
	"github.com/quock-dev/quock/spec/wire/wiretest"
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

// BenchmarkDecodeAISDK reads the records of server-sent events, which are cut already.
func BenchmarkDecodeAISDK(b *testing.B) {
	_, encoded := sample(b)
	wiretest.Decoding(b, aisdk.New(), "", bytes.Join(encoded, []byte("\n")))
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

// BenchmarkLength decodes hostile streams that repeat what could be slow, and prints
// what a record costs in a stream of ten times the length: x-long is 1 where time
// grows with the length only.
func BenchmarkLength(b *testing.B) {
	for name, repeated := range map[string][]string{
		"one-id":           {`{"type":"text-start","id":"a","n":%d}`},
		"steps-reset":      {`{"type":"text-start","id":"%d"}`, `{"type":"reset-step","n":%d}`},
		"steps-with-calls": {`{"type":"start-step","n":%d}`, `{"type":"tool-input-available","toolCallId":"c%d","toolName":"ls","input":{}}`},
	} {
		b.Run(name, func(b *testing.B) {
			const short = 2_000
			costs := wiretest.InTurn(b, func() { repeat(b, short, repeated) }, func() { repeat(b, 10*short, repeated) })
			b.ReportMetric(costs[1]/costs[0]/10, "x-long")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func repeat(b *testing.B, times int, records []string) {
	decoder := aisdk.New().NewDecoder("")
	for i := range times {
		for _, record := range records {
			if _, problem := decoder.Decode(nil, fmt.Appendf(nil, record, i)); problem != nil {
				b.Fatal(problem)
			}
		}
	}
}
