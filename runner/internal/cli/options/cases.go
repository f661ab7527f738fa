package options

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/plan"
)

// CaseFlags say who is asked which cases, and what ends that.
type CaseFlags struct {
	CandidateFlags
	AdapterFlags
	Rules, Level, Seed string
	Dialects           []string
	Cases, Jobs        int
	Budget             time.Duration
	MaxTimeouts        int
}

// Selection reads the flags that select the cases.
func (f *CaseFlags) Selection() (plan.Selection, error) {
	s := plan.Selection{Cases: f.Cases, Dialects: append(f.Dialects, f.In...), Out: f.out, Filter: f.Filter}
	if err := s.Level.UnmarshalText([]byte(f.Level)); err != nil {
		return s, fmt.Errorf("--level %s: give clean, degraded or hostile", f.Level)
	}
	if f.Rules != "" {
		p, err := pattern.Parse(f.Rules)
		if err != nil {
			return s, fmt.Errorf("--rules: %w", err)
		}
		s.Rules = &p
	}
	if f.Seed == "random" {
		s.Seed = rand.Uint64N(1 << 53)
		return s, nil
	}
	n, err := strconv.ParseUint(f.Seed, 10, 64)
	if err != nil {
		return s, fmt.Errorf("--seed %s: give a whole number, or random", f.Seed)
	}
	s.Seed = n
	return s, nil
}
