package wiretest

import (
	"encoding/json"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Decoding reports how many times as fast a decoder reads the records of some streams as
// encoding/json reads them into any, and the decoder's MB/s.
func Decoding(b *testing.B, codec wire.Codec, variant string, streams ...[][]byte) {
	size := 0
	for _, records := range streams {
		for _, r := range records {
			size += len(r)
		}
	}
	costs := InTurn(b,
		func() {
			for _, records := range streams {
				decoder := codec.NewDecoder(variant)
				var events []spec.Event
				for _, r := range records {
					events, _ = decoder.Decode(events[:0], r)
				}
			}
		},
		func() {
			for _, records := range streams {
				for _, r := range records {
					var v any
					if err := json.Unmarshal(r, &v); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	b.ReportMetric(costs[1]/costs[0], "x-encoding/json")
	b.ReportMetric(float64(size)/costs[0]*1e3, "MB/s")
	b.ReportMetric(0, "ns/op")
}
