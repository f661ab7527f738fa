package zoo

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/spec/probe"
)

func (p *Prover) proveCandidate(rule string, proof Proof, c *fixtures.Case) error {
	bad, good, err := implementations(proof)
	if err != nil {
		return err
	}
	rules, err := p.attributedRules(bad, "bad "+proof.String(), c)
	if err != nil {
		return err
	}
	if !slices.Contains(rules, rule) {
		return fmt.Errorf("the run blames it for %q", rules)
	}
	rules, err = p.attributedRules(good, "good "+proof.String(), c)
	if err == nil && len(rules) > 0 {
		return fmt.Errorf("without its mistake the run blames it for %q", rules)
	}
	return err
}

// attributedRules returns the rules that a candidate is blamed for on a case and its
// twin. It runs the candidate once for each key.
func (p *Prover) attributedRules(c probe.Candidate, key string, on *fixtures.Case) ([]string, error) {
	if p.try == nil {
		return nil, fmt.Errorf("nothing to run candidates with")
	}
	if known, ok := p.attributed[key]; ok {
		return known, nil
	}
	rules, err := p.try(c, []string{on.Name, on.Twin})
	if err == nil {
		p.attributed[key] = rules
	}
	return rules, err
}
