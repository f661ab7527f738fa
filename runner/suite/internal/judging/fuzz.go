package judging

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A FuzzTarget tries cases that a fuzzing engine makes of choices. It serves several
// callers.
type FuzzTarget struct {
	suite  *Suite
	plan   *plan.Plan
	pool   *runner.Pool
	shapes []spec.Features
}

// FuzzTarget starts the candidate. The caller closes the target.
func (s *Suite) FuzzTarget(ctx context.Context) (*FuzzTarget, error) {
	chosen, err := s.plan(s.selection)
	if err != nil {
		return nil, err
	}
	var shapes []spec.Features
	for _, f := range chosen.Generable() {
		shapes = append(shapes, f.Features())
	}
	if len(shapes) == 0 {
		return nil, fmt.Errorf("%w: nothing happens in a stream of %s", plan.ErrNothing, strings.Join(chosen.Formats, ", "))
	}
	pool, err := runner.NewPool(context.WithoutCancel(ctx), chosen, s.starter, s.limits, 1)
	if err != nil {
		return nil, err
	}
	return &FuzzTarget{s, chosen, pool, shapes}, nil
}

// Close ends the candidate.
func (s *FuzzTarget) Close() { s.pool.Close() }

// which returns the features and the level that a byte names.
func (s *FuzzTarget) which(b byte) (*spec.Features, perform.Level) {
	levels := int(s.suite.selection.Level) + 1
	n := int(b) % (len(s.shapes) * levels)
	return &s.shapes[n%len(s.shapes)], perform.Level(levels - 1 - n/len(s.shapes))
}

// Seeds adds the choices of a few drawn cases of each dialect and level, and none.
func (s *FuzzTarget) Seeds(add func(shape byte, c choice.Choices)) {
	for b := range len(s.shapes) * (int(s.suite.selection.Level) + 1) {
		add(byte(b), choice.Choices{})
		f, level := s.which(byte(b))
		for n := range uint64(3) {
			chosen, _ := perform.Generate(*f, level, perform.CaseSeed(s.suite.selection.Seed, n)).Choices()
			add(byte(b), chosen)
		}
	}
}

// Try runs the case that choices make. Where they end, each further choice is its
// simplest, or with a rest other than 0 drawn from that. The text is the finding; "" if
// the candidate passes or fails in a known way only.
func (s *FuzzTarget) Try(ctx context.Context, shape byte, rest uint64, chosen *choice.Choices) (string, error) {
	f, level := s.which(shape)
	made := perform.Decode(*f, level, chosen)
	if rest != 0 {
		made = new(perform.Generator).Extend(f, level, chosen, rest)
	}
	if attempt := s.pool.Try(ctx, made); !attempt.Verdict.Blames() {
		return "", s.pool.Err()
	}
	failing, fails := s.pool.Attribute(ctx, made)
	if !fails {
		return "", s.pool.Err()
	}
	var b strings.Builder
	for _, g := range report.Groups([]report.Case{{Findings: failing.Findings}}) {
		if !baseline.Binding(g.Best.Rule) || s.known(&g.Best) {
			continue
		}
		c, err := caseOf(g.Best.Case, failing)
		if err != nil {
			return "", err
		}
		small := s.suite.shrunk(ctx, s.plan, c, &g)
		describe(&b, &report.Log{}, g, small)
		if small == nil {
			b.WriteString(Stream(c))
		}
	}
	return b.String(), nil
}

// caseOf is the part of a case that its failure needs.
func caseOf(name string, failing *runner.Attributed) (*plan.Case, error) {
	dialect := failing.Stream.Features.Dialect
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		return nil, err
	}
	records, err := wire.EncodeStream(codec, variant, failing.Stream)
	if err != nil {
		return nil, err
	}
	c, err := plan.OfRecords(name, dialect, records, failing.Stream.End)
	if err != nil {
		return nil, err
	}
	c.Faults = failing.Faults
	return c, nil
}

// known reports whether the list accepts what explains the finding, or has an entry of
// that rule and verdict.
func (s *FuzzTarget) known(f *spec.Finding) bool {
	accepted := slices.ContainsFunc(s.suite.known.Accepts, func(a baseline.Accept) bool { return a.Deviation.Name == f.Deviation })
	return accepted || slices.ContainsFunc(s.suite.known.Entries, func(e baseline.Entry) bool {
		return e.Rule == f.Rule && e.Verdict == f.Verdict
	})
}
