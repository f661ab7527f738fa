package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec/words"
)

// Print writes the reading for people: the verdict, then the sessions as a tree
// with each delegated session below its call, then what is wrong. It writes at most
// the given number of lines of the sessions, and how many more there are; 0 means
// all. Control characters are escaped.
func (r *Reading) Print(to io.Writer, lines int) error {
	p := &printer{to: to, reading: r, most: lines}
	v := r.Verdict()
	p.head(&v)
	p.tree()
	p.wrong()
	p.stderr(&v)
	return p.err
}

// PrintHead writes the verdict and, if the producer breaks rules of its format, these.
func (r *Reading) PrintHead(to io.Writer) error {
	p := &printer{to: to, reading: r}
	v := r.Verdict()
	p.head(&v)
	p.breaches("rules that its producer breaks", (*produce.Breach).Fails)
	return p.err
}

// PrintBrief writes the verdict in one line, and a line for each remark.
func (r *Reading) PrintBrief(to io.Writer, name string) error {
	p := &printer{to: to, reading: r}
	v := r.Verdict()
	p.line(0, "%-4s  %s: %s, %s, %s", v.word(), words.Line(name), r.dialect(), r.size(), v.sentence())
	for _, remark := range v.Remarks {
		p.line(3, "note: %s", remark)
	}
	return p.err
}

// PrintWhy writes the evidence for and against every dialect.
func (r *Reading) PrintWhy(to io.Writer) error {
	p := &printer{to: to, reading: r}
	p.line(0, "why this dialect:")
	for _, line := range r.Why {
		p.line(1, "%s", line)
	}
	return p.err
}

// word returns the verdict as one word.
func (v *Verdict) word() string {
	switch {
	case v.None:
		return "none"
	case v.Passed:
		return "pass"
	}
	return "FAIL"
}

// sentence returns the outcome and what else did not pass.
func (v *Verdict) sentence() string {
	short, _, _ := strings.Cut(v.Outcome, ":")
	more := slices.DeleteFunc(slices.Clone(v.Reasons), func(reason string) bool { return reason == short })
	return strings.Join(append([]string{v.Outcome}, more...), "; ")
}

// size returns how many records there are, and how many are understood.
func (r *Reading) size() string {
	if r.Understood == r.Records {
		return words.Counted(r.Records, "record")
	}
	return fmt.Sprintf("understood %d of %s", r.Understood, words.Counted(r.Records, "record"))
}

func (r *Reading) dialect() string {
	if r.Dialect == "" {
		return "no dialect"
	}
	return r.Dialect
}

// head prints the verdict, the dialect, the process and the outcome.
func (p *printer) head(v *Verdict) {
	r := p.reading
	p.line(0, "verdict: %s", strings.Join(append([]string{v.word()}, p.because(v)...), ": "))
	if r.Dialect != "" {
		p.line(0, "dialect: %s (%s), %s", r.Dialect, r.Reason, r.size())
	}
	if r.Recording != nil && r.Recording.Meta != "" {
		p.line(0, "recorded: %s", r.Recording.Meta)
	}
	if r.process().known() {
		p.line(0, "process: %s", r.process())
	}
	p.line(0, "outcome: %s", v.Outcome)
	for _, remark := range v.Remarks {
		p.line(0, "note: %s", remark)
	}
	if q := r.Transcript.Quota; q.Limited {
		p.line(0, "limited: %s", deref(q.Window))
	}
}

// because returns the reasons as one text, or none. A broken rule has the first line
// that breaks it.
func (p *printer) because(v *Verdict) []string {
	if len(v.Reasons) == 0 {
		return nil
	}
	first := map[string]int{}
	for i := range p.reading.Breaches {
		if b := &p.reading.Breaches[i]; b.Fails() && b.At > 0 && (first[b.Rule] == 0 || b.At < first[b.Rule]) {
			first[b.Rule] = b.At
		}
	}
	all := slices.Clone(v.Reasons)
	for i, reason := range all {
		all[i] += p.at(first[reason])
	}
	return []string{strings.Join(all, "; ")}
}

// stderr prints the end of the program's stderr if something went wrong.
func (p *printer) stderr(v *Verdict) {
	r := p.reading
	if r.Recording == nil || len(r.Recording.Stderr.Lines) == 0 || v.Passed && !r.process().failed() {
		return
	}
	title := "stderr:"
	if before := r.Recording.Stderr.Before; before > 0 {
		title = fmt.Sprintf("stderr, behind %d bytes that are not shown:", before)
	}
	p.line(0, "")
	p.line(0, "%s", title)
	for _, line := range r.Recording.Stderr.Lines {
		p.line(1, "%s", line)
	}
}
