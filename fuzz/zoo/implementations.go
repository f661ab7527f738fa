package zoo

import (
	"fmt"

	broken "github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	store "github.com/quock-dev/quock/fixtures/candidates/store/bug"
	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
	"github.com/quock-dev/quock/fuzz/zoo/wrong"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec/probe"
)

// implementations returns what a proof says is wrong, and the same without the
// mistake.
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
	b, ok := wrong.StoreByName(name)
	if !ok {
		b, err = store.ByName(name)
	}
	if err != nil {
		return nil, nil, err
	}
	return b.Candidate(), keep.Honest("anthropic", b.Reads...), nil
}

// About describes in one sentence what is wrong with the subject of a proof, ""
// for an unknown one.
func About(p Proof) string {
	if p.Kind == Trace {
		return "The stream itself is one that its producer should not have written."
	}
	d, _ := registered(p)
	return d.Sentence
}

// registered returns the deviation that the subject of a proof has.
func registered(p Proof) (deviation.Deviation, bool) {
	switch p.Kind {
	case Mutant, Base:
		return deviation.ByName(p.Name)
	case Candidate:
		return deviation.ByName("broken " + p.Name)
	}
	return deviation.ByName(string(p.Kind) + " " + p.Name)
}
