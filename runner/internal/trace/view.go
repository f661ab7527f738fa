package trace

import (
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

type printer struct {
	to      io.Writer
	reading *Reading
	// The sessions that were printed, by id, and those below each.
	printed map[string]bool
	byID    map[string]*spec.Session
	below   map[string][]*spec.Session
	// ids are the long ids as they are shown.
	ids map[string]string
	// Lines of the tree: the most to show (0 for all), how many there were, and
	// whether the tree is being printed.
	most, lines int
	inTree      bool
	err         error
}

func (p *printer) line(depth int, format string, args ...any) {
	if p.err != nil || p.inTree && p.beyond(format) {
		return
	}
	text := margin(depth) + words.Text(fmt.Sprintf(format, args...))
	_, p.err = fmt.Fprintln(p.to, strings.ReplaceAll(text, "\n", "\n"+margin(depth+2)))
}

// beyond counts a line of the tree, and reports whether it is over the limit.
func (p *printer) beyond(format string) bool {
	if format != "" {
		p.lines++
	}
	return p.most > 0 && p.lines > p.most
}

// deepest is the deepest indentation. A deeper line shows its depth as a number, so
// that the output grows linearly with nested sessions, not with their square.
const deepest = 30

func margin(depth int) string {
	if depth <= deepest {
		return strings.Repeat("  ", depth)
	}
	return strings.Repeat("  ", deepest) + fmt.Sprintf("(%d) ", depth)
}

// tree prints each session once: below its call, else below its parent, else
// at the margin.
func (p *printer) tree() {
	p.index()
	p.inTree = true
	sessions := p.reading.Transcript.Sessions
	for i := range sessions {
		if s := &sessions[i]; s.Parent == nil || p.byID[*s.Parent] == nil {
			p.line(0, "")
			p.session(0, s)
		}
	}
	for i := range sessions { // a ring of parents
		p.session(0, &sessions[i])
	}
	p.inTree = false
	if more := p.lines - p.most; p.most > 0 && more > 0 {
		p.line(0, "… and %d more lines of the sessions; --lines %d shows all", more, p.lines)
	}
}

func (p *printer) index() {
	p.printed, p.byID, p.below = map[string]bool{}, map[string]*spec.Session{}, map[string][]*spec.Session{}
	for i := range p.reading.Transcript.Sessions {
		s := &p.reading.Transcript.Sessions[i]
		p.byID[s.ID] = s
		if s.Parent != nil {
			p.below[*s.Parent] = append(p.below[*s.Parent], s)
		}
	}
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
		about += fmt.Sprintf(", child of %q, its call is not known", p.id(*s.Parent))
	}
	if s.Agent != nil {
		about += ", agent " + *s.Agent
	}
	p.line(depth, "session %q%s: %s", p.id(s.ID), about, s.Status)
	messages := map[int][]*spec.Message{}
	for i := range s.Messages {
		messages[s.Messages[i].Turn] = append(messages[s.Messages[i].Turn], &s.Messages[i])
	}
	for i := range s.Turns {
		p.turn(depth+1, &s.Turns[i], i, messages[i])
	}
	p.calls(depth+1, "held", s.Held)
	p.calls(depth+1, "abandoned", s.Abandoned)
	for _, o := range s.Orphans {
		p.line(depth+1, "result without a call%s: %s %s", p.at(o.At), p.id(o.ID), shown(string(o.Result)))
	}
	for _, text := range s.Unattributed {
		p.line(depth+1, "unattributed: %s", shown(text))
	}
	for _, child := range p.below[s.ID] { // children that no call has shown
		p.session(depth+1, child)
	}
}

func (p *printer) turn(depth int, t *spec.Turn, index int, messages []*spec.Message) {
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
	if t.Status != spec.Completed {
		about += p.at(t.At)
	}
	p.line(depth, "turn %d: %s%s", index+1, t.Status, about)
	for _, m := range messages {
		p.message(depth+1, m)
	}
}

func (p *printer) message(depth int, m *spec.Message) {
	about := m.Role
	if m.ID != "" {
		about += " " + p.id(m.ID)
	}
	if m.Agent != nil {
		about += " (" + *m.Agent + ")"
	}
	if !m.Complete {
		about += ", its end was not seen" + p.at(m.At)
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
	at := ""
	if c.Status != spec.Done {
		at = p.at(c.At)
	}
	p.line(depth, "%s %s %s: %s%s", what, p.id(c.ID), c.Name, c.Status, at)
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
		if child := p.byID[*c.Child]; child != nil {
			p.session(depth+1, child)
		}
	}
}

// at returns a record's position in parentheses; "" if it is not known.
func (p *printer) at(record int) string {
	if record == 0 {
		return ""
	}
	return " (" + p.reading.place(record) + ")"
}

func deref(s *string) string {
	if s == nil {
		return "window not said"
	}
	return *s
}
