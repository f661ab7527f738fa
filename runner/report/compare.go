package report

import (
	"cmp"
	"io"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Change is one thing that a candidate does wrong, in one of two logs or in both: a
// deviation, or a verdict with the rule that it charges.
type Change struct {
	// Title is the deviation's name with its sentence, or the finding's verdict and
	// rule.
	Title string
	// Before and After are how many cases show it; 0 where it is not found.
	Before, After int
	// Best is the finding that shows it best, in the later log that has it; nil for a
	// deviation.
	Best *spec.Finding
}

// A Comparison is what two logs of a candidate have in common and what not.
type Comparison struct {
	Gone, New, Still []Change
	// Unasked are findings of the later log only, all in cases that the earlier one does
	// not have.
	Unasked []Change
	// Mended are the cases that failed before and pass now, Broken those that passed
	// before and fail now, in case order.
	Mended, Broken []string
	// Same means that both runs had the same cases in all that decides them. If they
	// had not, what is gone may not have been asked.
	Same bool
	// Cut means that the later log has no end: what is gone may stand in what it lacks.
	Cut bool
}

// Worse reports whether the later log has something that the earlier one has not.
func (c *Comparison) Worse() bool { return len(c.New)+len(c.Broken) > 0 }

// Compare compares two logs.
func Compare(before, after *Log) Comparison {
	c := Comparison{Same: sameCases(&before.Header, &after.Header), Cut: after.Footer == nil}
	was, is, e := changes(before), changes(after), NewEarlier(before)
	asked := e.asked(after)
	for title, change := range is {
		old, ok := was[title]
		switch change.Before = old.After; {
		case ok:
			c.Still = append(c.Still, change)
		case change.Best != nil && !asked[Failed{change.Best.Verdict, change.Best.Rule}]:
			c.Unasked = append(c.Unasked, change)
		default:
			c.New = append(c.New, change)
		}
	}
	for title, old := range was {
		if _, ok := is[title]; !ok {
			c.Gone = append(c.Gone, Change{Title: title, Before: old.After, Best: old.Best})
		}
	}
	for _, list := range [][]Change{c.Gone, c.New, c.Still, c.Unasked} {
		slices.SortFunc(list, func(a, b Change) int {
			return cmp.Or(cmp.Compare(b.Before+b.After, a.Before+a.After), cmp.Compare(a.Title, b.Title))
		})
	}
	c.cases(e, after)
	return c
}

// sameCases reports whether two runs have the same plan.
func sameCases(a, b *Header) bool {
	return a.Seed == b.Seed && a.Corpus == b.Corpus && a.Level == b.Level && a.Rules == b.Rules && a.Shard == b.Shard && a.Cases == b.Cases && slices.Equal(a.Dialects, b.Dialects)
}

// changes returns what a log shows wrong, by title.
func changes(l *Log) map[string]Change {
	all := map[string]Change{}
	for _, g := range Groups(l.Cases) {
		title := g.Best.Verdict.String() + " " + title(&g.Best)
		all[title] = Change{Title: title, After: g.Cases, Best: &g.Best}
	}
	if l.Footer != nil && l.Footer.Diagnosis != nil {
		for _, d := range l.Footer.Diagnosis.Deviations {
			title := "deviation " + d.Name + ": " + d.Sentence
			all[title] = Change{Title: title, After: d.Cases}
		}
	}
	return all
}

// asked returns the failures of a later log of which one case at least is also in the
// earlier one.
func (e *Earlier) asked(after *Log) map[Failed]bool {
	asked := map[Failed]bool{}
	for i := range after.Cases {
		c := &after.Cases[i]
		for _, f := range c.Findings {
			asked[Failed{f.Verdict, f.Rule}] = asked[Failed{f.Verdict, f.Rule}] || e.Case(&after.Header, c) != nil
		}
	}
	return asked
}

// cases compares the verdicts of the cases that both logs have.
func (c *Comparison) cases(e *Earlier, after *Log) {
	for i := range after.Cases {
		now := &after.Cases[i]
		old := e.Case(&after.Header, now)
		switch {
		case old == nil:
		case old.Verdict.Passed() && now.Verdict.Blames():
			c.Broken = append(c.Broken, now.Name)
		case old.Verdict.Blames() && now.Verdict.Passed():
			c.Mended = append(c.Mended, now.Name)
		}
	}
}

// Write prints the comparison: what is new first.
func (c *Comparison) Write(to io.Writer) error {
	w := &printer{to: to}
	if !c.Same {
		w.f("the two runs had other cases: seed, corpus, level, rules, number or dialects differ, so what is gone may not have been asked\n")
	}
	changed(w, "new", c.New)
	changed(w, "found only in cases that the earlier run does not have", c.Unasked)
	if c.Cut {
		w.f("the later log was cut off, so what is gone may not have been asked\n")
	}
	changed(w, "gone", c.Gone)
	changed(w, "still there", c.Still)
	named(w, "passed before and fails now", c.Broken)
	named(w, "failed before and passes now", c.Mended)
	if len(c.New)+len(c.Unasked)+len(c.Gone)+len(c.Still)+len(c.Broken)+len(c.Mended) == 0 {
		w.f("nothing fails in either\n")
	}
	return w.err
}

func changed(w *printer, heading string, all []Change) {
	if len(all) > 0 {
		w.f("%s\n", heading)
	}
	for _, c := range all {
		w.f("  %s\n", words.Line(words.Clip(c.Title, longest)))
		switch {
		case c.Before == 0 || c.After == 0:
			w.f("    %s", words.Counted(c.Before+c.After, "case"))
		default:
			w.f("    %s before, %d after", words.Counted(c.Before, "case"), c.After)
		}
		if c.Best != nil {
			w.f("; best seen in %s, %s", line(c.Best.Case), Place(c.Best.Position))
		}
		w.f("\n")
	}
}

// mostNamed is how many cases a comparison lists by name.
const mostNamed = 5

func named(w *printer, heading string, cases []string) {
	if len(cases) == 0 {
		return
	}
	w.f("%s: %s\n", words.Counted(len(cases), "case"), heading)
	for _, name := range cases[:min(mostNamed, len(cases))] {
		w.f("  %s\n", line(name))
	}
	if more := len(cases) - mostNamed; more > 0 {
		w.f("  … and %d more\n", more)
	}
}
