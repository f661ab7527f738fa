package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Print writes the reading for people: what it comes to, sessions as a tree,
// each delegated session below its call, then what is wrong. Nothing of it can
// steer a terminal.
func (r *Reading) Print(to io.Writer) error {
	p := &printer{to: to, reading: r}
	v := r.Verdict()
	p.head(&v)
	p.tree()
	p.wrong()
	p.stderr(&v)
	return p.err
}

// PrintBrief writes what the reading comes to, in a line and one for each
// remark.
func (r *Reading) PrintBrief(to io.Writer, name string) error {
	p := &printer{to: to, reading: r}
	v := r.Verdict()
	about := v.sentence()
	if n := len(r.Unknown); n > 0 {
		about += "; " + counted(n, "record") + " of unknown kind"
	}
	p.line(0, "%-4s  %s: %s, %s, %s", v.word(), name, r.dialect(), counted(r.Records, "record"), about)
	for _, remark := range v.Remarks {
		p.line(3, "note: %s", remark)
	}
	return p.err
}

// PrintWhy writes what spoke for and against every dialect.
func (r *Reading) PrintWhy(to io.Writer) error {
	p := &printer{to: to, reading: r}
	p.line(0, "why this dialect:")
	for _, line := range r.Why {
		p.line(1, "%s", line)
	}
	return p.err
}

// word is the verdict in a word.
func (v *Verdict) word() string {
	if v.Passed {
		return "pass"
	}
	return "FAIL"
}

// sentence is the outcome, and whatever else did not pass.
func (v *Verdict) sentence() string {
	short, _, _ := strings.Cut(v.Outcome, ":")
	more := slices.DeleteFunc(slices.Clone(v.Reasons), func(reason string) bool { return reason == short })
	return strings.Join(append([]string{v.Outcome}, more...), "; ")
}

func (r *Reading) dialect() string {
	if r.Dialect == "" {
		return "no dialect"
	}
	return r.Dialect
}

// head prints what the reading comes to.
func (p *printer) head(v *Verdict) {
	r := p.reading
	if r.Dialect != "" {
		p.line(0, "dialect: %s (%s), %s", r.Dialect, r.Reason, counted(r.Records, "record"))
	}
	if r.Recording != nil && r.Recording.Meta != "" {
		p.line(0, "recorded: %s", r.Recording.Meta)
	}
	if r.process().known() {
		p.line(0, "process: %s", r.process())
	}
	p.line(0, "outcome: %s", v.Outcome)
	p.line(0, "verdict: %s", strings.Join(append([]string{v.word()}, v.because()...), ": "))
	for _, remark := range v.Remarks {
		p.line(0, "note: %s", remark)
	}
	if q := r.Transcript.Quota; q.Limited {
		p.line(0, "limited: %s", deref(q.Window))
	}
}

// because are the reasons, in one text, if there are any.
func (v *Verdict) because() []string {
	if len(v.Reasons) == 0 {
		return nil
	}
	return []string{strings.Join(v.Reasons, "; ")}
}

// stderr prints the end of what the program wrote there, where something went
// wrong.
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

type printer struct {
	to      io.Writer
	reading *Reading
	printed map[string]bool // sessions
	err     error
}

func (p *printer) line(depth int, format string, args ...any) {
	if p.err != nil {
		return
	}
	text := strings.Repeat("  ", depth) + plain(fmt.Sprintf(format, args...))
	_, p.err = fmt.Fprintln(p.to, strings.ReplaceAll(text, "\n", "\n"+strings.Repeat("  ", depth+2)))
}

// tree prints each session once: below its call, else below its parent, else
// at the margin.
func (p *printer) tree() {
	p.printed = map[string]bool{}
	sessions := p.reading.Transcript.Sessions
	for i := range sessions {
		if s := &sessions[i]; s.Parent == nil || !p.has(*s.Parent) {
			p.line(0, "")
			p.session(0, s)
		}
	}
	for i := range sessions { // a ring of parents
		p.session(0, &sessions[i])
	}
}

func (p *printer) has(id string) bool { return p.find(id) != nil }

func (p *printer) find(id string) *spec.Session {
	for i := range p.reading.Transcript.Sessions {
		if s := &p.reading.Transcript.Sessions[i]; s.ID == id {
			return s
		}
	}
	return nil
}

func (p *printer) session(depth int, s *spec.Session) {
	if p.printed[s.ID] {
		return
	}
	p.printed[s.ID] = true
	about := ""
	if s.Parent == nil {
		about += ", root"
	} else if s.ParentCall == nil {
		about += fmt.Sprintf(", child of %q, its call is not known", *s.Parent)
	}
	if s.Agent != nil {
		about += ", agent " + *s.Agent
	}
	p.line(depth, "session %q%s: %s", s.ID, about, s.Status)
	for i := range s.Turns {
		p.turn(depth+1, s, i)
	}
	p.calls(depth+1, "held", s.Held)
	p.calls(depth+1, "abandoned", s.Abandoned)
	for _, o := range s.Orphans {
		p.line(depth+1, "result without a call: %s %s", o.ID, shown(string(o.Result)))
	}
	for _, text := range s.Unattributed {
		p.line(depth+1, "unattributed: %s", shown(text))
	}
	p.children(depth+1, s.ID)
}

// children prints the sessions below one that no call of it has shown.
func (p *printer) children(depth int, id string) {
	sessions := p.reading.Transcript.Sessions
	for i := range sessions {
		if s := &sessions[i]; s.Parent != nil && *s.Parent == id {
			p.session(depth, s)
		}
	}
}

func (p *printer) turn(depth int, s *spec.Session, index int) {
	t := &s.Turns[index]
	about := ""
	if t.StopReason != nil {
		about += ", " + *t.StopReason
	}
	if t.Usage != nil {
		about += fmt.Sprintf(", %d tokens in, %d out", t.Usage.Input, t.Usage.Output)
	}
	if t.Error != nil {
		about += ": " + *t.Error
	}
	p.line(depth, "turn %d: %s%s", index+1, t.Status, about)
	for i := range s.Messages {
		if s.Messages[i].Turn == index {
			p.message(depth+1, &s.Messages[i])
		}
	}
}

func (p *printer) message(depth int, m *spec.Message) {
	about := m.Role
	if m.ID != "" {
		about += " " + m.ID
	}
	if m.Agent != nil {
		about += " (" + *m.Agent + ")"
	}
	if !m.Complete {
		about += ", its end was not seen"
	}
	p.line(depth, "%s", about)
	for _, part := range m.Parts {
		if part.Kind != spec.CallPart {
			p.line(depth+1, "%s: %s", part.Kind, shown(part.Text))
		} else if part.Call != nil && *part.Call < len(m.Calls) {
			p.call(depth+1, "call", &m.Calls[*part.Call])
		}
	}
}

func (p *printer) calls(depth int, what string, calls []spec.Call) {
	for i := range calls {
		p.call(depth, what+" call", &calls[i])
	}
}

func (p *printer) call(depth int, what string, c *spec.Call) {
	p.line(depth, "%s %s %s: %s", what, c.ID, c.Name, c.Status)
	if c.Args != "" {
		p.line(depth+1, "args: %s", shown(c.Args))
	}
	if len(c.Result) > 0 {
		kind := "result"
		if c.IsError {
			kind = "error"
		}
		p.line(depth+1, "%s: %s", kind, shown(string(c.Result)))
	}
	if c.Child != nil {
		if child := p.find(*c.Child); child != nil {
			p.session(depth+1, child)
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return "window not said"
	}
	return *s
}
