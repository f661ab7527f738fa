package wiretest

import (
	"slices"
	"syscall"
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
	start := spent(b)
	for n := 1.; ; n++ {
		way()
		if took := spent(b) - start; took >= roundLength {
			return float64(took) / n
		}
	}
}

// spent is the processor time that the process has used.
func spent(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
