// Package report holds the log of a run and every view of it.
//
// Goals: a run writes one log of JSON lines: a header, a line for each case in case
// order when it is judged, another one for each failing case when that is attributed,
// and a footer. Its bytes depend only on the seed, the options and the
// candidate's answers. Every other report (text, JUnit, exit code) is made from the
// log, even later or after an interruption. A log without a footer is incomplete.
//
// Non-goals: judging, and deciding where reports go.
package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// Version is the version of the log's schema.
const Version = 2

// A Header describes the run: everything that decides the bytes after it.
type Header struct {
	Log     int    `json:"log"`
	Harness string `json:"harness"`
	Seed    uint64 `json:"seed"`
	// Corpus is a hash of the distilled and hand-written cases and their goldens.
	Corpus   string   `json:"corpus"`
	Dialects []string `json:"dialects"`
	Level    string   `json:"level"`
	// Rules is the pattern that selected the cases, "" for all.
	Rules string `json:"rules,omitempty"`
	// Shard is the part of the cases that was run, such as 2/4; "" for all.
	Shard string `json:"shard,omitempty"`
	// Shards is how many shards the log was merged of; 0 for a log of one run.
	Shards int `json:"shards,omitempty"`
	// Omitted are dialects that the candidate reads and that were not asked for.
	Omitted []string `json:"omitted,omitempty"`
	// Accepted are the deviations with which the cases were judged.
	Accepted []Accepted `json:"accepted,omitempty"`
	// Cases is how many cases are planned; with a time budget, the most.
	Cases int  `json:"cases"`
	Timed bool `json:"timed,omitempty"`
	// Retries is how often a failing case was asked again before it counted.
	Retries   int       `json:"retries,omitempty"`
	Candidate Candidate `json:"candidate"`
}

// Candidate is the candidate's command and its answer to hello.
type Candidate struct {
	Command  []string      `json:"command,omitempty"`
	Name     string        `json:"name"`
	Version  string        `json:"version,omitempty"`
	Role     string        `json:"role"`
	Dialects []string      `json:"dialects"`
	Observes spec.Parts    `json:"observes"`
	Policies spec.Policies `json:"policies"`
	// For an adapter: the dialect that it writes, how it handles sub-sessions, where
	// it names agents, whether it is a plain filter. Compared is what the two dialects
	// share besides text, calls, arguments and results; NotCompared what they do not.
	Out         string   `json:"out,omitempty"`
	Children    string   `json:"children,omitempty"`
	Label       string   `json:"label,omitempty"`
	Filter      bool     `json:"filter,omitempty"`
	Compared    []string `json:"compared,omitempty"`
	NotCompared []string `json:"not_compared,omitempty"`
}

// A Case is the result of one case.
type Case struct {
	// Number counts from 1 in case order.
	Number  int    `json:"case"`
	Name    string `json:"name"`
	Dialect string `json:"dialect"`
	// Seed is the seed of a generated case; 0 for a written one.
	Seed    uint64       `json:"seed,omitempty"`
	Records int          `json:"records"`
	Verdict spec.Verdict `json:"verdict"`
	// Rules are the rules that the case tests or is charged with, by id.
	Rules []RuleVerdict `json:"rules"`
	// Findings are the charged rules, one finding each.
	Findings []spec.Finding `json:"findings,omitempty"`
	// Example is the smallest stream that was found on which the case fails so, of a
	// case that leaves a replay file.
	Example Example `json:"example,omitzero"`
	// Twin names the clean twin that fails too and so makes the case untestable; ""
	// if the case is testable, or untestable for another reason.
	Twin string `json:"twin,omitempty"`
	// Replay is the file to report, if quock itself failed on the case.
	Replay string `json:"replay,omitempty"`
	// Relation is the metamorphic relation that the case was also run in; the zero
	// value means none.
	Relation Relation `json:"relation,omitzero"`
	// Detail explains a verdict other than Pass and Fail. Stderr is the candidate's
	// stderr during the case.
	Detail string `json:"detail,omitempty"`
	Stderr string `json:"stderr,omitempty"`
	// Undetermined means that the construction of a generated case does not fix its
	// outcome, so that only the model was compared with the candidate.
	Undetermined bool `json:"undetermined,omitempty"`
}

// A RuleVerdict is the verdict on one rule in one case.
type RuleVerdict struct {
	Rule    string       `json:"rule"`
	Verdict spec.Verdict `json:"verdict"`
}

// A Relation is the result of running a case's stream again with a change that must
// not matter: Pass if both readings are equal and not empty, Untestable if they show
// nothing.
type Relation struct {
	Name    string       `json:"name"`
	Verdict spec.Verdict `json:"verdict"`
}

