package report

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// diagnose writes the diagnosis as the first suite, a test case for each deviation and
// cluster. What CI services show of JUnit are test cases and their messages: they show
// neither the properties of a suite nor its output. What no failure is attributed to is
// as known as the failures of its shortest case.
func (d *suites) diagnose(j JUnit, l *Log) {
	if l.Footer == nil || l.Footer.Diagnosis == nil {
		return
	}
	found := l.Footer.Diagnosis
	for i := range found.Deviations {
		named := &found.Deviations[i]
		note := &remark{Message: words.Line(named.Sentence + " " + words.Counted(named.Cases, "case")), Text: drawn(func(w *printer) {
			deviation(w, i+1, named, l.knownAs(named.Name))
			Text{Folder: j.Folder}.again(w, l, &named.Example, named.Smallest)
		})}
		as := l.knownAs(named.Name)
		if as == "" && !named.Attributed {
			as = l.knownCase(named.Smallest)
		}
		d.suite(diagnosisSuite).add(diagnosed(line(named.Name), as, note))
	}
	for i := range found.Clusters {
		c := &found.Clusters[i]
		note := &remark{Message: words.Line("unknown: " + c.Decisions[0].What + others(c)), Text: drawn(func(w *printer) {
			cluster(w, len(found.Deviations)+i+1, c)
			Text{Folder: j.Folder}.again(w, l, &c.Example, c.Smallest)
		})}
		d.suite(diagnosisSuite).add(diagnosed(fmt.Sprintf("unknown %d", i+1), l.knownCase(c.Smallest), note))
	}
}

// diagnosed is the test case of a deviation or cluster; one that is known is skipped.
func diagnosed(name, known string, note *remark) *test {
	t := &test{Name: name, Class: diagnosisSuite, Failure: note}
	if known != "" {
		note.Message = line(known) + ": " + note.Message
		t.Failure, t.Skipped = nil, note
	}
	return t
}

const diagnosisSuite = "diagnosis"

// drawn is a part of the text report.
func drawn(write func(w *printer)) string {
	var b strings.Builder
	write(&printer{to: &b})
	return words.Text(b.String())
}
