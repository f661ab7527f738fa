// Package report holds the one log of a run and every view of it.
//
// Goals: a run writes one log, JSON objects in lines (a header, a record a case
// in case order, a footer), whose bytes depend on nothing but the seed, the
// options and the candidate's answers; every other report (text, JUnit, exit
// code) is drawn from it, also later, also after an interruption. A log without
// a footer is incomplete.
//
// Non-goals: judging, and deciding what is written where.
package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// Version is the number of the log's schema.
const Version = 1

// A Header says what ran: all that decides the bytes that follow.
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
	// Cases is how many cases are planned; with a time budget, at most.
	Cases     int       `json:"cases"`
	Timed     bool      `json:"timed,omitempty"`
	Candidate Candidate `json:"candidate"`
}

// Candidate is how the candidate was started and how it introduced itself.
type Candidate struct {
	Command  []string      `json:"command,omitempty"`
	Name     string        `json:"name"`
	Version  string        `json:"version,omitempty"`
	Role     string        `json:"role"`
	Dialects []string      `json:"dialects"`
	Observes spec.Parts    `json:"observes"`
	Policies spec.Policies `json:"policies"`
	// Of an adapter: the dialect that it writes, what becomes of sub-sessions,
	// where it names agents, whether it is a plain filter; and what two dialects
	// share beside text, calls, arguments and results, and what they do not.
	Out         string   `json:"out,omitempty"`
	Children    string   `json:"children,omitempty"`
	Label       string   `json:"label,omitempty"`
	Filter      bool     `json:"filter,omitempty"`
	Compared    []string `json:"compared,omitempty"`
	NotCompared []string `json:"not_compared,omitempty"`
}

// A Case is what became of one case.
type Case struct {
	// Number counts from 1 in case order.
	Number  int    `json:"case"`
	Name    string `json:"name"`
	Dialect string `json:"dialect"`
	// Seed is that of a generated case, 0 of a written one.
	Seed    uint64       `json:"seed,omitempty"`
	Records int          `json:"records"`
	Verdict spec.Verdict `json:"verdict"`
	// Rules are the rules that the case bears or is charged with, by id.
	Rules []RuleVerdict `json:"rules"`
	// Findings are the rules charged, one each.
	Findings []spec.Finding `json:"findings,omitempty"`
	// Twin names, of an untestable case, the clean case beside it that fails too;
	// "" where something else keeps it from being judged.
	Twin string `json:"twin,omitempty"`
	// Replay is, of a case on which we failed, the file to report it with.
	Replay string `json:"replay,omitempty"`
	// Relation is the metamorphic relation that the case was asked in, too; its
	// zero value says that it was asked in none.
	Relation Relation `json:"relation,omitzero"`
	// Detail is what a verdict other than Pass and Fail has to say, Stderr what
	// the candidate wrote to it during the case.
	Detail string `json:"detail,omitempty"`
	Stderr string `json:"stderr,omitempty"`
	// Undetermined says of a generated case that construction did not fix its
	// outcome, so that the model alone was held against the candidate.
	Undetermined bool `json:"undetermined,omitempty"`
}

// A RuleVerdict is the verdict on one rule in one case.
type RuleVerdict struct {
	Rule    string       `json:"rule"`
	Verdict spec.Verdict `json:"verdict"`
}

// A Relation is what came of reading a case's stream once more, changed in what
// must not matter: Pass where both were read alike and said something,
// Untestable where nothing can be told.
type Relation struct {
	Name    string       `json:"name"`
	Verdict spec.Verdict `json:"verdict"`
}

// A Footer closes the log of a run that came to its end.
type Footer struct {
	Cases    int                  `json:"cases"`
	Verdicts map[spec.Verdict]int `json:"verdicts"`
	// Relations counts, by relation, the pairs of streams by what came of them.
	Relations map[string]map[spec.Verdict]int `json:"relations,omitempty"`
	// Stopped says why not every planned case was judged: interrupted, time,
	// restarts; "" if all were.
	Stopped string `json:"stopped,omitempty"`
	Detail  string `json:"detail,omitempty"`
	// Unsaved is how many replay files could not be written, Unwritten why the
	// first of them.
	Unsaved   int    `json:"unsaved,omitempty"`
	Unwritten string `json:"unwritten,omitempty"`
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
)

// A Log is a whole run, in memory.
type Log struct {
	Header Header
	Cases  []Case
	// Footer is nil in a log that was cut off.
	Footer *Footer
	// Known says which failures a list of known failures has, nil for none. It is
	// not written: a log depends on no list.
	Known Known
}

// Known says under which issue a failure is listed; "" where it is not. The rule
// is "" where none is charged.
type Known func(name string, v spec.Verdict, rule string) (issue string)

// Issue is the issue under which a failure is listed; a nil Known lists none.
func (k Known) Issue(name string, v spec.Verdict, rule string) string {
	if k == nil {
		return ""
	}
	return k(name, v, rule)
}

// entry is one line of the log: exactly one of the three.
type entry struct {
	Header *Header `json:"header,omitempty"`
	Case   *Case   `json:"result,omitempty"`
	Footer *Footer `json:"footer,omitempty"`
}

// A Writer writes a log line by line.
type Writer struct{ to io.Writer }

// NewWriter returns a writer of a log; a nil to is a log that nobody reads.
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

// Read reads a log back. A log that was cut off, even within a line, gives
// what there is, without a footer.
func Read(from io.Reader) (*Log, error) {
	log, lines := &Log{}, json.NewDecoder(from)
	for n := 1; ; n++ {
		var e entry
		err := lines.Decode(&e)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return log, log.check()
		case err != nil:
			return log, fmt.Errorf("line %d of the log: %w", n, err)
		}
		log.add(e)
	}
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
