// Package github writes what a step of a GitHub workflow shows: annotations, and the
// summary of its job.
//
// Goals: what GitHub documents for workflow commands, and no more: texts are escaped so
// that none can end a command or begin another one, and no step writes more than GitHub
// shows. The environment says whether there is such a step.
//
// Non-goals: what is said (package report, package document), and other CI systems.
package github

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// The levels of annotations.
const (
	Error   = "error"
	Warning = "warning"
	Notice  = "notice"
)

// mostShown is how many annotations of one level GitHub shows of a step. mostSummary is
// the most bytes of the summaries of a step; GitHub shows none that has more.
const (
	mostShown   = 10
	mostSummary = 1 << 20
)

// longest is the most characters of an annotation's text.
const longest = 4000

// An Annotation is a sentence at a line of a file, or of no file.
type Annotation struct {
	Level string
	// File is relative to the repository; "" for none. Line counts from 1; 0 for none.
	File string
	Line int
	// Title and Text may be of foreign origin.
	Title, Text string
}

// Running reports whether this is a step of a GitHub workflow.
func Running() bool { return os.Getenv("GITHUB_ACTIONS") == "true" }

// Annotate writes annotations as workflow commands, one a line: of each level at most ten,
// of which the last one then says how many there are more.
func Annotate(to io.Writer, all []Annotation) error {
	of, written := map[string]int{}, map[string]int{}
	for i := range all {
		of[all[i].Level]++
	}
	for i := range all {
		a := all[i]
		written[a.Level]++
		switch n := written[a.Level]; {
		case n > mostShown:
			continue
		case n == mostShown && of[a.Level] > mostShown:
			a = Annotation{Level: a.Level, Title: "quock", Text: fmt.Sprintf("and %d more; the log of this step has all", of[a.Level]-mostShown+1)}
		}
		if _, err := fmt.Fprintln(to, a.command()); err != nil {
			return fmt.Errorf("writing annotations: %w", err)
		}
	}
	return nil
}

// command returns the workflow command of an annotation.
func (a *Annotation) command() string {
	var of []string
	if a.File != "" {
		of = append(of, "file="+property(a.File))
		of = append(of, fmt.Sprintf("line=%d", max(1, a.Line)))
	}
	if a.Title != "" {
		of = append(of, "title="+property(a.Title))
	}
	return fmt.Sprintf("::%s %s::%s", a.Level, strings.Join(of, ","), data.Replace(words.Text(words.Clip(a.Text, longest))))
}

// data escapes the text of a command; a property has two more characters that end it.
var (
	data       = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	properties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func property(text string) string { return properties.Replace(words.Line(text)) }

// Summarise adds Markdown to the summary of the job, if there is one. Text that would
// make the summary longer than GitHub shows is cut at the end of a line, and that is said.
func Summarise(markdown string) (err error) {
	name := os.Getenv("GITHUB_STEP_SUMMARY")
	if name == "" {
		return nil
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("the job's summary: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("the job's summary: %w", err)
	}
	if _, err := io.WriteString(file, cut(markdown, mostSummary-int(min(info.Size(), mostSummary)))); err != nil {
		return fmt.Errorf("the job's summary: %w", err)
	}
	return nil
}

// cut returns the beginning of a text, in whole lines.
func cut(text string, most int) string {
	const more = "\n… the rest does not fit into a summary; the log of this step has it\n"
	switch {
	case len(text) <= most:
		return text
	case most < len(more):
		return ""
	}
	return text[:strings.LastIndexByte(text[:most-len(more)], '\n')+1] + more
}

// Plain returns a text of foreign origin as Markdown that shows it within a line and does
// nothing else.
func Plain(text string) string {
	var b strings.Builder
	for _, r := range words.Line(text) {
		if r < 0x80 && strings.ContainsRune("\\`*_[]<>#!|~&@$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Code returns a text of foreign origin as a block of code.
func Code(text string) string {
	text = words.Text(text)
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}
