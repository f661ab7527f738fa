package perform_test

import (
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// BenchmarkGenerate makes cases as a campaign does, in kept memory; the aim is
// 100 000 cases of 50 events in a second on one core.
func BenchmarkGenerate(b *testing.B) {
	for i := range voices {
		v := &voices[i]
		b.Run(v.Dialect, func(b *testing.B) {
			b.ReportAllocs()
			var g perform.Generator
			events := 0
			for i := range b.N {
				events += len(g.Case(&v.Features, perform.Degraded, perform.CaseSeed(1, uint64(i))).Stream.Events)
			}
			b.ReportMetric(float64(events)/float64(b.N), "events/case")
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkExpected reads the transcript after the end of a case off it.
func BenchmarkExpected(b *testing.B) {
	for i := range voices {
		v := &voices[i]
		b.Run(v.Dialect, func(b *testing.B) {
			var g perform.Generator
			for i := range b.N {
				b.StopTimer()
				c := g.Case(&v.Features, perform.Degraded, perform.CaseSeed(1, uint64(i)))
				b.StartTimer()
				c.Expected(spec.AtEnd, spec.Policies{})
			}
		})
	}
}
