package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// widest is the most characters of a value in a report, longest of a detail.
// mostDifferences is the most differences of a finding. The log has longer texts and
// all differences.
const (
	widest          = 240
	longest         = 4000
	mostDifferences = 12
	mostConsequent  = 3
	mostStderr      = 12
)

// Text is the report for people. Its zero value is usable.
type Text struct {
	// Folder holds the replay files; the report prints commands that run them again.
	Folder string
}

// Write writes the report of a log.
func (t Text) Write(to io.Writer, l *Log) error {
	w := &printer{to: to}
	t.head(w, l)
	t.diagnosis(w, l)
	rules(w, l)
	t.findings(w, l)
	t.tail(w, l)
	return w.err
}

// A printer keeps the first error of many writes.
type printer struct {
	to  io.Writer
	err error
}

func (p *printer) f(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.to, format, args...)
	}
}

func (t Text) head(w *printer, l *Log) {
	h := l.Header
	w.f("%s: seed %d, corpus %s, level %s, %s%s\n", h.Harness, h.Seed, h.Corpus, h.Level, strings.Join(h.Dialects, ", "), shard(&h))
	name := line(h.Candidate.Name)
	if h.Candidate.Version != "" {
		name += " " + line(h.Candidate.Version)
	}
	if h.Candidate.Out != "" {
		adapter(w, name, &h.Candidate)
		return
	}
	w.f("candidate %s (%s) observes %s\n", name, h.Candidate.Role, h.Candidate.Observes)
}

// shard says which part of the cases was run, if it is a part.
func shard(h *Header) string {
	if h.Shard == "" {
		return ""
	}
	return ", shard " + h.Shard
}

// adapter prints what an adapter writes and how far that can be compared.
func adapter(w *printer, name string, c *Candidate) {
	w.f("candidate %s (%s) writes %s, sub-sessions %s", name, c.Role, c.Out, c.Children)
	if c.Label != "" {
		w.f(", agents in metadata at %s", line(c.Label))
	}
	w.f("\ncompared: text, calls, arguments, results")
	for _, word := range c.Compared {
		w.f(", %s", word)
	}
	w.f("\nnot compared, because one of the two dialects has none: %s\n", strings.Join(c.NotCompared, ", "))
}

// findings prints what was charged: for each rule and verdict, the case that shows
// it best.
func (t Text) findings(w *printer, l *Log) {
	for i, g := range groupsOf(l.Cases, l.Known) {
		if i == 0 {
			w.f("\nfindings\n")
		}
		w.f("\n%d. ", i+1)
		t.group(w, l, g)
	}
}

func (t Text) group(w *printer, l *Log, g Group) {
	f := g.Best
	w.f("%s %s\n", g.heading(), title(&f))
	w.f("   %s, %s%s\n", line(f.Case), Place(f.Position), More(g.Cases-1))
	for _, h := range f.Faults {
		w.f("   fault: %s\n", line(FaultWords(h)))
	}
	if f.Detail != "" {
		w.f("   %s\n", strings.ReplaceAll(detail(f.Detail), "\n", "\n   "))
	}
	if len(f.Differences) > 0 {
		w.f("   - expected, + seen:\n")
	}
	differences(w, f.Differences, mostDifferences)
	if len(f.Consequences) > 0 {
		w.f("   consequences, which count nowhere:\n")
		differences(w, f.Consequences, mostConsequent)
	}
	stderr(w, l, f.Case)
	if f.Seed != 0 {
		w.f("   seed %d\n", f.Seed)
	}
	if f.Replay != "" {
		w.f("   again: %s\n", t.Again(l, f.Replay))
	}
}

// heading returns the group's verdict, and its issues if it is known.
func (g *Group) heading() string {
	if !g.Known {
		return shout(g.Best.Verdict)
	}
	var issues []string
	for _, issue := range g.Issues {
		issues = append(issues, filed(issue))
	}
	return fmt.Sprintf("known (%s, %s)", g.Best.Verdict, strings.Join(issues, ", "))
}

// Unfiled stands in a list of known failures for an issue that is still missing.
const Unfiled = "-"

// filed is an issue in words.
func filed(issue string) string {
	if issue == Unfiled {
		return "no issue"
	}
	return issue
}

// detail returns the part of a verdict's detail that a report shows, in lines.
func detail(text string) string { return words.Text(words.Clip(text, longest)) }

