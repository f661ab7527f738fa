package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// JUnit writes a log as JUnit XML. Each family of rules is a suite, each rule a test
// case. The suite "cases" has a test case for each case whose failure charges no
// rule. A rule is skipped if it could not be judged, or if all its failures are
// known. A failure of quock itself, and a case that was not run, is an error.
func JUnit(to io.Writer, l *Log) error {
	doc := &suites{Name: "quock " + line(l.Header.Candidate.Name)}
	for _, r := range rulesOf(l.Cases, l.Known) {
		family, _, _ := strings.Cut(r.Rule, "/")
		doc.suite(family).add(ruleTest(r, l))
	}
	for i := range l.Cases {
		if c := &l.Cases[i]; uncharged(c) {
			doc.suite("cases").add(caseTest(c, l.Known))
		}
	}
	doc.count()
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding JUnit XML: %w", err)
	}
	if _, err := fmt.Fprintf(to, "%s%s\n", xml.Header, text); err != nil {
		return fmt.Errorf("writing JUnit XML: %w", err)
	}
	return nil
}

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Suites   []*suite `xml:"testsuite"`
}

type suite struct {
	Name     string  `xml:"name,attr"`
	Tests    int     `xml:"tests,attr"`
	Failures int     `xml:"failures,attr"`
	Errors   int     `xml:"errors,attr"`
	Skipped  int     `xml:"skipped,attr"`
	Cases    []*test `xml:"testcase"`
}

type test struct {
	Name    string  `xml:"name,attr"`
	Class   string  `xml:"classname,attr"`
	Failure *remark `xml:"failure,omitempty"`
	Error   *remark `xml:"error,omitempty"`
	Skipped *remark `xml:"skipped,omitempty"`
	// Flaky is the failure of a test that passed at a retry.
	Flaky *remark `xml:"flakyFailure,omitempty"`
}

type remark struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (d *suites) suite(name string) *suite {
	for _, s := range d.Suites {
		if s.Name == name {
			return s
		}
	}
	s := &suite{Name: name}
	d.Suites = append(d.Suites, s)
	return s
}

func (s *suite) add(t *test) {
	s.Cases = append(s.Cases, t)
	s.Tests++
	switch {
	case t.Failure != nil:
		s.Failures++
	case t.Error != nil:
		s.Errors++
	case t.Skipped != nil:
		s.Skipped++
	}
}

func (d *suites) count() {
	for _, s := range d.Suites {
		d.Tests += s.Tests
		d.Failures += s.Failures
		d.Errors += s.Errors
		d.Skipped += s.Skipped
	}
}

func ruleTest(r RuleSummary, l *Log) *test {
	family, name, _ := strings.Cut(r.Rule, "/")
	t := &test{Name: name, Class: family}
	note := &remark{Message: r.Verdict.String() + ": " + r.counts()}
	switch {
	case r.Verdict.Passed() || r.Verdict == spec.Flaky: // the suite of cases has what is flaky
	case r.Listed():
		note.Message, note.Text = "known: "+r.counts(), ruleText(r, l)
		t.Skipped = note
	case r.Verdict.Blames():
		note.Text = ruleText(r, l)
		t.Failure = note
	case r.Verdict == spec.NotRun || r.Verdict == spec.HarnessError:
		t.Error = note
	default:
		t.Skipped = note
	}
	return t
}

// ruleText returns the text report of the rule's findings.
func ruleText(r RuleSummary, l *Log) string {
	var b strings.Builder
	for _, g := range groupsOf(l.Cases, l.Known) {
		if g.Best.Rule == r.Rule {
			Text{}.group(&printer{to: &b}, l, g)
		}
	}
	return words.Text(b.String())
}

// uncharged reports whether a case failed in a way that charges no rule, or is flaky.
func uncharged(c *Case) bool {
	if c.Verdict == spec.Untestable || c.Verdict == spec.Flaky || c.Verdict.OrHarnessError() == spec.HarnessError {
		return true
	}
	for _, f := range c.Findings {
		if f.Rule == "" {
			return true
		}
	}
	return c.Verdict.Blames() && len(c.Findings) == 0
}

func caseTest(c *Case, known Known) *test {
	t := &test{Name: line(c.Name), Class: "cases"}
	note := &remark{Message: c.Verdict.OrHarnessError().String(), Text: detail(c.Detail) + "\n" + words.Text(c.Stderr)}
	issue := known.Issue(c.Name, c.Verdict, "")
	switch {
	case c.Verdict.Blames() && issue != "":
		note.Message = fmt.Sprintf("known: %s, %s", note.Message, filed(issue))
		t.Skipped = note
	case c.Verdict.Blames():
		t.Failure = note
	case c.Verdict == spec.Untestable:
		t.Skipped = note
	case c.Verdict == spec.Flaky:
		t.Flaky = note
	default:
		t.Error = note
	}
	return t
}
