package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// JUnit is the report for programs that read JUnit XML. Its zero value is usable.
type JUnit struct {
	// Folder holds the replay files, as in Text.
	Folder string
	// Took says how long each case took, by number; a log has no times. The time of a
	// case is shared by the rules that it tests.
	Took map[int]time.Duration
}

// Write writes a log as JUnit XML. The suite "diagnosis" comes first. Each family of rules is a suite, each rule a test
// case. The suite "cases" has a test case for each case whose failure charges no
// rule. A rule is skipped if it could not be judged, or if all its failures are
// known. A failure of quock itself, and a case that was not run, is an error.
func (j JUnit) Write(to io.Writer, l *Log) error {
	doc := &suites{Name: "quock " + line(l.Header.Candidate.Name), properties: properties(&l.Header)}
	times := j.times(l)
	doc.diagnose(j, l)
	for _, r := range rulesOf(l.Cases, l.Known) {
		family, _, _ := strings.Cut(r.Rule, "/")
		test := j.ruleTest(r, l)
		test.Time = times[r.Rule]
		doc.suite(family).add(test)
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
	Time     seconds  `xml:"time,attr,omitempty"`
	Suites   []*suite `xml:"testsuite"`

	properties []property
}

type suite struct {
	Name     string  `xml:"name,attr"`
	Tests    int     `xml:"tests,attr"`
	Failures int     `xml:"failures,attr"`
	Errors   int     `xml:"errors,attr"`
	Skipped  int     `xml:"skipped,attr"`
	Time     seconds `xml:"time,attr,omitempty"`

	Properties []property `xml:"properties>property"`
	Cases      []*test    `xml:"testcase"`
}

// A property says what a suite is of.
type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// seconds are a time; 0 is one that is not known.
type seconds float64

// MarshalText returns the seconds as JUnit has them.
func (s seconds) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%.3f", float64(s)), nil }

type test struct {
	Name    string  `xml:"name,attr"`
	Class   string  `xml:"classname,attr"`
	Time    seconds `xml:"time,attr,omitempty"`
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
	s := &suite{Name: name, Properties: d.properties}
	d.Suites = append(d.Suites, s)
	return s
}

func (s *suite) add(t *test) {
	s.Cases = append(s.Cases, t)
	s.Tests++
	s.Time += t.Time
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
		d.Time += s.Time
	}
}

// properties are what decides a run.
func properties(h *Header) []property {
	c := &h.Candidate
	return []property{
		{"seed", fmt.Sprint(h.Seed)}, {"corpus", h.Corpus}, {"version", h.Harness}, {"level", h.Level},
		{"dialects", line(strings.Join(h.Dialects, ", "))}, {"candidate", strings.TrimSpace(line(c.Name) + " " + line(c.Version))},
		{"command", line(command(c.Command))},
	}
}

// times are the times of the rules.
func (j JUnit) times(l *Log) map[string]seconds {
	all := map[string]seconds{}
	for i := range l.Cases {
		c := &l.Cases[i]
		for _, r := range c.Rules {
			all[r.Rule] += seconds(j.Took[c.Number].Seconds()) / seconds(len(c.Rules))
		}
	}
	return all
}

// known says under which issues a failure is known.
func known(issues ...string) string {
	if len(issues) == 1 && issues[0] == Unfiled {
		return "known, " + filed(Unfiled)
	}
	all := make([]string, len(issues))
	for i := range issues {
		all[i] = filed(issues[i])
	}
	return "known " + strings.Join(all, ", ")
}

// issues are the issues of a rule's known failures.
func issues(rule string, l *Log) (all []string) {
	for _, g := range groupsOf(l.Cases, l.Known) {
		if g.Known && g.Best.Rule == rule {
			all = append(all, g.Issues...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (j JUnit) ruleTest(r RuleSummary, l *Log) *test {
	family, name, _ := strings.Cut(r.Rule, "/")
	t := &test{Name: name, Class: family}
	note := &remark{Message: r.Verdict.String() + ": " + r.CountWords()}
	switch {
	case r.Verdict.Passed() || r.Verdict == spec.Flaky: // the suite of cases has what is flaky
	case r.Listed():
		note.Message, note.Text = known(issues(r.Rule, l)...)+": "+r.CountWords(), j.ruleText(r, l)
		t.Skipped = note
	case r.Verdict.Blames():
		note.Text = j.ruleText(r, l)
		t.Failure = note
	case r.Verdict == spec.NotRun || r.Verdict == spec.HarnessError:
		t.Error = note
	default:
		t.Skipped = note
	}
	return t
}

// ruleText returns the text report of the rule's findings.
func (j JUnit) ruleText(r RuleSummary, l *Log) string {
	var b strings.Builder
	for _, g := range groupsOf(l.Cases, l.Known) {
		if g.Best.Rule == r.Rule {
			Text{Folder: j.Folder}.group(&printer{to: &b}, l, g)
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

func caseTest(c *Case, listed Known) *test {
	t := &test{Name: line(c.Name), Class: "cases"}
	note := &remark{Message: c.Verdict.OrHarnessError().String(), Text: detail(c.Detail) + "\n" + words.Text(c.Stderr)}
	issues := listed.issues(c, c.Verdict, "")
	switch {
	case c.Verdict.Blames() && len(issues) > 0:
		note.Message = known(distinct(issues)...) + ": " + note.Message
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
