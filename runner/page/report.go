package page

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// mostExamples is the most streams that a report shows.
const mostExamples = 200

// Report writes the report of a log. headline is the verdict in a line, as the command
// prints it; t says where the replay files are. The error is that of writing.
func Report(to io.Writer, l *report.Log, headline string, t report.Text) error {
	v := &reportView{Headline: words.Line(headline), log: l, text: t}
	v.facts()
	v.diagnosis()
	v.families()
	v.findings()
	v.notes()
	return render(to, "report", v.Title, v, &v.data)
}

// reportView is what the template of a report shows. Its texts are safe to show.
type reportView struct {
	Title, Headline string
	Verdict         string // pass or fail
	Facts           []fact
	Deviations      []item
	Explained       string
	Families        []family
	Findings        []item
	Notes           []string

	log  *report.Log
	text report.Text
	data Data
}

type fact struct{ Name, Value string }

// An item is a deviation, a cluster or a finding.
type item struct {
	ID, Verdict, Class, Name, Sentence, Level string
	Facts                                     []string
	Differences                               []difference
	More                                      int // differences that are not shown
	Example                                   *shownExample
	Again                                     string
	Known                                     bool
}

type difference struct{ Path, Want, Got string }

// A shownExample is an example as text, for who has no script.
type shownExample struct {
	ID, Drawing, Sides, Records, Missing string
}

type family struct {
	Name  string
	Rules []rule
}

type rule struct{ ID, Name, Word, Class, Level, Sentence, Counts, Finding string }

func (v *reportView) facts() {
	h := &v.log.Header
	name := strings.TrimSpace(words.Line(h.Candidate.Name) + " " + words.Line(h.Candidate.Version))
	v.Title, v.Verdict = name, "pass"
	if head := report.HeadlineOf(v.log); head.Fail+head.Uncharged > 0 {
		v.Verdict = "fail"
	}
	v.Facts = []fact{
		{"candidate", name + " (" + words.Line(h.Candidate.Role) + ")"}, {"observes", h.Candidate.Observes.String()},
		{"dialects", words.Line(strings.Join(h.Dialects, ", "))}, {"cases", fmt.Sprintf("%d of %d", len(v.log.Cases), h.Cases)},
		{"seed", fmt.Sprint(h.Seed)}, {"level", words.Line(h.Level)}, {"corpus", words.Line(h.Corpus)}, {"harness", words.Line(h.Harness)},
	}
	for _, optional := range []fact{{"rules", h.Rules}, {"shard", h.Shard}, {"writes", h.Candidate.Out}} {
		if optional.Value != "" {
			v.Facts = append(v.Facts, fact{optional.Name, words.Line(optional.Value)})
		}
	}
}

func (v *reportView) diagnosis() {
	if v.log.Footer == nil || v.log.Footer.Diagnosis == nil {
		return
	}
	d := v.log.Footer.Diagnosis
	v.Explained = d.Headline()
	for i := range d.Deviations {
		v.Deviations = append(v.Deviations, v.deviation(i, &d.Deviations[i]))
	}
	for i := range d.Clusters {
		c := &d.Clusters[i]
		one := item{ID: fmt.Sprintf("cluster-%d", i+1), Name: "unknown", Class: "none", Sentence: words.Line(c.Title()), Facts: []string{words.Counted(c.Cases, "case")}}
		if near := c.Decisions[0].Nearest; near != "" {
			one.Facts = append(one.Facts, "nearest to it: "+words.Line(near))
		}
		if len(c.Rules) > 0 {
			one.Facts = append(one.Facts, "speaks of "+words.Line(c.Rules[0]))
		}
		v.showsOwn(&one, &c.Example, c.Smallest)
		v.Deviations = append(v.Deviations, one)
	}
}

func (v *reportView) deviation(i int, d *report.Diagnosed) item {
	one := item{
		ID: fmt.Sprintf("deviation-%d", i+1), Name: words.Line(d.Name), Class: "fail", Sentence: words.Line(d.Sentence + d.Doubt()),
		Facts: []string{words.Line(d.Breaks()), words.Counted(d.Cases, "case")},
	}
	if len(d.Equals) > 0 {
		one.Facts = append(one.Facts, "no case tells it from "+words.Line(strings.Join(d.Equals, ", ")))
	}
	v.showsOwn(&one, &d.Example, d.Smallest)
	return one
}

// showsOwn adds the example of an item of the diagnosis, or else of its smallest case.
func (v *reportView) showsOwn(i *item, e *report.Example, smallest string) {
	if e.Stream == "" && e.LeftOut == 0 {
		e = v.caseNamed(smallest)
	}
	v.shows(i, e, "")
}

// caseNamed is the example of a case; nil for none.
func (v *reportView) caseNamed(name string) *report.Example {
	for i := range v.log.Cases {
		if c := &v.log.Cases[i]; c.Name == name && (c.Example.Stream != "" || c.Example.LeftOut > 0) {
			return &c.Example
		}
	}
	return nil
}

// shows adds the example of an item, and the command that runs it again.
func (v *reportView) shows(i *item, e *report.Example, replay string) {
	if e != nil {
		replay = cmp.Or(replay, e.Replay)
	}
	if replay != "" {
		i.Again = words.Line(v.text.Again(v.log, replay))
	}
	i.Example = v.example(i.ID, e)
	if e == nil && replay != "" {
		i.Example.Missing = "the log has no stream for it; the file of the command below has it"
	}
}

