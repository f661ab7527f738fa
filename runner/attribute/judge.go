package attribute

import (
	"context"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
)

// An Attributor says of cases which rules a candidate breaks in them. It serves one caller.
type Attributor struct {
	ask.Driver
	// Usual finds out, for a distilled case, what the candidate gets wrong on every
	// stream of a dialect. It may be nil.
	Usual func(dialect string) (ask.BaseRules, error)
}

// New starts the worker's candidate if it does not run.
func New(ctx context.Context, worker *candidate.Worker, number int) (*Attributor, error) {
	c, err := worker.Candidate(ctx)
	if err != nil {
		return nil, err
	}
	return &Attributor{Driver: ask.Driver{Worker: worker, Capabilities: ask.CapabilitiesOf(c), Number: int64(number)}}, nil
}

// Resume is New for a case that was judged before. The worker's candidate is started only
// when it is asked.
func Resume(worker *candidate.Worker, number int, before *ask.Before) *Attributor {
	return &Attributor{Driver: ask.Driver{Worker: worker, Capabilities: before.Capabilities, Number: int64(number), Before: before}}
}

// An Attribution says which rules a failing trial breaks.
type Attribution struct {
	// ReadsAs says with which deviations the reference answers as the candidate does.
	ReadsAs string
	// Trial is the smallest failing trial found, findings its findings;
	// one finding without a rule if no rule explains the verdict.
	Trial    *ask.Trial
	Findings []spec.Finding
	// Held is the pair that does not hold, if a relation shows the failure.
	Held *HeldPair
	// Doubtful means that the case did not fail again.
	Doubtful bool
	// Shrunk is what the trial's case was reduced from, nil for none.
	Shrunk *Shrunk
}

// Rules are the rules of an attribution; none of nil.
func (c *Attribution) Rules() map[string]bool {
	rules := map[string]bool{}
	if c == nil {
		return rules
	}
	for _, f := range c.Findings {
		if f.Rule != "" {
			rules[f.Rule] = true
		}
	}
	return rules
}

// Faults are the base rules that fail on a stream without faults, or the refusal of what
// is there; none where it is refused in some forms of the wire alone.
func (c *Attribution) Faults() []string {
	t := c.Trial
	if len(t.OnlyIn) > 0 {
		return nil
	}
	if kinds := refusedKinds(t); len(kinds) > 0 && t.Case.Seed != 0 {
		return []string{ask.Refusal(kinds)}
	}
	if t.Verdict != spec.Fail || t.Case.Seed == 0 { // a written case may be peculiar without a fault
		return nil
	}
	if at := t.First(); t.Case.Adapts != nil && at >= 0 {
		return shows(&t.Observed[at])
	}
	var rules []string
	for _, f := range c.Findings {
		if f.Verdict == spec.Fail && f.Rule != "" {
			rules = append(rules, f.Rule)
		}
	}
	return rules
}
