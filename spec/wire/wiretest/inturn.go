package wiretest

import (
	"slices"
	"testing"
)

// InTurn runs ways of doing something in turn, in rounds, and returns what each
// costs in nanoseconds of the processor's time: what the quarter of its rounds
// that were fastest do not exceed. Other work on the machine changes it little.
func InTurn(b *testing.B, ways ...func()) []float64 {
	costs := make([][]float64, len(ways))
	for b.Loop() {
		for i, way := range ways {
			costs[i] = append(costs[i], round(b, way))
		}
	}
	quarter := make([]float64, len(ways))
	for i, of := range costs {
		slices.Sort(of)
		quarter[i] = of[len(of)/4]
	}
	return quarter
}

// roundLength is well above the steps in which systems count a process's time.
const roundLength = 50e6

// round does something as often as a round is long.
func round(b *testing.B, way func()) float64 {
	start := Worked(b)
	for n := 1.; ; n++ {
		way()
		if took := Worked(b) - start; took >= roundLength {
			return float64(took) / n
		}
	}
}
