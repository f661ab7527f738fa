package scenario

import "math/rand/v2"

// dice are the random choices of one case, all from its seed.
type dice struct{ *rand.Rand }

// n draws from 0 to n-1; 0 where there is no choice.
func (d dice) n(n int) int {
	if n <= 1 {
		return 0
	}
	return d.IntN(n)
}

// chance is true in w of 256 cases.
func (d dice) chance(w int) bool { return int(d.Uint32()&255) < w }

func pick[T any](d dice, from []T) T { return from[d.n(len(from))] }
