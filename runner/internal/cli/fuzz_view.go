package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/hunt"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// shownFindings is how many streams are printed for one rule, smallest first.
const shownFindings = 5

// A huntView prints the result of a campaign.
type huntView struct {
	console
	report *campaign.Report
	// findings is the folder of their files, bugReport the file that reports a failure of quock itself.
	findings, bugReport string
	unreported          error    // why there is no such file
	args                []string // the candidate's command; none after a merge
}

func (v *huntView) print(f *spec.Features, ended string) {
	r := v.report
	fmt.Fprintf(v.out, "\n%d cases in %d batches: %s\n", r.Tried, r.Batches, verdictWords(r.Verdicts))
	if ended != "" {
		fmt.Fprintf(v.out, "%s\n", ended)
	}
	same, across := r.Pairs()
	fmt.Fprintf(v.out, "covered: %d events in their states, %d pairs of events in one session and %d across two, %d classes of events in order; about %d interleavings; %d cases in the corpus\n",
		r.Edges, same, across, r.Orders, r.Interleavings, r.Corpus)
	for _, g := range r.Uncovered(f) {
		fmt.Fprintf(v.out, "never seen %s: %s\n", g.What, strings.Join(g.Events, ", "))
	}
	v.arms()
	v.streams()
	if r.Wavered > 0 {
		fmt.Fprintf(v.out, "\n%d failing cases had another result when they were run again: the candidate is flaky\n", r.Wavered)
	}
	if r.Problem != "" {
		fmt.Fprintf(v.out, "\nour own failure: %s\n   This is a failure of quock itself, not of the candidate: please send %s to quock's issue tracker;\n   quock replay with the token in it runs it again.\n", words.Line(r.Problem), words.Line(cmp.Or(v.bugReport, "this line")))
		if v.unreported != nil {
			fmt.Fprintf(v.out, "   its bug report could not be written: %s\n", words.Line(v.unreported.Error()))
		}
	}
}

// arms prints which strategies found something.
func (v *huntView) arms() {
	var all []string
	for _, a := range v.report.Strategies {
		if a.Cases > 0 {
			all = append(all, fmt.Sprintf("%s %d of %d", a.Strategy, a.Found, a.Cases))
		}
	}
	fmt.Fprintf(v.out, "something new in: %s\n", strings.Join(all, ", "))
}

// streams prints the findings, by rule.
func (v *huntView) streams() {
	all := v.report.Findings
	rules := 0
	for i := range all {
		if i == 0 || heading(&all[i]) != heading(&all[i-1]) {
			rules++
		}
	}
	fmt.Fprintf(v.out, "\nfound: %d streams under %d headings\n", len(all), rules)
	for i, shown := 0, 0; i < len(all); i++ {
		if shown++; i == 0 || heading(&all[i]) != heading(&all[i-1]) {
			fmt.Fprintf(v.out, "\n%s\n", heading(&all[i]))
			shown = 1
		}
		switch {
		case shown <= shownFindings:
			v.finding(&all[i])
		case i+1 == len(all) || heading(&all[i+1]) != heading(&all[i]):
			fmt.Fprintf(v.out, "  and %d more in %s\n", shown-shownFindings, words.Line(v.findings))
		}
	}
}

// heading returns the heading of findings: their rule with its sentence.
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

func (v *huntView) finding(f *campaign.Filed) {
	size := fmt.Sprintf("%d events in %d records", f.Events, f.Records)
	if f.Whole {
		size += ", the case as it was"
	}
	if f.Stopped {
		size += ", not yet the smallest"
	}
	fmt.Fprintf(v.out, "  %s: %s\n", size, words.Line(f.Kind))
	for _, s := range f.Also {
		if s.Rule != f.Rule {
			fmt.Fprintf(v.out, "    also %s: %s\n", s.Rule, words.Line(s.Kind))
		}
	}
	again := filepath.Join(v.findings, f.Name)
	if len(v.args) > 0 {
		again += " -- " + strings.Join(v.args, " ")
	} else {
		again += " -- COMMAND"
	}
	fmt.Fprintf(v.out, "    again: quock replay %s\n", words.Line(again))
}

func verdictWords(counts map[spec.Verdict]int) string {
	var all []string
	for _, verdict := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, fmt.Sprintf("%d %s", counts[verdict], verdict))
	}
	if len(all) == 0 {
		return "none tried"
	}
	return strings.Join(all, ", ")
}

// A progressView shows the progress of a campaign. On a terminal it rewrites one
// line; elsewhere it prints a line for each finding and for each thousand cases.
type progressView struct {
	out    io.Writer
	line   *terminal.Line
	folder *hunt.Folder
	// printed counts the findings already printed; next is the number of cases at which
	// the next line is due.
	printed int
	next    uint64
}

// every is the number of cases between two lines.
const every = 1000

func newProgressView(c console, f *hunt.Folder) *progressView {
	line := terminal.NewLine(c.bareOut)
	return &progressView{out: &terminal.Above{To: c.out, Line: line}, line: line, folder: f, next: every}
}

// show shows the progress so far, and findings that are new.
func (v *progressView) show(p *campaign.Progress) {
	v.printed = max(v.printed, p.Known)
	for ; v.printed < len(p.Findings); v.printed++ {
		f := &p.Findings[v.printed]
		fmt.Fprintln(v.out, words.Line(fmt.Sprintf("found: %s, %d events: %s", name(f), f.Events, v.folder.Finding(f.Name))))
	}
	switch {
	case v.line.Live():
		v.line.Show(state(p))
	case p.Tried >= v.next:
		v.next = (p.Tried/every + 1) * every
		fmt.Fprintln(v.out, state(p))
	}
}

func state(p *campaign.Progress) string {
	of := ""
	if p.Of < 1<<39 {
		of = fmt.Sprintf(" of %d", p.Of)
	}
	return fmt.Sprintf("%d%s cases, %d edges, %d in the corpus, %d findings", p.Tried, of, p.Edges, p.Corpus, len(p.Findings))
}

func name(f *campaign.Filed) string {
	switch {
	case f.Flaky:
		return "a flaky case"
	case f.Rule == "":
		return f.Kind
	}
	return f.Rule
}
