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
	charged, err := p.charged(bad, "bad "+proof.String(), c)
	if err != nil {
		return err
	}
	if !slices.Contains(charged, rule) {
		return fmt.Errorf("the run blames it for %q", charged)
	}
	charged, err = p.charged(good, "good "+proof.String(), c)
	if err == nil && len(charged) > 0 {
		return fmt.Errorf("without its mistake the run blames it for %q", charged)
	}
	return err
}

// charged returns the rules that a candidate is blamed for on a case and its
// twin. It runs the candidate once for each key.
func (p *Prover) charged(c probe.Candidate, key string, on *fixtures.Case) ([]string, error) {
	if p.try == nil {
		return nil, fmt.Errorf("nothing to run candidates with")
	}
	if known, ok := p.charges[key]; ok {
		return known, nil
	}
	charged, err := p.try(c, []string{on.Name, on.Twin})
	if err == nil {
		p.charges[key] = charged
	}
	return charged, err
}
