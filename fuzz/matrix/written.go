package matrix

import "github.com/quock-dev/quock/model/deviation/trial"

// Written returns the hand-written stream cases.
func Written() ([]*trial.Subject, error) {
	cases, err := readable()
	if err != nil {
		return nil, err
	}
	all := make([]*trial.Subject, len(cases))
	for i := range cases {
		c := &cases[i]
		all[i] = &trial.Subject{Stream: c.stream, Policies: c.Policies, Faults: c.Faults}
	}
	return all, nil
}
