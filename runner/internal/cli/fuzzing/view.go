package fuzzing

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A huntView prints the result of a campaign.
type campaignView struct {
	commands
	report *campaign.Report
	// findings is the folder of their files, bugReport the file that reports a failure of quock itself.
	findings, bugReport string
	unreported          error    // why there is no such file
	args                []string // the candidate's command
}

func (v *campaignView) print(f *spec.Features, ended string) {
	r := v.report
	fmt.Fprintf(v.Out, "\n%s in %s: %s\n", words.Counted(int(r.Tried), "case"), words.Counted(r.Rounds, "round"), verdictWords(r.Verdicts))
	if ended != "" {
		fmt.Fprintf(v.Out, "%s\n", ended)
	}
	same, across := r.Pairs()
	fmt.Fprintf(v.Out, "covered: %d events in their states, %d pairs of events in one session and %d across two, %d classes of events in order; about %d interleavings; %d cases in the corpus\n",
		r.Edges, same, across, r.Orders, r.Interleavings, r.Corpus)
	for _, g := range r.Uncovered(f) {
		fmt.Fprintf(v.Out, "never seen %s: %s\n", g.What, strings.Join(g.Events, ", "))
	}
	v.strategies()
	v.streams()
	if r.Wavered > 0 {
		fmt.Fprintf(v.Out, "\n%d failing cases had another result when they were run again: the candidate is flaky\n", r.Wavered)
	}
	if r.Problem != "" {
		fmt.Fprintf(v.Out, "\nour own failure: %s\n   This is a failure of quock itself, not of the candidate: please send %s to quock's issue tracker;\n   quock replay with the token in it runs it again.\n", words.Line(r.Problem), words.Line(cmp.Or(v.bugReport, "this line")))
		if v.unreported != nil {
			fmt.Fprintf(v.Out, "   its bug report could not be written: %s\n", words.Line(v.unreported.Error()))
		}
	}
}

// strategies prints which strategies found something.
func (v *campaignView) strategies() {
	var all []string
	for _, a := range v.report.Strategies {
		if a.Cases > 0 {
			all = append(all, fmt.Sprintf("%s %d of %d", a.Strategy, a.Found, a.Cases))
		}
	}
	fmt.Fprintf(v.Out, "something new in: %s\n", strings.Join(all, ", "))
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

// A progressView shows the progress of a campaign, and prints a line for each finding.
type progressView struct {
	out io.Writer
	bar *terminal.Bar
	// folder is the campaign's, nil if it is removed when this process ends.
	folder  *campaigning.Folder
	printed int // the findings that were printed
}

func newProgressView(c commands, f *campaigning.Folder, quiet bool) *progressView {
	bar := terminal.NewBar(c.BareErr, quiet)
	return &progressView{out: bar.Above(c.Out), bar: bar, folder: f}
}

// show shows the progress so far, and findings that are new.
func (v *progressView) show(p *campaign.Progress) {
	v.printed = max(v.printed, p.Known)
	for ; v.printed < len(p.Findings); v.printed++ {
		f := &p.Findings[v.printed]
		line := fmt.Sprintf("found: %s, %d events", name(f), f.Events)
		if v.folder != nil {
			line += ": " + v.folder.Path(f.Name)
		}
		fmt.Fprintln(v.out, words.Line(line))
	}
	v.bar.Set(seen(p))
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
