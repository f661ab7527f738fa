package plan

import (
	"fmt"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
)

// OfRecords makes a case from a recorded stream. The candidate is compared with the
// model. The case contains records that cannot be decoded; the dialect decides what
// they mean.
func OfRecords(name, dialect string, records [][]byte, end spec.Cause) (*Case, error) {
	c, err := Recorded(name, dialect, records, end)
	if err != nil {
		return nil, err
	}
	return c.Everywhere(), nil
}

// Observed is the stream of a case as a case of a name, observed after each record and
// compared with the model alone.
func (c *Case) Observed(name string) *Case {
	own := *c
	own.Name, own.Performed, own.Covers, own.Transport, own.Asked, own.Written = name, nil, nil, nil, nil, &Written{}
	return own.Everywhere()
}

// Recorded is the case of OfRecords, not observed yet.
func Recorded(name, dialect string, records [][]byte, end spec.Cause) (*Case, error) {
	codec, variant, err := Lookup(dialect)
	if err != nil {
		return nil, err
	}
	c := &Case{Name: name, Records: records, Written: &Written{}}
	c.Stream, _ = wire.DecodeRecords(codec, variant, records)
	c.Stream.End, c.Dialect = end, c.Stream.Features.Dialect
	return c, nil
}

// OfToken makes the case that a token identifies.
func OfToken(t *perform.Token) (*Case, error) {
	codec, variant, err := Lookup(t.Dialect)
	if err != nil {
		return nil, err
	}
	p := t.Case(codec.Features(variant))
	return Generated(fmt.Sprintf("generated/%s/%s/%x", t.Dialect, t.Level, p.Seed), codec, variant, p)
}

// For is the plan for a candidate that is to be asked one case only. Of an
// adapter the case says what to write, or the dialect out, which may be empty
// where it writes one. ErrNothing says why it cannot be asked.
func For(c *Case, out string, hello *probe.HelloReply) (*Plan, error) {
	p := &Plan{Selection: Selection{Cases: 1, Dialects: []string{c.Dialect}, Out: out}}
	if err := p.choose(hello); err != nil {
		return nil, err
	}
	adapts, err := adaptation(&p.Selection, hello)
	if c.Adapts != nil {
		adapts, err = c.Adapts, nil
	}
	p.Adapts = adapts
	return p, err
}

// Suited returns the case in the form that the plan's candidate gets.
func (p *Plan) Suited(c *Case) *Case {
	if c.Adapts != nil {
		return c
	}
	return p.Adapted(c)
}
