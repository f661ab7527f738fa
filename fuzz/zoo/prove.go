package zoo

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/zoo/wrong"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A Try runs a candidate on some of the written cases, by name, and returns the
// rules that it is blamed for. An error is one of the harness.
type Try func(c probe.Candidate, cases []string) ([]string, error)

// A Prover runs proofs. It is not safe for concurrent use.
type Prover struct {
	try        Try
	cases      map[string]*fixtures.Case
	subjects   map[string]*trial.Subject
	attributed map[string][]string
}

// NewProver returns a Prover. Without a Try, proofs by candidates, stores and
// adapters are errors.
func NewProver(try Try) (*Prover, error) {
	all, err := fixtures.Streams()
	if err != nil {
		return nil, fmt.Errorf("reading the written cases: %w", err)
	}
	p := &Prover{
		try: try, cases: map[string]*fixtures.Case{}, subjects: map[string]*trial.Subject{},
		attributed: map[string][]string{},
	}
	for i := range all {
		p.cases[all[i].Name] = &all[i]
	}
	return p, nil
}

// Prove runs the row's proof. The error says why the proof fails. A row that is
// out of scope needs no proof.
func (p *Prover) Prove(r *Row) error {
	if !r.Caught() {
		return nil
	}
	if err := p.prove(r.Rule, r.Proof); err != nil {
		return fmt.Errorf("%s: %s: %w", r.ID, r.Proof, err)
	}
	return nil
}

func (p *Prover) prove(rule string, proof Proof) error {
	if _, ok := spec.RuleByID(rule); !ok {
		return fmt.Errorf("no rule %s", rule)
	}
	if proof.Kind == Framer || proof.Kind == Writer {
		return proveBytes(rule, proof)
	}
	c := p.cases[proof.On]
	if c == nil || !c.Breaking {
		return fmt.Errorf("no breaking case of that name")
	}
	switch proof.Kind {
	case Mutant, Base:
		return p.proveMutant(rule, proof, c)
	case Trace:
		return p.proveTrace(rule, c)
	}
	return p.proveCandidate(rule, proof, c)
}

// proveBytes runs the proof of a framer or a writer.
func proveBytes(rule string, proof Proof) error {
	var bad interface{ Fails() error }
	var err error
	switch proof.Kind {
	case Framer:
		bad, err = wrong.FramerByName(proof.Name)
	default:
		bad, err = wrong.WriterByName(proof.Name)
	}
	if err != nil {
		return err
	}
	if d, _ := registered(proof); d.Rule() != rule {
		return fmt.Errorf("it breaks %s", d.Rule())
	}
	return bad.Fails()
}

func (p *Prover) proveMutant(rule string, proof Proof, c *fixtures.Case) error {
	if c.Rule != rule {
		return fmt.Errorf("the case is about %s", c.Rule)
	}
	m, ok := deviation.ByName(proof.Name)
	if !ok {
		return fmt.Errorf("no such mutant")
	}
	m.Rules = []string{rule} // its check must see the mistake
	breaking, err := p.tryMutant(m, c)
	if err != nil {
		return err
	}
	clean, err := p.tryMutant(m, p.cases[c.Twin])
	switch {
	case err != nil:
		return err
	case !breaking.Rule:
		return fmt.Errorf("the check of %s sees nothing wrong", rule)
	case clean.Killed && proof.Kind == Mutant:
		return fmt.Errorf("the clean twin is read wrong as well")
	case !clean.Killed && proof.Kind == Base:
		return fmt.Errorf("the clean twin is read right: it is no base mistake")
	}
	return nil
}

func (p *Prover) tryMutant(m deviation.Deviation, c *fixtures.Case) (trial.Outcome, error) {
	s, err := p.subject(c)
	if err != nil {
		return trial.Outcome{}, err
	}
	return s.Try(m), nil
}

// subject returns a case as a stream.
func (p *Prover) subject(c *fixtures.Case) (*trial.Subject, error) {
	if s := p.subjects[c.Name]; s != nil {
		return s, nil
	}
	codec, variant, err := dialects.Lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	stream, _ := wire.DecodeRecords(codec, variant, c.Records) // some cases contain bad records on purpose
	stream.End = c.End
	s := &trial.Subject{Stream: stream, Policies: c.Policies, Faults: c.Faults}
	p.subjects[c.Name] = s
	return s, nil
}

func (p *Prover) proveTrace(rule string, c *fixtures.Case) error {
	breaking, err := p.breaks(rule, c)
	if err != nil {
		return err
	}
	clean, err := p.breaks(rule, p.cases[c.Twin])
	switch {
	case err != nil:
		return err
	case !breaking:
		return fmt.Errorf("the stream does not break %s", rule)
	case clean:
		return fmt.Errorf("the clean twin breaks it as well")
	}
	return nil
}

// breaks reports whether the producer of a case's stream breaks a rule.
func (p *Prover) breaks(rule string, c *fixtures.Case) (bool, error) {
	s, err := p.subject(c)
	if err != nil {
		return false, err
	}
	codec, variant, err := dialects.Lookup(c.Dialect)
	if err != nil {
		return false, err
	}
	t := model.Run(s.Stream, s.Policies)
	breaches := produce.Breaches(s.Stream.Features, &t, wire.Violations(codec, variant, c.Records)...)
	return slices.ContainsFunc(breaches, func(b produce.Breach) bool { return b.Rule == rule }), nil
}
