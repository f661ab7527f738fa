package scenario

import "github.com/quock-dev/quock/fuzz/choice"

// dice are the choices of one layer of one case.
type dice struct{ *choice.Source }

// n chooses from 0 to n-1; 0 where there is no choice.
func (d dice) n(n int) int { return d.N(n) }

// chance is true in w of 256 cases.
func (d dice) chance(w int) bool { return d.Chance(w) }

func pick[T any](d dice, from []T) T { return from[d.n(len(from))] }