// A Footer closes the log of a run that came to its end.
type Footer struct {
	Cases    int                  `json:"cases"`
	Verdicts map[spec.Verdict]int `json:"verdicts"`
	// Relations counts the pairs of streams by relation and result.
	Relations map[string]map[spec.Verdict]int `json:"relations,omitempty"`
	// Stopped is why not every planned case was judged: interrupted, restarts, shards,
	// time; "" if all were judged.
	Stopped string `json:"stopped,omitempty"`
	Detail  string `json:"detail,omitempty"`
	// Unsaved is how many replay files could not be written, Unwritten why the
	// first of them.
	Unsaved   int    `json:"unsaved,omitempty"`
	Unwritten string `json:"unwritten,omitempty"`
	// Diagnosis says with which deviations the reference answers as the candidate does;
	// nil if nothing failed that it can look at.
	Diagnosis *Diagnosis `json:"diagnosis,omitempty"`
}

// Lost counts a replay file that could not be written.
func (f *Footer) Lost(why error) {
	if f.Unsaved++; f.Unsaved == 1 {
		f.Unwritten = why.Error()
	}
}

// The reasons of Footer.Stopped.
const (
	Interrupted = "interrupted"
	OutOfTime   = "time"
	Restarts    = "restarts"
	// NoShard means that the log of a shard is missing in what was merged.
	NoShard = "shards"
)

// A Log is a whole run in memory.
type Log struct {
	Header Header
	Cases  []Case
	// Footer is nil in a log that was cut off.
	Footer *Footer
	// Known returns which failures a list of known failures has; nil for no list. It
	// is not written: the log does not depend on a list.
	Known Known
}

// Known returns the issue under which a failure is listed; "" if it is not listed.
// The rule is "" if none is charged, the deviation if none explains it.
type Known func(name string, v spec.Verdict, rule, deviation string) (issue string)

// Issue returns the issue under which a failure is listed; a nil Known lists none.
func (k Known) Issue(name string, v spec.Verdict, rule, deviation string) string {
	if k == nil {
		return ""
	}
	return k(name, v, rule, deviation)
}

// entry is one line of the log: exactly one of the three.
type entry struct {
	Header *Header `json:"header,omitempty"`
	Case   *Case   `json:"result,omitempty"`
	Footer *Footer `json:"footer,omitempty"`
}

// A Writer writes a log line by line.
type Writer struct{ to io.Writer }

// NewWriter returns a writer of a log; a nil writer discards it.
func NewWriter(to io.Writer) *Writer { return &Writer{to} }

// Header writes the first line.
func (w *Writer) Header(h Header) error {
	h.Log = Version
	return w.write(entry{Header: &h})
}

// Case writes the line of one case.
func (w *Writer) Case(c Case) error { return w.write(entry{Case: &c}) }

// Footer writes the last line.
func (w *Writer) Footer(f Footer) error { return w.write(entry{Footer: &f}) }

func (w *Writer) write(e entry) error {
	if w.to == nil {
		return nil
	}
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(e); err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	if _, err := w.to.Write(words.JSON(text.Bytes())); err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	return nil
}

// Read reads a log. From a log that was cut off, even within a line, it returns what
// there is, without a footer.
func Read(from io.Reader) (*Log, error) {
	log, lines := &Log{}, json.NewDecoder(from)
	for n := 1; ; n++ {
		var e entry
		err := lines.Decode(&e)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			log.Sort()
			return log, log.check()
		case err != nil:
			return log, fmt.Errorf("line %d of the log: %w", n, err)
		}
		log.add(e)
	}
}

// Sort puts the cases into case order. Of two entries of one case the last one counts:
// a run writes a failing case when it is judged, and again when it is attributed.
func (l *Log) Sort() {
	slices.SortStableFunc(l.Cases, func(a, b Case) int { return cmp.Compare(a.Number, b.Number) })
	last := l.Cases[:0]
	for i := range l.Cases {
		if i+1 == len(l.Cases) || l.Cases[i].Number == 0 || l.Cases[i+1].Number != l.Cases[i].Number {
			last = append(last, l.Cases[i])
		}
	}
	l.Cases = last
}

func (l *Log) add(e entry) {
	switch {
	case e.Header != nil:
		l.Header = *e.Header
	case e.Case != nil:
		l.Cases = append(l.Cases, *e.Case)
	case e.Footer != nil:
		l.Footer = e.Footer
	}
}

func (l *Log) check() error {
	if l.Header.Log != Version {
		return fmt.Errorf("no log of version %d: its first line has no such header", Version)
	}
	return nil
}
