package cli

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/pattern"
)

// selection reads the flags that select the cases.
func (f *runFlags) selection() (runner.Selection, error) {
	s := runner.Selection{Cases: f.cases, Dialects: append(f.dialects, f.in...), Out: f.out, Filter: f.filter}
	switch {
	case f.cases < 0:
		return s, fmt.Errorf("--cases %d: give 0 or more", f.cases)
	case f.jobs < 1:
		return s, fmt.Errorf("--jobs %d: give 1 or more", f.jobs)
	}
	if err := s.Level.UnmarshalText([]byte(f.level)); err != nil {
		return s, fmt.Errorf("--level %s: give clean, degraded or hostile", f.level)
	}
	if f.rules != "" {
		p, err := pattern.Parse(f.rules)
		if err != nil {
			return s, fmt.Errorf("--rules: %w", err)
		}
		s.Rules = &p
	}
	if f.seed == "random" {
		s.Seed = rand.Uint64N(1 << 53)
		return s, nil
	}
	n, err := strconv.ParseUint(f.seed, 10, 64)
	if err != nil {
		return s, fmt.Errorf("--seed %s: give a whole number, or random", f.seed)
	}
	s.Seed = n
	return s, nil
}
