// Package document is what check found in any number of traces, as one document for
// programs.
//
// Goals: one content in three forms: JSON of our own, SARIF for code scanning, and
// annotations for GitHub. Each trace that was asked for is in it, understood or not. The
// verdict comes first.
//
// Non-goals: reading traces (package trace), and text for people.
package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/quock-dev/quock/runner/internal/github"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Document holds all traces.
type Document struct {
	// Verdict is pass if all traces pass, else that of the trace that decides Exit, the
	// exit code.
	Verdict string `json:"verdict"`
	Exit    int    `json:"exit"`
	// Harness is the program and its version.
	Harness string  `json:"harness"`
	Traces  []Trace `json:"traces"`
}

// A Trace is what one trace shows.
type Trace struct {
	// Name names the trace for people, File its stream; "-" is standard input.
	Name string `json:"trace"`
	File string `json:"file,omitempty"`
	// Begin says where in the stream each of its files begins, if it is several.
	Begin []trace.Beginning `json:"-"`
	// Verdict is pass or fail; none if there is no verdict, part if the reading broke
	// off, stop if it was interrupted.
	Verdict string `json:"verdict"`
	Dialect string `json:"dialect,omitempty"`
	// Outcome says how the run ended, in words.
	Outcome string `json:"outcome,omitempty"`
	// Records counts the records, Understood those that are understood.
	Records    int `json:"records"`
	Understood int `json:"understood"`
	// Findings are the first things that were found, More is how many more there are.
	Findings []Remark `json:"findings"`
	More     int      `json:"more,omitempty"`
}

// A Remark is one finding in a trace.
type Remark struct {
	Rule string `json:"rule"`
	// Level is error, warning or note; an error fails the trace.
	Level string `json:"level"`
	// Obliges is the rule's level, such as MUST, and Sentence the rule itself; "" if it
	// is no rule of the specification.
	Obliges  string `json:"obliges,omitempty"`
	Sentence string `json:"sentence,omitempty"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	// Line is the line in the stream, unpacked; 0 if it is none.
	Line int `json:"line,omitempty"`
}

// Add adds a trace. A nil reading means that nothing of it was read; why says why there
// is no verdict, or "".
func (d *Document) Add(t Trace, r *trace.Reading, why string) {
	t.Findings = []Remark{}
	if why != "" {
		t.add(trace.Notice{Level: trace.ErrorLevel, Rule: "trace/" + t.Verdict, Text: why})
	}
	if r != nil && r.Dialect != "" {
		t.Dialect, t.Records, t.Understood = r.Dialect, r.Records, r.Understood
		v := r.Verdict()
		t.Outcome = words.Line(v.Outcome)
		notices, more := r.Notices()
		t.More = more
		for _, n := range notices {
			if n.Rule != "trace/outcome" || why == "" {
				t.add(n)
			}
		}
	}
	d.Traces = append(d.Traces, t)
}

func (t *Trace) add(n trace.Notice) {
	f := Remark{Rule: n.Rule, Level: n.Level, Message: words.Line(n.Text), File: t.File, Line: n.Line}
	if len(t.Begin) > 0 && n.Line > 0 {
		f.File, f.Line = trace.At(t.Begin, n.Line)
	}
	if rule, ok := spec.RuleByID(n.Rule); ok {
		f.Obliges, f.Sentence = string(rule.Level), rule.Sentence
	}
	t.Findings = append(t.Findings, f)
}

// JSON writes the document as JSON.
func (d *Document) JSON(to io.Writer) error {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	lines.SetIndent("", "  ")
	if err := lines.Encode(d); err != nil {
		return fmt.Errorf("encoding the document: %w", err)
	}
	return write(to, text.Bytes())
}

// write writes JSON in which no text steers a terminal.
func write(to io.Writer, text []byte) error {
	if _, err := to.Write(words.JSON(text)); err != nil {
		return fmt.Errorf("writing the document: %w", err)
	}
	return nil
}

// GitHub writes the errors and warnings as annotations.
func (d *Document) GitHub(to io.Writer) error {
	var all []github.Annotation
	for i := range d.Traces {
		for _, f := range d.Traces[i].Findings {
			a := github.Annotation{Level: f.Level, Line: f.Line, Title: f.Rule, Text: f.about()}
			if f.File != "-" {
				a.File = f.File
			}
			if f.Level != trace.NoteLevel {
				all = append(all, a)
			}
		}
	}
	return github.Annotate(to, all)
}

// about returns the message, with the rule that is broken.
func (f *Remark) about() string {
	if f.Sentence == "" {
		return f.Message
	}
	return fmt.Sprintf("%s\n%s (%s): %s", f.Message, f.Rule, f.Obliges, f.Sentence)
}
