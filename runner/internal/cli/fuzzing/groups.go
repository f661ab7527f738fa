package fuzzing

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// shownFindings is how many findings are shown of a group.
const shownFindings = 5

// A group is findings of one heading.
type group struct {
	heading string
	of      []*campaign.Filed
}

// groups returns the findings by what they show: first by the lines of the diagnosis,
// then, where they show none, by their rules.
func groups(r *campaign.Report) (known, others []group) {
	lines := slices.Clone(r.Diagnosis.Lines)
	slices.SortStableFunc(lines, func(a, b campaign.Heading) int { return cmp.Compare(r.Explained[b.Name], r.Explained[a.Name]) })
	slices.SortStableFunc(lines, func(a, b campaign.Heading) int { return cmp.Compare(place(&a), place(&b)) })
	at := map[string]int{}
	for i := range lines {
		at[lines[i].Name] = i
		known = append(known, group{heading: described(i+1, &lines[i], r.Explained[lines[i].Name])})
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if n, shows := at[f.Under]; shows && f.Under != "" {
			known[n].of = append(known[n].of, f)
			continue
		}
		if h := heading(f); len(others) == 0 || others[len(others)-1].heading != h {
			others = append(others, group{heading: h})
		}
		last := &others[len(others)-1]
		last.of = append(last.of, f)
	}
	return known, others
}

// place orders lines: deviations, then clusters, then what explains single streams.
func place(l *campaign.Heading) int { return number(l.Unknown) + 2*number(l.Alone) }

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// described is a line of the diagnosis, with the cases that were counted under it.
func described(n int, l *campaign.Heading, cases int) string {
	var about []string
	switch {
	case l.Unknown && len(l.Rules) > 0:
		about = append(about, "speaks of "+strings.Join(l.Rules[:min(2, len(l.Rules))], ", "))
	case !l.Unknown:
		about = append(about, (&report.Diagnosed{Rules: l.Rules, Choice: l.Choice}).Breaks())
	}
	if l.Alone {
		about = append(about, "explains only the streams here, each by itself")
	}
	if cases > 0 {
		about = append(about, words.Counted(cases, "case")+" counted here")
	}
	text := fmt.Sprintf("%2d. %-24s %s", n, l.Name, l.Sentence)
	if l.Unknown {
		text = fmt.Sprintf("%2d. %s\n      nearest to it: %s", n, l.Name, l.Sentence)
	}
	if len(about) > 0 {
		text += "\n      " + strings.Join(about, "; ")
	}
	if len(l.Equals) > 0 {
		text += "\n      no case tells it from: " + strings.Join(l.Equals, ", ")
	}
	return text
}

// streams prints the findings in groups.
func (v *campaignView) streams() {
	known, others := groups(v.report)
	fmt.Fprintf(v.Out, "\nfound: %s", words.Counted(len(v.report.Findings), "stream"))
	if len(known) > 0 {
		v.diagnosis(known)
	} else {
		fmt.Fprintf(v.Out, " under %s\n", words.Counted(len(others), "heading"))
	}
	for _, g := range others {
		fmt.Fprintf(v.Out, "\n%s\n", g.heading)
		v.group(g.of, "  ")
	}
}

// diagnosis prints the lines of the diagnosis, each with the findings that show it.
func (v *campaignView) diagnosis(known []group) {
	shown, lines := 0, [3]int{}
	for i, g := range known {
		shown += len(g.of)
		lines[place(&v.report.Diagnosis.Lines[i])]++
	}
	deviations, unknown := lines[0], lines[1]
	fmt.Fprintf(v.Out, ", %d under the lines of the diagnosis\n\ndiagnosis\n", shown)
	switch {
	case deviations+unknown == 0:
		fmt.Fprintf(v.Out, "  no known deviation explains the cases\n")
	case unknown == 0:
		fmt.Fprintf(v.Out, "  reads as the reference does, but for %s\n", words.Counted(deviations, "deviation"))
	case deviations == 0:
		fmt.Fprintf(v.Out, "  departs from the reference where no known deviation explains it: %s\n", words.Counted(unknown, "cluster"))
	default:
		fmt.Fprintf(v.Out, "  reads as the reference does, but for %s, and %s that no known deviation explains\n", words.Counted(deviations, "deviation"), words.Counted(unknown, "cluster"))
	}
	for _, g := range known {
		fmt.Fprintf(v.Out, "  %s\n", words.Text(g.heading))
		v.group(g.of, "      ")
	}
	if left := len(v.report.Findings) - shown; left > 0 {
		fmt.Fprintf(v.Out, "\nnot in the diagnosis: %s\n", words.Counted(left, "stream"))
	}
}

// group prints some findings of a group, and where the others are.
func (v *campaignView) group(of []*campaign.Filed, indent string) {
	for _, f := range of[:min(len(of), shownFindings)] {
		v.finding(f, indent)
	}
	if more := len(of) - shownFindings; more > 0 {
		fmt.Fprintf(v.Out, "%sand %d more in %s\n", indent, more, words.Line(v.findings))
	}
}

// heading returns the heading of findings that show no line of the diagnosis: their
// rule with its sentence.
func heading(f *campaign.Filed) string {
	rule, known := spec.RuleByID(f.Rule)
	switch {
	case f.Flaky:
		return "no rule: the same stream does not end in the same way each time"
	case !known:
		return "no rule: " + words.Line(f.Kind)
	}
	return fmt.Sprintf("%s (%s): %s", rule.ID, rule.Level, rule.Sentence)
}

func (v *campaignView) finding(f *campaign.Filed, indent string) {
	size := fmt.Sprintf("%d events in %d records", f.Events, f.Records)
	if f.Whole {
		size += ", the case as it was"
	}
	if f.Stopped {
		size += ", not yet the smallest"
	}
	fmt.Fprintf(v.Out, "%s%s: %s\n", indent, size, words.Line(f.Kind))
	for _, s := range f.Also {
		if s.Rule != f.Rule {
			fmt.Fprintf(v.Out, "%s  also %s: %s\n", indent, s.Rule, words.Line(s.Kind))
		}
	}
	again := filepath.Join(v.findings, f.Name) + " -- " + strings.Join(v.args, " ")
	fmt.Fprintf(v.Out, "%s  again: quock replay %s\n", indent, words.Line(again))
}
