package wiretest

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Decoding reports how many times as fast a decoder reads the records of some streams as
// encoding/json reads them into any, how many times as fast as its own strict way where it
// has a fast one, and its MB/s. Each text is a stream, one record a line; lines that are
// not JSON are left out.
func Decoding(b *testing.B, codec wire.Codec, variant string, texts ...[]byte) {
	var streams [][][]byte
	size := 0
	for _, text := range texts {
		records := validLines(text)
		streams = append(streams, records)
		size += len(bytes.Join(records, nil))
	}
	if size == 0 {
		b.Skip("there is nothing to decode")
	}
	ways := []func(){func() { decodeAll(codec, variant, streams) }, func() { unmarshalAll(b, streams) }}
	if _, fast := codec.NewDecoder(variant).(wire.FastDecoder); fast {
		ways = append(ways, func() { decodeAll(Strict(codec), variant, streams) })
	}
	costs := InTurn(b, ways...)
	b.ReportMetric(costs[1]/costs[0], "x-encoding/json")
	if len(costs) > 2 {
		b.ReportMetric(costs[2]/costs[0], "x-strict")
	}
	b.ReportMetric(float64(size)/costs[0]*1e3, "MB/s")
	b.ReportMetric(0, "ns/op")
}

func validLines(text []byte) (records [][]byte) {
	for line := range bytes.Lines(text) {
		if json.Valid(line) {
			records = append(records, bytes.TrimSpace(line))
		}
	}
	return records
}

// decodeAll decodes as wire.Decode does: the fast way where there is one.
func decodeAll(codec wire.Codec, variant string, streams [][][]byte) {
	var events []spec.Event
	for _, records := range streams {
		decoder := codec.NewDecoder(variant)
		fast, _ := decoder.(wire.FastDecoder)
		for _, r := range records {
			taken := false
			if fast != nil {
				events, taken = fast.DecodeLine(events[:0], r, wire.MaxDepth)
			}
			if !taken {
				events, _ = decoder.Decode(events[:0], r)
			}
		}
	}
}

func unmarshalAll(b *testing.B, streams [][][]byte) {
	for _, records := range streams {
		for _, r := range records {
			var v any
			if err := json.Unmarshal(r, &v); err != nil {
				b.Fatal(err)
			}
		}
	}
}
