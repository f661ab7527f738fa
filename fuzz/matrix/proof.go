package matrix

import (
	"fmt"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/fuzz/zoo/wrong"
	"github.com/quock-dev/quock/model/deviation"
)

// A Proof is something wrong that is not a mutant (a candidate, store, adapter,
// stream, reader or writer of bytes), with the rule that catches it.
type Proof struct {
	Rule string
	zoo.Proof
	// Err says why the proof fails; nil if it holds.
	Err error
}

// Proofs lists the proofs of the bug catalogue, of every wrong reader and
// writer of bytes and every written recording, and further ones for rules that
// no bug in the catalogue is about. It runs none.
func Proofs() ([]Proof, error) {
	rows, err := zoo.Read()
	if err != nil {
		return nil, err
	}
	var all []Proof
	for _, r := range rows {
		if r.Caught() && r.Proof.Kind != zoo.Mutant && r.Proof.Kind != zoo.Base {
			all = append(all, Proof{Rule: r.Rule, Proof: r.Proof})
		}
	}
	traces, err := traces()
	if err != nil {
		return nil, err
	}
	all = append(append(append(all, traces...), bytes()...), further...)
	return distinct(all), nil
}

// further lists proofs of rules that no public bug in the catalogue is about.
var further = []Proof{
	{Rule: "persist/register-first", Proof: zoo.Proof{Kind: zoo.Store, Name: "results-first", On: "persist/register-first.breaking"}},
	{Rule: "persist/idempotent-export", Proof: zoo.Proof{Kind: zoo.Store, Name: "grows-by-loading", On: "persist/idempotent-export.breaking"}},
	{Rule: "persist/log-append-only", Proof: zoo.Proof{Kind: zoo.Store, Name: "lost-siblings", On: "persist/log-append-only.breaking"}},
	{Rule: "persist/fresh-run", Proof: zoo.Proof{Kind: zoo.Store, Name: "stale-log", On: "persist/fresh-run.breaking"}},
}

// traces returns the recordings that break a rule for producers.
func traces() ([]Proof, error) {
	cases, err := fixtures.Streams()
	if err != nil {
		return nil, fmt.Errorf("reading the written cases: %w", err)
	}
	var all []Proof
	for i := range cases {
		if c := &cases[i]; c.Kind == fixtures.Trace && c.Breaking {
			all = append(all, Proof{Rule: c.Rule, Proof: zoo.Proof{Kind: zoo.Trace, On: c.Name}})
		}
	}
	return all, nil
}

// bytes returns the wrong readers and writers of bytes.
func bytes() []Proof {
	var all []Proof
	for _, f := range wrong.Framers() {
		all = append(all, Proof{Rule: breaks("framer " + f.Name), Proof: zoo.Proof{Kind: zoo.Framer, Name: f.Name}})
	}
	for _, w := range wrong.Writers() {
		all = append(all, Proof{Rule: breaks("writer " + w.Name), Proof: zoo.Proof{Kind: zoo.Writer, Name: w.Name}})
	}
	return all
}

func distinct(all []Proof) []Proof {
	seen := map[Proof]bool{}
	var kept []Proof
	for _, p := range all {
		if !seen[p] {
			seen[p] = true
			kept = append(kept, p)
		}
	}
	return kept
}

// Prove runs proofs and stores the errors of those that fail. It returns only
// errors of the harness.
func Prove(all []Proof, try zoo.Try) error {
	p, err := zoo.NewProver(try)
	if err != nil {
		return err
	}
	for i := range all {
		all[i].Err = p.Prove(&zoo.Row{ID: all[i].Rule, Rule: all[i].Rule, Proof: all[i].Proof})
	}
	return nil
}

// breaks returns the rule that a program of the registry breaks.
func breaks(program string) string {
	d, _ := deviation.ByName(program)
	return d.Rule()
}
