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
	Run        string // what all logs have in common, "" where their runs differ
	Candidates []boardCandidate
	Families   []boardFamily
	Changes    []boardChange
	Width      int
}

// A boardCandidate is a row of the first table: how the run ended, the rules that fail, and
// where on the page stands what changed since the version before.
type boardCandidate struct {
	Name, Headline, Run, Cases, Word, Class string
	Failing                                 []string
	Before, Changes                         string
}

type boardFamily struct {
	Name  string
	Rules []boardRule
}

type boardRule struct {
	ID    string
	Cells []boardCell
}

type boardCell struct{ Word, Sign, Class, Counts string }

type boardChange struct{ ID, Title, Text string }

// Board writes several logs side by side: candidates by rules, the versions of one
// candidate in order, and what changed from one to the next that reads the same dialects.
// The error is that of writing.
func Board(to io.Writer, logs []*report.Log) error {
	logs = slices.Clone(logs)
	slices.SortStableFunc(logs, func(a, b *report.Log) int {
		x, y := &a.Header.Candidate, &b.Header.Candidate
		return cmp.Or(cmp.Compare(x.Name, y.Name), slices.Compare(a.Header.Dialects, b.Header.Dialects), versions(x.Version, y.Version))
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
	for i := range logs {
		v.Candidates[i].Failing = failingRules(all[i])
		if i > 0 {
			v.change(&v.Candidates[i], logs[i-1], logs[i])
		}
	}
	v.share()
	return render(to, "board", v.Title, v, &Data{})
}

func candidateOf(l *report.Log) boardCandidate {
	h, head := &l.Header, report.HeadlineOf(l)
	c := boardCandidate{Name: called(h), Headline: head.String(), Word: "pass", Class: "pass"}
	c.Run = fmt.Sprintf("%s, seed %d, corpus %s, %s", words.Line(h.Harness), h.Seed, words.Line(h.Corpus), words.Line(h.Level))
	c.Cases = words.Counted(len(l.Cases), "case") + " of " + read(h.Dialects)
	switch {
	case head.Fail+head.Uncharged > 0:
		c.Word, c.Class = "fail", "fail"
	case l.Footer == nil || l.Footer.Stopped != "" || head.Pass == 0:
		c.Word, c.Class = "part", "none"
	}
	return c
}

// read names a few dialects, and counts many.
func read(names []string) string {
	const few = 2
	if len(names) > few {
		return words.Counted(len(names), "dialect")
	}
	return words.Line(strings.Join(names, ", "))
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

// failingRules are the ids of the rules that fail and are not known to, in order.
func failingRules(of map[string]report.RuleSummary) (ids []string) {
	for id, s := range of {
		if class(s.Verdict, s.Listed()) == "fail" {
			ids = append(ids, words.Line(id))
		}
	}
	slices.Sort(ids)
	return ids
}

// share moves what the runs of all candidates have in common to the head of the page.
func (v *boardView) share() {
	for i := range v.Candidates {
		if v.Candidates[i].Run != v.Candidates[0].Run {
			return
		}
	}
	for i := range v.Candidates {
		v.Run, v.Candidates[i].Run = v.Candidates[i].Run, ""
	}
}

// change compares two logs if they are of one candidate that reads the same dialects.
func (v *boardView) change(c *boardCandidate, before, after *report.Log) {
	if before.Header.Candidate.Name != after.Header.Candidate.Name || !slices.Equal(before.Header.Dialects, after.Header.Dialects) {
		return
	}
	var b strings.Builder
	compared := report.Compare(before, after)
	_ = compared.Write(&b) // a builder takes everything
	change := boardChange{
		ID: "change-" + strconv.Itoa(len(v.Changes)+1), Text: words.Text(b.String()),
		Title: called(&before.Header) + " → " + cmp.Or(words.Line(after.Header.Candidate.Version), "another log"),
	}
	c.Before, c.Changes = cmp.Or(words.Line(before.Header.Candidate.Version), "the log before"), change.ID
	v.Changes = append(v.Changes, change)
}

// versions compares two versions: numbers as numbers, and what has a suffix behind a
// hyphen before what has none. A number comes before a word (Semantic Versioning 2.0.0,
// section 11).
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
		n, xWord := strconv.Atoi(x)
		m, yWord := strconv.Atoi(y)
		switch {
		case xWord != nil && yWord != nil:
			return cmp.Compare(x, y)
		case xWord != nil:
			return 1
		case yWord != nil:
			return -1
		}
		return cmp.Compare(n, m)
	})
}
