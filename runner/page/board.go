package page

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// boardView is what the template of a board shows.
type boardView struct {
	Title      string
	Candidates []boardCandidate
	Families   []boardFamily
	Changes    []boardChange
	Width      int
}

type boardCandidate struct{ Name, Headline, Run, Word, Class string }

type boardFamily struct {
	Name  string
	Rules []boardRule
}

type boardRule struct {
	ID    string
	Cells []boardCell
}

type boardCell struct{ Word, Sign, Class, Counts string }

type boardChange struct{ Title, Text string }

// Board writes several logs side by side: candidates by rules, the versions of one
// candidate in order, and what changed from one to the next. The error is that of
// writing.
func Board(to io.Writer, logs []*report.Log) error {
	logs = slices.Clone(logs)
	slices.SortStableFunc(logs, func(a, b *report.Log) int {
		x, y := &a.Header.Candidate, &b.Header.Candidate
		return cmp.Or(cmp.Compare(x.Name, y.Name), versions(x.Version, y.Version))
	})
	v := &boardView{Title: words.Counted(len(logs), "log"), Width: len(logs) + 1}
	all := make([]map[string]report.RuleSummary, len(logs))
	var ids []string
	for i, l := range logs {
		v.Candidates = append(v.Candidates, candidateOf(l))
		all[i] = map[string]report.RuleSummary{}
		for _, s := range l.Rules() {
			all[i][s.Rule] = s
			ids = append(ids, s.Rule)
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		v.rule(id, all)
	}
	for i := 1; i < len(logs); i++ {
		v.change(logs[i-1], logs[i])
	}
	return render(to, "board", v.Title, v, &Data{})
}

func candidateOf(l *report.Log) boardCandidate {
	h, head := &l.Header, report.HeadlineOf(l)
	c := boardCandidate{Name: called(h), Headline: head.String(), Word: "pass", Class: "pass"}
	c.Run = fmt.Sprintf("%s, seed %d, corpus %s, %s, %s", words.Line(h.Harness), h.Seed, words.Line(h.Corpus), words.Line(h.Level), words.Counted(len(l.Cases), "case"))
	switch {
	case head.Fail+head.Uncharged > 0:
		c.Word, c.Class = "fail", "fail"
	case l.Footer == nil || l.Footer.Stopped != "" || head.Pass == 0:
		c.Word, c.Class = "part", "none"
	}
	return c
}

func called(h *report.Header) string {
	return strings.TrimSpace(words.Line(h.Candidate.Name) + " " + words.Line(h.Candidate.Version))
}

func (v *boardView) rule(id string, all []map[string]report.RuleSummary) {
	name, _, _ := strings.Cut(id, "/")
	if n := len(v.Families); n == 0 || v.Families[n-1].Name != words.Line(name) {
		v.Families = append(v.Families, boardFamily{Name: words.Line(name)})
	}
	r := boardRule{ID: words.Line(id)}
	for _, log := range all {
		s, ok := log[id]
		if !ok {
			r.Cells = append(r.Cells, boardCell{})
			continue
		}
		look := class(s.Verdict, s.Listed())
		r.Cells = append(r.Cells, boardCell{
			Word: s.Word(), Class: look, Counts: s.CountWords(),
			Sign: map[string]string{"fail": "✕", "pass": "✓", "known": "≈", "none": "–"}[look],
		})
	}
	f := &v.Families[len(v.Families)-1]
	f.Rules = append(f.Rules, r)
}

// change compares two logs if they are of one candidate.
func (v *boardView) change(before, after *report.Log) {
	if before.Header.Candidate.Name != after.Header.Candidate.Name {
		return
	}
	var b strings.Builder
	compared := report.Compare(before, after)
	_ = compared.Write(&b) // a builder takes everything
	v.Changes = append(v.Changes, boardChange{called(&before.Header) + " → " + cmp.Or(words.Line(after.Header.Candidate.Version), "another log"), words.Text(b.String())})
}

// versions compares two versions: numbers as numbers, and what has a suffix behind a
// hyphen before what has none.
func versions(a, b string) int {
	x, early, _ := strings.Cut(a, "-")
	y, late, _ := strings.Cut(b, "-")
	if n := numbered(x, y); n != 0 {
		return n
	}
	switch {
	case early == "" && late != "":
		return 1
	case early != "" && late == "":
		return -1
	}
	return numbered(early, late)
}

func numbered(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		n, bad := strconv.Atoi(x)
		m, worse := strconv.Atoi(y)
		if bad != nil || worse != nil {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(n, m)
	})
}
