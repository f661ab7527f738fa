package lanes

import (
	"io"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Layout is a drawing as data: what the terminal draws, for whoever draws it in
// another way. Every text in it is safe to show (package words).
type Layout struct {
	// Title says what is drawn; Ends is the last line, which counts the records.
	Title string `json:"title,omitempty"`
	Ends  string `json:"ends,omitempty"`
	// Sessions are those that have a line, in the order of their first one.
	Sessions []DrawnSession `json:"sessions"`
	Lines    []DrawnLine    `json:"lines"`
	// LeftOut counts the lines after the most that a layout holds.
	LeftOut int `json:"left_out,omitempty"`
}

// A DrawnSession is a session of a layout.
type DrawnSession struct {
	ID    string `json:"id"`
	Agent string `json:"agent,omitempty"`
	// Parent is the place of its parent among the sessions, from 1; 0 for none that has
	// a line. Parents may form a ring.
	Parent int `json:"parent,omitempty"`
}

// A DrawnLine is one line of a drawing.
type DrawnLine struct {
	// Begin and End are the first and the last line of the stream that it covers; 0 for
	// what is known at the end alone.
	Begin int `json:"begin,omitempty"`
	End   int `json:"end,omitempty"`
	// Lanes has two characters for each lane: its mark, and what joins it to the next.
	// A letter or + speaks, │ and ┊ go on (┊ between two turns), : is the shared lane,
	// ├ ┤ begin a child, ╰ ╯ end it, ─ and ┼ lie between.
	Lanes string `json:"lanes"`
	// Session is the place of its session in Layout.Sessions, from 1; 0 if it is of all.
	Session int    `json:"session,omitempty"`
	Mood    Mood   `json:"mood,omitempty"`
	Words   string `json:"words"`
	// Tool is the tool of the call that it is about, Anomaly the kind of what the model
	// reports, Rule the rule for producers that this breaks; "" for none.
	Tool    string `json:"tool,omitempty"`
	Anomaly string `json:"anomaly,omitempty"`
	Rule    string `json:"rule,omitempty"`
}

// A Mood is how a line looks.
type Mood string

// The moods: Edge is the begin or the end of a session or a turn, Aside what adds nothing,
// Odd what the model reports, Bad an error.
const (
	Usual Mood = ""
	Edge  Mood = "edge"
	Aside Mood = "aside"
	Odd   Mood = "odd"
	Bad   Mood = "bad"
)

// A sink takes the lines of a drawing in their order.
type sink interface {
	title(text string) error
	line(l *DrawnLine, v *drawnSession) error
	ends(text string) error
}

// layer collects a layout.
type layer struct {
	*Layout
	most  int
	place map[string]int // of a session, by its id
}

func (l *layer) title(text string) error {
	l.Title = words.Line(text)
	return nil
}

func (l *layer) ends(text string) error {
	l.Ends = words.Line(text)
	return nil
}

func (l *layer) line(line *DrawnLine, v *drawnSession) error {
	if len(l.Lines) >= l.most {
		l.LeftOut++
		return nil
	}
	if v != nil {
		line.Session = l.session(v)
	}
	l.Lines = append(l.Lines, *line)
	return nil
}

// longestName is the most characters of an id in a layout.
const longestName = 200

// session is the place of a session.
func (l *layer) session(v *drawnSession) int {
	ss := v.session
	at := l.place[ss.ID]
	if at == 0 {
		l.Sessions = append(l.Sessions, DrawnSession{ID: words.Line(words.Clip(ss.ID, longestName)), Agent: words.Line(words.Clip(ss.Agent, longestName))})
		at = len(l.Sessions)
		l.place[ss.ID] = at
	}
	if s := &l.Sessions[at-1]; s.Parent == 0 && ss.Parent.OK && ss.Parent.ID != ss.ID {
		s.Parent = l.place[ss.Parent.ID]
	}
	return at
}

// Lay returns a drawing that is collected as data; the layout is whole after End. It
// holds at most the given number of lines. Options.Width decides how many lanes there
// are, as in a terminal, and cuts no text.
func Lay(f spec.Features, o Options, most int) (*Drawing, *Layout) {
	layout := &Layout{Sessions: []DrawnSession{}, Lines: []DrawnLine{}}
	return drawing(&layer{layout, most, map[string]int{}}, f, o), layout
}

// Print draws the layout as text, just as a Drawing does with the same options.
func (l *Layout) Print(to io.Writer, o Options) error {
	o.Width = max(o.Width, Narrowest)
	p := newPrinter(to, o)
	if l.Title != "" {
		if err := p.title(l.Title); err != nil {
			return err
		}
	}
	for i := range l.Lines {
		if err := p.line(&l.Lines[i], nil); err != nil {
			return err
		}
	}
	if l.Ends != "" {
		if err := p.ends(l.Ends); err != nil {
			return err
		}
	}
	return p.to.Flush()
}

// laid writes the cells of a line.
func laid(cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteRune(c.mark)
		b.WriteRune(c.join)
	}
	return b.String()
}

// tool is the name of the tool of the item's call.
func (i *item) tool() string {
	if i.call == nil {
		return ""
	}
	return words.Line(words.Clip(i.call.Name, longestName))
}

// anomaly is the kind of what the item reports.
func (i *item) anomaly() string {
	if i.run != reports {
		return ""
	}
	return i.detail
}
