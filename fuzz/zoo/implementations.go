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
	if s, ok := wrong.StoreByName(name); ok {
		return s.Candidate(), keep.Honest("anthropic", s.Reads...), nil
	}
	b, err := store.ByName(name)
	if err != nil {
		return nil, nil, err
	}
	return b.Candidate(), keep.Honest("anthropic", b.Reads...), nil
}

// About describes in one sentence what is wrong with the subject of a proof, ""
// for an unknown one.
func About(p Proof) string {
	switch p.Kind {
	case Mutant, Base:
		m, _ := deviation.ByName(p.Name)
		return m.Sentence
	case Trace:
		return "The stream itself is one that its producer should not have written."
	case Candidate:
		b, _ := broken.ByName(p.Name)
		return b.About
	case Adapter:
		a, _ := wrong.AdapterByName(p.Name)
		return a.About
	case Framer:
		f, _ := wrong.FramerByName(p.Name)
		return f.About
	case Writer:
		w, _ := wrong.WriterByName(p.Name)
		return w.About
	case Store:
		if s, ok := wrong.StoreByName(p.Name); ok {
			return s.About
		}
		b, _ := store.ByName(p.Name)
		return b.About
	}
	return ""
}
