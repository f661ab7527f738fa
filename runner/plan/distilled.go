package plan

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	fixture "github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// ErrFixture means that a distilled fixture cannot be run.
var ErrFixture = errors.New("no fixture that can be run")

// loadDistilled reads the distilled fixtures that the program carries, then those
// of folders. It decodes carried ones only of the dialects that are asked for.
func loadDistilled(asked func(dialect string) bool, folders []string) ([]stockedCase, error) {
	carried, err := fixtures.DistilledAll()
	if err != nil {
		return nil, err
	}
	var cases []stockedCase
	from := map[string]*fixtures.Distilled{}
	for i := range carried {
		from[carried[i].Name] = &carried[i]
		c, err := ofDistilled(&carried[i], asked)
		if err != nil {
			return nil, fmt.Errorf("fixture %s: %w", carried[i].Name, err)
		}
		cases = append(cases, stockedCase{c, carried[i].Expected})
	}
	for _, folder := range folders {
		if cases, err = readDistilled(cases, folder, from); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(cases, func(a, b stockedCase) int { return strings.Compare(a.Name, b.Name) })
	return cases, nil
}

// readDistilled adds the fixtures of a folder, but for those that are there
// already: from says by name what is.
func readDistilled(cases []stockedCase, folder string, from map[string]*fixtures.Distilled) ([]stockedCase, error) {
	all, err := fixtures.ReadDistilled(os.DirFS(folder))
	var path *fs.PathError
	if errors.As(err, &path) && path.Path == "." {
		err = path.Err
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("the folder %s: %w", folder, err)
	case len(all) == 0:
		return nil, fmt.Errorf("%w: the folder %s holds no fixtures", ErrNothing, folder)
	}
	for i := range all {
		d := &all[i]
		if other := from[d.Name]; other != nil {
			if same(d, other) {
				continue
			}
			return nil, fmt.Errorf("the folder %s: %s: another fixture has this name; rename one of them", folder, d.File())
		}
		from[d.Name] = d
		c, err := ofDistilled(d, askedFor(nil))
		if err != nil {
			return nil, fmt.Errorf("the folder %s: %s: %w", folder, d.File(), err)
		}
		c.exercise()
		cases = append(cases, stockedCase{c, d.Expected})
	}
	return cases, nil
}

// same reports whether two fixtures ask the same of a candidate.
func same(a, b *fixtures.Distilled) bool {
	return a.Dialect == b.Dialect && a.End == b.End && a.Policies == b.Policies &&
		slices.Equal(a.Observe, b.Observe) && slices.EqualFunc(a.Records, b.Records, bytes.Equal)
}

// ofDistilled is a fixture as a case; if its dialect is not asked for, it is not decoded.
func ofDistilled(d *fixtures.Distilled, asked func(dialect string) bool) (*Case, error) {
	codec, variant, err := Lookup(d.Dialect)
	if err != nil {
		return nil, err
	}
	if !asked(d.Dialect) {
		return &Case{Name: fixture.CasePrefix + d.Name, Dialect: codec.Features(variant).Dialect, Records: d.Records, Written: &Written{}}, nil
	}
	outcome, err := golden.Parse(d.Expected)
	if err != nil {
		return nil, fmt.Errorf("%w: its expectation: %w", ErrFixture, err)
	}
	stream, _ := wire.DecodeRecords(codec, variant, d.Records) // bad records may be what it is about
	stream.End = d.End
	c := &Case{
		Name: fixture.CasePrefix + d.Name, Dialect: stream.Features.Dialect, Records: d.Records, Stream: stream, Observe: d.Observe,
		Written: &Written{Distilled: true, Golden: approvedAt(&outcome), Policies: WithDefaults(d.Policies), Demands: d.Policies},
	}
	if _, known := spec.RuleByID(d.Rule); known {
		c.Written.Rule = d.Rule
	}
	if why, _, hasWhy := strings.Cut(d.Story, "\n\n"); hasWhy {
		c.Why = strings.Join(strings.Fields(why), " ")
	}
	c.Covers = slices.Clone(d.Rules)
	return c, nil
}

// exercise drops the rules that the case does not put to the test by what is
// known in this version. Of the fixtures that the program carries a test holds
// that there are none.
func (c *Case) exercise() {
	exercised := fixture.Exercised(c.Stream, c.Written.Demands)
	c.Covers = slices.DeleteFunc(c.Covers, func(rule string) bool { return !slices.Contains(exercised, rule) })
}

// ReadFixture reads the file of a distilled fixture, to run it alone, and returns it
// with the rules that it tests; the one that it shows comes first. The error says why
// it cannot be run.
func ReadFixture(name string, text []byte) (*Case, []string, error) {
	d, err := fixtures.ParseDistilled(name, text)
	if err != nil {
		return nil, nil, err
	}
	c, err := ofDistilled(&d, askedFor(nil))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", d.File(), err)
	}
	c.exercise()
	rules := slices.DeleteFunc(slices.Clone(c.Covers), func(rule string) bool { return rule == c.Written.Rule })
	if c.Written.Rule != "" {
		rules = append([]string{c.Written.Rule}, rules...)
	}
	return c, rules, nil
}
