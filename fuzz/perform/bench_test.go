package perform_test

import (
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
)

func BenchmarkGenerate(b *testing.B) {
	for _, f := range dialects {
		b.Run(f.Dialect, func(b *testing.B) {
			b.ReportAllocs()
			events, g := 0, perform.Generator{}
			for i := range b.N {
				c := g.Case(&f, perform.Degraded, perform.CaseSeed(1, uint64(i)))
				events += len(c.Stream.Events)
			}
			b.ReportMetric(float64(events)/float64(b.N), "events/case")
		})
	}
}
