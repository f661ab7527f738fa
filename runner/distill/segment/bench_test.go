package segment_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// BenchmarkCut is decoding alone, and with cutting behind it.
func BenchmarkCut(b *testing.B) {
	for _, name := range []string{"neutral", "langgraph:python"} {
		var text bytes.Buffer
		if _, err := bulk.Write(&text, bulk.Options{Dialect: name, Bytes: 20 << 20, Seed: 1}); err != nil {
			b.Fatal(err)
		}
		c, variant, err := dialects.Lookup(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, cuts := range []string{"decode", "decode+cut"} {
			b.Run(name+"/"+cuts, func(b *testing.B) {
				b.SetBytes(int64(text.Len()))
				for range b.N {
					cutter := segment.NewCutter(c.Features(variant), segment.Options{})
					nothing := func(*segment.Segment) error { return nil }
					for batch, err := range wire.Decode(c, variant, bytes.NewReader(text.Bytes()), wire.Limits{}) {
						if err != nil {
							b.Fatal(err)
						}
						if cuts != "decode" {
							_ = cutter.Add(batch.Events, nothing)
						}
					}
					_ = cutter.End(spec.EOF, nothing)
				}
			})
		}
	}
}
