package report

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// mostKept is how many characters of one text a log keeps. A candidate's answers
// have no bound of their own.
const mostKept = 16 << 10

// Bounded is the introduction with texts that a log can keep.
func (c Candidate) Bounded() Candidate {
	c.Name, c.Version, c.Label = kept(c.Name), kept(c.Version), kept(c.Label)
	c.Dialects = slices.Clone(c.Dialects)
	for i := range c.Dialects {
		c.Dialects[i] = kept(c.Dialects[i])
	}
	return c
}

// Bounded is the case with texts that a log can keep; each that is cut says how
// much is left out. Every view is drawn from what it returns.
func (c Case) Bounded() Case {
	c.Detail = kept(c.Detail)
	c.Findings = slices.Clone(c.Findings)
	for i := range c.Findings {
		f := &c.Findings[i]
		f.Detail = kept(f.Detail)
		f.Differences, f.Consequences = bounded(f.Differences), bounded(f.Consequences)
	}
	return c
}

func bounded(all []spec.Difference) []spec.Difference {
	all = slices.Clone(all)
	for i := range all {
		d := &all[i]
		for _, text := range []*string{&d.Path, &d.Want, &d.Got, &d.Session, &d.Message, &d.Call} {
			*text = kept(*text)
		}
	}
	return all
}

func kept(text string) string { return words.Clip(text, mostKept) }
