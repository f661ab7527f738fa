package report

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// mostKept is the most characters of one text that a log keeps. A candidate's answers
// have no limit of their own.
const mostKept = 16 << 10

// Bounded returns the candidate with texts cut for the log.
func (c Candidate) Bounded() Candidate {
	c.Name, c.Version, c.Label = kept(c.Name), kept(c.Version), kept(c.Label)
	c.Dialects = slices.Clone(c.Dialects)
	for i := range c.Dialects {
		c.Dialects[i] = kept(c.Dialects[i])
	}
	return c
}

// Bounded returns the case with texts cut for the log. Each cut text says how much is
// left out. Every view is made from the result.
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
