package replay

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// widestDifference is the most characters of a difference in a story.
const widestDifference = 2000

// story describes what happens in the case and what went wrong.
func story(c *attribute.Attribution) string {
	var b strings.Builder
	t := c.Trial
	b.WriteString("A case that a candidate failed. Run it again with: quock replay FILE -- COMMAND\n\n")
	for _, f := range c.Findings {
		sentence := ""
		if r, ok := spec.RuleByID(f.Rule); ok {
			sentence = ": " + r.Sentence
		}
		fmt.Fprintf(&b, "%s %s%s%s\n", f.Verdict, f.Rule, f.Habit, sentence)
	}
	if d := c.Findings[0].Deviation; d != "" {
		fmt.Fprintf(&b, "deviation %s: %s\n", d, sentenceOf(d))
	}
	fmt.Fprintf(&b, "\ncase %s, dialect %s", t.Case.Name, t.Case.Dialect)
	if t.Case.Seed != 0 {
		fmt.Fprintf(&b, ", seed %d", t.Case.Seed)
	}
	b.WriteString("\n")
	if a := t.Case.Adapts; a != nil {
		fmt.Fprintf(&b, "to be written as %s, sub-sessions %s\n", a.Out, a.Children)
	}
	if t.Case.Transport != nil {
		fmt.Fprintf(&b, "its bytes: %s\n", t.Case.Transport)
	}
	for i, before := range t.Case.Before {
		fmt.Fprintf(&b, "before it, in the same process: run %d, case %s\n", i+1, before.Name)
	}
	if t.Case.Why != "" {
		fmt.Fprintf(&b, "why: %s\n", t.Case.Why)
	}
	for _, h := range t.Case.Faults {
		fmt.Fprintf(&b, "fault: %s (%s)\n", h.Name, h.Rule)
	}
	if p := t.Case.Performed; p != nil {
		b.WriteString("\n" + p.Story() + "\n")
	}
	if c.Shrunk != nil {
		fmt.Fprintf(&b, "%s\n\n%s", reduced(c.Shrunk, t.Case), InWords(&t.Case.Stream, c.Shrunk.Free))
	}
	related(c, &b)
	if t.Detail != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.ReplaceAll(t.Detail, "\n", "\n  "))
	}
	if at := t.First(); at >= 0 {
		fmt.Fprintf(&b, "\n%s the two transcripts part:\n", report.Place(t.Observed[at].Position))
		for _, d := range t.Observed[at].Differences {
			fmt.Fprintf(&b, "  %s\n", words.Clip(d.String(), widestDifference))
		}
	}
	if c.ReadsAs != "" {
		fmt.Fprintf(&b, "\n%s\n", c.ReadsAs)
	}
	b.WriteString("\n")
	return indentMarkers(words.Text(b.String()))
}

// sentenceOf is the sentence of a deviation of the registry.
func sentenceOf(name string) string {
	d, _ := deviation.ByName(name)
	return d.Sentence
}

// related describes the result of a relation.
func related(c *attribute.Attribution, b *strings.Builder) {
	if c.Held == nil {
		return
	}
	fmt.Fprintf(b, "\n%s\nThe stream is the part %s, the changed one %s.\n", c.Findings[0].Detail, partStream, partChanged)
	for _, d := range c.Findings[0].Differences {
		fmt.Fprintf(b, "  %s\n", words.Clip(d.String(), widestDifference))
	}
}

// indentMarkers indents lines of a story that look like the start of a file.
func indentMarkers(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "-- ") {
			lines[i] = " " + l
		}
	}
	return strings.Join(lines, "\n")
}
