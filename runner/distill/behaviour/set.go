package behaviour

import (
	"fmt"
	"io"
	"math/bits"
	"slices"
)

// A Set is a set of behaviours. The zero value is empty; sets are values and can
// be compared with ==.
type Set struct{ words [words]uint64 }

const words = (cells + maxRules + 63) / 64

func (s *Set) add(cell int) { s.words[cell/64] |= 1 << (cell % 64) }

func (s *Set) has(cell int) bool { return s.words[cell/64]&(1<<(cell%64)) != 0 }

// Union are the behaviours of either set.
func (s Set) Union(other Set) Set {
	for i, w := range other.words {
		s.words[i] |= w
	}
	return s
}

// Minus are the behaviours of s that the other set does not have.
func (s Set) Minus(other Set) Set {
	for i, w := range other.words {
		s.words[i] &^= w
	}
	return s
}

// Contains reports whether s has all behaviours of the other set.
func (s Set) Contains(other Set) bool { return other.Minus(s) == Set{} }

// Len is how many behaviours there are.
func (s Set) Len() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Each calls do with the number of each behaviour, in ascending order. A number
// is from 0 to below Most, and means the same as long as the process runs.
func (s Set) Each(do func(behaviour int)) {
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			do(64*i + bits.TrailingZeros64(w))
		}
	}
}

// Most is how many behaviours a Set can hold.
const Most = words * 64

// Names are the behaviours' names, sorted.
func (s Set) Names() []string {
	names := make([]string, 0, s.Len())
	s.Each(func(behaviour int) { names = append(names, name(behaviour)) })
	slices.Sort(names)
	return names
}

// Rules are the ids of the rules that are exercised, sorted.
func (s Set) Rules() []string {
	var ids []string
	for i, id := range ruleIDs {
		if s.has(cells + i) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Steps is the set without the rules.
func (s Set) Steps() Set { return s.Minus(everyRule) }

// Write writes the report: every behaviour's name, sorted, one a line.
func (s Set) Write(w io.Writer) error {
	for _, name := range s.Names() {
		if _, err := fmt.Fprintln(w, name); err != nil {
			return fmt.Errorf("behaviour: write the report: %w", err)
		}
	}
	return nil
}
