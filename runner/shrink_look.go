package runner

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A look is one way of putting a case to the candidate, and what came of it.
type look struct {
	trial *ask.Trial
	// held is what came of its relation, nil where it is put in none; cut says
	// that the case fails only by where its bytes are cut.
	held         *attribute.HeldPair
	cut          bool
	signatures   []shrink.Signature
	capabilities ask.Capabilities
}

// look puts a case to the candidate as it was put when it failed: in its
// relation, with its bytes cut, or as it is.
func (r *reduction) look(c *plan.Case) (*look, error) {
	l := &look{}
	err := r.pool.with(r.ctx, func(j *attribute.Attributor) error {
		l.capabilities = j.Capabilities
		switch {
		case c.Asked != nil:
			return l.pair(r, j, c)
		case c.Transport != nil:
			return l.cutting(r, j, c)
		}
		return l.whole(r, j, c)
	})
	return l, err
}

func (l *look) whole(r *reduction, j *attribute.Attributor, c *plan.Case) (err error) {
	if l.trial, err = j.Closely(r.ctx, c); err == nil {
		if l.trial.Verdict.Blames() {
			l.trial.Case = r.showing(l.trial.Case, j.Capabilities.Policies)
		}
		l.signatures = attribute.Signatures(l.trial, j.Capabilities.Of(l.trial).Observes)
	}
	return err
}

// showing is the case as one that shows the rule that is asked for, if it puts that
// to the test.
func (r *reduction) showing(c *plan.Case, p spec.Policies) *plan.Case {
	rule := r.options.Shown
	if rule == "" || !trial.Exercises(c.Stream, p, rule) {
		return c
	}
	own := *c
	own.Written = &plan.Written{Distilled: true, Rule: rule}
	return &own
}

// cutting tries a case that fails with its bytes cut once more with one chunk a
// record.
func (l *look) cutting(r *reduction, j *attribute.Attributor, c *plan.Case) error {
	if err := l.whole(r, j, c.WithoutTransport()); err != nil || len(l.signatures) > 0 {
		return err
	}
	t, err := j.Closely(r.ctx, c)
	if err != nil || !t.Verdict.Blames() {
		return err
	}
	l.trial, l.cut = t, true
	for _, s := range attribute.Ways(t, j.Capabilities.Of(t).Observes, "") {
		l.add(shrink.Signature{Rule: attribute.TransportRule(t), Kind: s.Kind})
	}
	return nil
}

func (l *look) pair(r *reduction, j *attribute.Attributor, c *plan.Case) error {
	p := plan.AskedPair(c)
	if !p.Tellable() {
		l.trial = &ask.Trial{Case: c, Verdict: spec.Untestable, Detail: "its relation changes nothing in it"}
		return nil
	}
	h, err := j.Ask(r.ctx, p, p.Original)
	if err != nil {
		return err
	}
	if l.trial = h.Trial(j.Capabilities); !h.Verdict.Blames() {
		return nil
	}
	l.held = h
	f := h.Finding(j.Capabilities)
	for i := range f.Differences {
		l.add(shrink.Signature{Rule: f.Rule, Kind: h.Relation.Name + ": " + attribute.Kind(&f.Differences[i])})
	}
	if len(f.Differences) == 0 {
		l.add(shrink.Signature{Rule: f.Rule, Kind: h.Relation.Name + ": " + h.Verdict.String()})
	}
	return nil
}

func (l *look) add(s shrink.Signature) {
	if !slices.Contains(l.signatures, s) {
		l.signatures = append(l.signatures, s)
	}
}

func (l *look) trialOf() *ask.Trial {
	t := *l.trial
	for _, s := range l.signatures {
		if s.Rule != "" && !slices.Contains(t.Blamed, s.Rule) {
			t.Blamed = append(t.Blamed, s.Rule)
		}
	}
	return &t
}

// attribute is the attribution of the case to one rule.
func (l *look) attribute(rule string) *attribute.Attribution {
	if l.held != nil {
		return &attribute.Attribution{Trial: l.held.Original, Held: l.held, Findings: []spec.Finding{l.held.Finding(l.capabilities)}}
	}
	findings := attribute.Findings(l.trial, l.capabilities.Of(l.trial).Observes)
	if l.cut {
		findings = []spec.Finding{attribute.TransportFinding(l.trial)}
	}
	own := slices.DeleteFunc(slices.Clone(findings), func(f spec.Finding) bool { return f.Rule != rule })
	if read := l.readAs(rule); read != rule {
		own = attributedTo(l.trial, read, l.capabilities.Of(l.trial).Observes)
	}
	return &attribute.Attribution{Trial: l.trial, Findings: own}
}

// readAs is the rule that a known mistake breaks which would read the case in the
// very same way; the one given, where that is so of it or of none.
func (l *look) readAs(rule string) string {
	if l.cut {
		return rule
	}
	all := attribute.MatchingMutants(l.trial, l.capabilities.Of(l.trial).Observes, rule)
	if len(all) == 0 {
		return rule
	}
	return all[0].Rule()
}

// ways are the signatures with which the candidate fails on a case; none where
// that cannot be found out.
func (r *reduction) ways(c *plan.Case) []shrink.Signature {
	l, err := r.look(r.suited(c))
	if err != nil {
		return nil // the oracle knows
	}
	return l.signatures
}

// suited is a smaller case as it is put to the candidate.
func (r *reduction) suited(c *plan.Case) *plan.Case {
	return r.pool.plan.Suited(c).Everywhere()
}

// file puts a case to the candidate once more and writes its replay file; nil
// where it does not fail in that way.
func (r *reduction) file(c *plan.Case, as shrink.Signature, shrunk *attribute.Shrunk) (*attribute.Attribution, replay.Archive, error) {
	l, err := r.look(c)
	if err != nil || !slices.Contains(l.signatures, as) {
		return nil, replay.Archive{}, err
	}
	found := l.attribute(as.Rule)
	found.Shrunk = shrunk
	file, err := newReplay(found, l.capabilities)
	return found, file, err
}

// anew is the case of a subject's events, written in its dialect.
func (r *reduction) anew(s *shrink.Subject) (*plan.Case, error) {
	codec, variant, err := plan.Lookup(s.Stream.Features.Dialect)
	if err != nil {
		return nil, err
	}
	records, err := wire.EncodeStream(codec, variant, s.Stream)
	if err != nil {
		return nil, err
	}
	c := r.template.WithRecords(records, s)
	c.Stream.End = s.Stream.End
	if _, problems := wire.DecodeRecords(codec, variant, records); len(problems) > 0 {
		return nil, fmt.Errorf("reading what was written: %s", &problems[0])
	}
	return c, nil
}