// title returns the rule with its level and sentence, or the habit.
func title(f *spec.Finding) string {
	id := f.Rule
	switch {
	case f.Habit != "":
		return f.Habit + " (charges no rule)"
	case id == "":
		return "(charges no rule)"
	}
	r, ok := spec.RuleByID(id)
	if !ok {
		return id
	}
	return fmt.Sprintf("%s (%s): %s", id, r.Level, r.Sentence)
}

// Place describes a position; -1 is the end of input.
func Place(position int) string {
	switch position {
	case -1:
		return "after the end of input"
	case 0:
		return "before the first record"
	}
	return fmt.Sprintf("after record %d", position)
}

// More says in how many more cases a finding shows.
func More(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", and in one more case"
	}
	return fmt.Sprintf(", and in %d more cases", n)
}

// FaultWords names a fault and what it touches. The names are the stream's: nothing in
// it is made safe.
func FaultWords(h spec.Fault) string {
	text := h.Name
	if h.Session.OK {
		text += fmt.Sprintf(", session %q", h.Session.ID)
	}
	if h.Message != "" {
		text += fmt.Sprintf(", message %q", h.Message)
	}
	if h.Call != "" {
		text += fmt.Sprintf(", call %q", h.Call)
	}
	return text
}

func stderr(w *printer, l *Log, name string) {
	for i := range l.Cases {
		c := &l.Cases[i]
		if c.Name != name || c.Stderr == "" {
			continue
		}
		lines := strings.Split(strings.TrimRight(c.Stderr, "\n"), "\n")
		w.f("   stderr:\n")
		for _, line := range lines[max(0, len(lines)-mostStderr):] {
			w.f("     | %s\n", words.Text(words.Clip(line, widest)))
		}
		return
	}
}

func path(folder, name string) string {
	if folder == "" {
		return name
	}
	return strings.TrimSuffix(folder, "/") + "/" + name
}

// Again returns the command that runs a replay file of the log again.
func (t Text) Again(l *Log, replay string) string {
	return "quock replay " + path(t.Folder, replay) + " -- " + command(l.Header.Candidate.Command)
}

// command returns the candidate's command, quoted for a shell.
func command(args []string) string {
	if len(args) == 0 {
		return "COMMAND"
	}
	return words.Shell(args...)
}

// ownFailures prints each failure of quock itself, and which file to report.
func (t Text) ownFailures(w *printer, l *Log) {
	for i := range l.Cases {
		c := &l.Cases[i]
		if c.Verdict.OrHarnessError() != spec.HarnessError {
			continue
		}
		file := "this report"
		if c.Replay != "" {
			file = path(t.Folder, c.Replay)
		}
		w.f("\nour own failure in %s: %s\n   This is a failure of quock itself, and not of the candidate: please send %s to quock's issue tracker.\n", line(c.Name), detail(c.Detail), file)
		if c.Replay != "" {
			w.f("   again: quock replay %s -- %s\n", file, command(l.Header.Candidate.Command))
		}
	}
}

// mostFlaky is how many flaky cases are named.
const mostFlaky = 10

// flaky prints the cases that failed and then passed.
func flaky(w *printer, l *Log) {
	n := 0
	for i := range l.Cases {
		c := &l.Cases[i]
		if c.Verdict != spec.Flaky {
			continue
		}
		if n++; n == 1 {
			w.f("\nflaky: failed first, and passed when they were asked again; they do not fail the run\n")
		}
		if n <= mostFlaky {
			first, _, _ := strings.Cut(c.Detail, "\n")
			w.f("  %s: %s\n", line(c.Name), line(first))
		}
	}
	if n > mostFlaky {
		w.f("  … and %d more\n", n-mostFlaky)
	}
}

func (t Text) tail(w *printer, l *Log) {
	flaky(w, l)
	t.ownFailures(w, l)
	if f := l.Footer; f != nil && f.Unsaved > 0 {
		w.f("\nreplay files that could not be written: %d, the first: %s\n", f.Unsaved, line(f.Unwritten))
	}
	switch f := l.Footer; {
	case f == nil:
		w.f("\nthe log is cut off: this is what it has\n")
	case f.Stopped == Interrupted:
		w.f("\ninterrupted after %d of %d cases: this is what was judged until then\n", f.Cases, l.Header.Cases)
	case f.Stopped == OutOfTime:
		w.f("\nout of time after %d of at most %d cases; how far a run comes in a time is not repeatable\n", f.Cases, l.Header.Cases)
	case f.Stopped != "":
		w.f("\nstopped early: %s\n", detail(f.Detail))
	}
}
