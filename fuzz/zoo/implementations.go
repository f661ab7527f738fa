package zoo

import (
	"fmt"

	broken "github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	store "github.com/quock-dev/quock/fixtures/candidates/store/bug"
	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
	"github.com/quock-dev/quock/fuzz/zoo/wrong"
	"github.com/quock-dev/quock/spec/probe"
)

// implementations are what a proof says is wrong, and what is like it without
// the mistake.
func implementations(p Proof) (bad, good probe.Candidate, err error) {
	switch p.Kind {
	case Candidate:
		b, err := broken.ByName(p.Name)
		if err != nil {
			return nil, nil, err
		}
		return b.Candidate(), reducer.HonestCandidate(), nil
	case Store:
		return stores(p.Name)
	case Adapter:
		a, err := wrong.AdapterByName(p.Name)
		if err != nil {
			return nil, nil, err
		}
		return a.Candidate(), a.Honest(), nil
	}
	return nil, nil, fmt.Errorf("no kind of proof %q", p.Kind)
}

func stores(name string) (bad, good probe.Candidate, err error) {
	if s, ok := wrong.StoreByName(name); ok {
		return s.Candidate(), keep.Honest("anthropic", s.Reads...), nil
	}
	b, err := store.ByName(name)
	if err != nil {
		return nil, nil, err
	}
	return b.Candidate(), keep.Honest("anthropic", b.Reads...), nil
}
