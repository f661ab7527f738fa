package shrink

import (
	"github.com/leanovate/gopter"

	"github.com/quock-dev/quock/fuzz/perform"
)

// Shrinker is gopter's shrinker of cases (perform.Gen): it gives one value, the
// fully reduced case, so that gopter neither accepts a case that fails otherwise
// nor starts again behind each step. A case that it gave is not reduced again.
func Shrinker(o CaseOptions) gopter.Shrinker {
	reduced := map[*perform.Case]bool{}
	return func(value interface{}) gopter.Shrink {
		c, ok := value.(*perform.Case)
		if !ok || reduced[c] {
			return gopter.NoShrink
		}
		small := Case(c, o).Case
		reduced[small] = true
		if small == c {
			return gopter.NoShrink
		}
		given := false
		return func() (interface{}, bool) {
			if given {
				return nil, false
			}
			given = true
			return small, true
		}
	}
}