func (v *reportView) example(id string, e *report.Example) *shownExample {
	switch {
	case e == nil:
		return &shownExample{Missing: "the log has no stream for it; run --replays 0 keeps a file of every failure, and the file has it"}
	case len(v.data.Examples) >= mostExamples:
		return &shownExample{Missing: fmt.Sprintf("left out: this page shows %d streams", mostExamples)}
	}
	drawn, err := exampleOf(e, &v.log.Header)
	if err != nil {
		return &shownExample{Missing: words.Line(err.Error())}
	}
	drawn.ID = "example-" + id
	v.data.Examples = append(v.data.Examples, *drawn)
	var lanes, records strings.Builder
	drawing(&lanes, &drawn.Layout)
	for _, r := range drawn.Records {
		fmt.Fprintln(&records, r.Text+cut(r.Cut))
	}
	return &shownExample{ID: drawn.ID, Drawing: lanes.String(), Sides: sidesOf(drawn.Steps), Records: records.String()}
}

// sidesOf is the last position of an example as text: - is expected alone, + seen alone.
func sidesOf(steps []ShownPosition) string {
	var b strings.Builder
	line := func(sign string, depth int, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s %s%s\n", sign, strings.Repeat("  ", depth), text)
		}
	}
	for _, row := range steps[len(steps)-1].Rows {
		if row.Mark == "" {
			line(" ", row.Depth, cmp.Or(row.Want, row.Got))
			continue
		}
		line("-", row.Depth, row.Want)
		line("+", row.Depth, row.Got)
	}
	return b.String()
}

func cut(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" … %d more bytes", n)
}

func (v *reportView) families() {
	anchors := map[string]string{}
	for i, g := range v.log.Groups() {
		if g.Best.Rule != "" && anchors[g.Best.Rule] == "" {
			anchors[g.Best.Rule] = fmt.Sprintf("finding-%d", i+1)
		}
	}
	for _, s := range v.log.Rules() {
		name, _, _ := strings.Cut(s.Rule, "/")
		if n := len(v.Families); n == 0 || v.Families[n-1].Name != words.Line(name) {
			v.Families = append(v.Families, family{Name: words.Line(name)})
		}
		r := rule{ID: words.Line(s.Rule), Word: s.Word(), Class: class(s.Verdict, s.Listed()), Counts: s.CountWords(), Finding: anchors[s.Rule]}
		r.Level, r.Sentence = sentence(s.Rule)
		f := &v.Families[len(v.Families)-1]
		f.Rules = append(f.Rules, r)
	}
}

// sentence returns a rule's level and sentence; "" if it is not known here.
func sentence(id string) (level, text string) {
	r, ok := spec.RuleByID(id)
	if !ok {
		return "", ""
	}
	return string(r.Level), r.Sentence
}

// class is the look of a verdict.
func class(v spec.Verdict, known bool) string {
	switch {
	case known:
		return "known"
	case v.Blames():
		return "fail"
	case v.Passed():
		return "pass"
	}
	return "none"
}

// mostDifferences is the most differences of a finding that are listed.
const mostDifferences = 12

func (v *reportView) findings() {
	for i, g := range v.log.Groups() {
		f := &g.Best
		one := item{
			ID: fmt.Sprintf("finding-%d", i+1), Verdict: f.Verdict.String(), Class: class(f.Verdict, g.Known), Known: g.Known,
			Name: words.Line(cmp.Or(f.Habit, f.Rule, "no rule")), Facts: []string{words.Line(f.Case), report.Place(f.Position) + report.More(g.Cases-1)},
		}
		one.Level, one.Sentence = sentence(f.Rule)
		for _, issue := range g.Issues {
			one.Facts = append(one.Facts, "known: "+words.Line(issue))
		}
		for _, h := range f.Faults {
			one.Facts = append(one.Facts, "fault: "+words.Line(report.FaultWords(h)))
		}
		if f.Detail != "" {
			one.Facts = append(one.Facts, words.Line(words.Clip(f.Detail, longestValue)))
		}
		if f.Seed != 0 {
			one.Facts = append(one.Facts, fmt.Sprintf("seed %d", f.Seed))
		}
		for j := range f.Differences[:min(mostDifferences, len(f.Differences))] {
			d := &f.Differences[j]
			one.Differences = append(one.Differences, difference{words.Line(d.Path), words.Line(words.Clip(d.Want, longestValue)), words.Line(words.Clip(d.Got, longestValue))})
		}
		one.More = len(f.Differences) - len(one.Differences)
		v.shows(&one, v.caseNamed(f.Case), f.Replay)
		v.Findings = append(v.Findings, one)
	}
}

// notes say what the reader of the text report is told at its end.
func (v *reportView) notes() {
	var b bytes.Buffer
	_ = report.Text{Folder: v.text.Folder}.Tail(&b, v.log) // a buffer takes everything
	for _, paragraph := range strings.Split(strings.TrimSpace(b.String()), "\n\n") {
		if paragraph != "" {
			v.Notes = append(v.Notes, paragraph)
		}
	}
}
