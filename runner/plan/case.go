package plan

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A Case is one stream to test a candidate on.
type Case struct {
	// Name is unique in a run: a path, so that patterns can select it.
	Name string
	// Why says why a written case exists.
	Why string
	// Dialect names dialect and variant; Records are the stream in it, and
	// Stream what they decode to.
	Dialect string
	Records [][]byte
	Stream  spec.Stream
	// Faults are the injected faults.
	Faults []spec.Fault
	// Covers are the rules that a distilled case tests as a whole; it has no faults.
	Covers []string
	// Observe are the positions to observe, besides the end of input.
	Observe []int

	// Seed and Performed are those of a generated case, Written that of a
	// hand-written or distilled one.
	Seed      uint64
	Performed *perform.Case
	Written   *Written

	// Transport is how the bytes are framed and cut for a candidate that takes
	// them raw; nil is one chunk a record.
	Transport *transport.Plan

	// Adapts is what an adapter must write; nil for other candidates.
	Adapts *Adaptation

	// Asked is the relation in which a case runs again; nil if it runs unchanged.
	Asked *Asked

	// Deviation is the one that a replayed case was attributed to, "" for none.
	Deviation string

	// Before are cases that run first in the same process; their answers do not count.
	Before []*Case

	// Reducing means that the case is a smaller form of one that was judged.
	Reducing bool

	// Apart means that Stream is as a candidate reads it to which nodes are sessions
	// (policy workers): neither construction nor golden says what it means.
	Apart bool
}

// Written is what a hand-written or distilled case has beyond its stream.
type Written struct {
	// Rule is the rule that the case is about, Breaking whether a plausible
	// wrong reader goes wrong on it; then Twin is the clean case beside it.
	Rule     string
	Breaking bool
	Twin     *Case
	// Distilled: it was made of a recording. It has no twin, and Rule is "" where
	// it shows none.
	Distilled bool
	// Golden is the approved expectation by position, under Policies; Demands
	// are the policies without which the case speaks to no candidate.
	Golden            map[int]*spec.Transcript
	Policies, Demands spec.Policies
}

// Rules are the ids of the rules that the case covers, without repetition.
func (c *Case) Rules() []string {
	var ids []string
	seen := map[string]bool{}
	add := func(id string) {
		if id != "" && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	for _, h := range c.Faults {
		add(h.Rule)
	}
	for _, rule := range c.Covers {
		add(rule)
	}
	if c.Adapts != nil {
		ids = append(ids, check.AdapterRules()...)
	}
	return ids
}

// An UnbuiltError says why an emitted stream could not become a case.
type UnbuiltError struct {
	Name      string
	Performed *perform.Case
	err       error
}

// Error says what went wrong.
func (e *UnbuiltError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *UnbuiltError) Unwrap() error { return e.err }

// Generated makes a case from an emitted stream. It encodes and decodes the stream,
// because the model must be compared with what is on the wire. The error is an
// *UnbuiltError.
func Generated(name string, codec wire.Codec, variant string, p *perform.Case) (*Case, error) {
	records, err := encoded(codec, variant, p)
	if err != nil {
		return nil, &UnbuiltError{name, p, fmt.Errorf("encoding %s: %w", name, err)}
	}
	stream, problems := wire.DecodeRecords(codec, variant, records)
	if len(problems) > 0 && len(p.Edits) == 0 { // damage may make records that nobody understands
		return nil, &UnbuiltError{name, p, fmt.Errorf("decoding %s, which the same codec wrote: %s", name, &problems[0])}
	}
	stream.End, stream.Forms = p.Stream.End, p.Stream.Forms
	c := &Case{
		Name: name, Dialect: p.Stream.Features.Dialect, Records: records, Stream: stream,
		Faults: p.Faults, Seed: p.Seed, Performed: p,
	}
	c.Observe = Positions(c)
	return c, nil
}

// Distilled reports whether the case was distilled from a recording.
func (c *Case) Distilled() bool { return c.Written != nil && c.Written.Distilled }

// FaultsOf are the faults that cover a rule. A distilled case counts as one fault.
func (c *Case) FaultsOf(rule string) []spec.Fault {
	var all []spec.Fault
	for _, h := range c.Faults {
		if h.Rule == rule {
			all = append(all, h)
		}
	}
	if len(all) == 0 && (slices.Contains(c.Covers, rule) || slices.Contains(c.Shows(), rule)) {
		all = []spec.Fault{{Rule: rule}}
	}
	return all
}

// Shows is the rule that a distilled case shows, if there is one.
func (c *Case) Shows() []string {
	if !c.Distilled() || c.Written.Rule == "" {
		return nil
	}
	return []string{c.Written.Rule}
}

// RulesIfDistilled returns the rules if the case is distilled.
func (c *Case) RulesIfDistilled(rules []string) []string {
	if !c.Distilled() || slices.ContainsFunc(rules, func(rule string) bool { return len(c.FaultsOf(rule)) == 0 }) {
		return nil
	}
	return rules
}

// Violations are what the case's records do against the text of their format.
func (c *Case) Violations() []spec.Violation {
	codec, variant, err := dialects.Lookup(c.Dialect)
	if err != nil {
		return nil
	}
	return wire.Violations(codec, variant, c.Records)
}

// Refusable returns the first record that readers may refuse, and 0 if there is none.
func (c *Case) Refusable() int {
	for _, v := range c.Violations() {
		if v.Refused {
			return v.Record
		}
	}
	return 0
}

// DrawSeed is what the case's own draws hang on.
func (c *Case) DrawSeed() uint64 {
	if c.Seed != 0 {
		return c.Seed
	}
	h := fnv.New64a()
	h.Write([]byte(c.Name))
	return h.Sum64()
}

// WithoutScenario makes a changed stream a case of its own, without a scenario.
func (c *Case) WithoutScenario() *Case {
	own := *c
	own.Written = &Written{}
	return &own
}

// WithoutRelation is the case without its relation.
func (c *Case) WithoutRelation() *Case {
	own := *c
	own.Asked = nil
	return &own
}
