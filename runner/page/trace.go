package page

import (
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/words"
)

// Bounds of a trace's page.
const (
	mostRecords = 24 << 20 // bytes of all records
	mostPlain   = 2000     // lines of the text
)

// A Head says what a page about a trace tells before its lanes.
type Head struct {
	// Command is show or check; Title names the stream.
	Command, Title string
	// Verdict is how a check ends, and Passed whether it passed; "" for none. Check is
	// what the command prints.
	Verdict string
	Passed  bool
	Check   string
}

// A TracePage collects what a page shows of a stream. Add its records in their order, as to
// a lanes.Drawing, then End it and Write the page.
type TracePage struct {
	drawing *lanes.Drawing
	trace   DrawnTrace
	layout  *lanes.Layout
	bytes   int
	o       lanes.Options
}

// NewTrace returns an empty one. Of the options Width and Color mean nothing.
func NewTrace(f spec.Features, o lanes.Options) *TracePage {
	s := &TracePage{o: o}
	o.Width, o.Color = columns, false
	s.drawing, s.layout = lanes.Lay(f, o, mostLines)
	return s
}

// Add adds the next record. The error is that of lanes.Drawing.Add.
func (s *TracePage) Add(b *wire.Batch) error {
	if err := s.drawing.Add(b); err != nil {
		return err
	}
	line := b.Record.Line
	if line == 0 {
		line = b.Record.Number
	}
	switch {
	case line < s.o.From:
	case s.bytes >= mostRecords:
		s.trace.LeftOut++
	default:
		r := recordOf(line, b.Record.JSON)
		s.bytes += len(r.Text)
		s.trace.Records = append(s.trace.Records, r)
	}
	return nil
}

// End is that of the drawing.
func (s *TracePage) End(cause spec.Cause, stopped string) (lanes.Stats, error) {
	return s.drawing.End(cause, stopped)
}

// Nothing is that of the drawing.
func (s *TracePage) Nothing() error { return s.drawing.Nothing() }

// traceView is what the template of a trace shows.
type traceView struct {
	Command, Title, Verdict, Class, Check, Drawing string
	Facts                                          []fact
	Notes                                          []string
}

// Write writes the page. The error is that of writing.
func (s *TracePage) Write(to io.Writer, h Head) error {
	s.trace.Layout = *s.layout
	v := &traceView{Command: h.Command, Title: words.Line(h.Title), Verdict: words.Line(h.Verdict), Check: words.Text(h.Check), Class: "fail"}
	if h.Passed {
		v.Class = "pass"
	}
	if n := s.layout.LeftOut; n > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("left out: %s of the drawing, behind its first %d; --from, --to and --session narrow it", words.Counted(n, "line"), mostLines))
	}
	if n := s.trace.LeftOut; n > 0 {
		v.Notes = append(v.Notes, fmt.Sprintf("left out: the text of the last %s, behind the first %d MiB", words.Counted(n, "record"), mostRecords>>20))
	}
	plain := *s.layout
	if more := len(plain.Lines) - mostPlain; more > 0 {
		plain.Lines, plain.Ends = plain.Lines[:mostPlain], fmt.Sprintf("… and %s; they need a script, or quock show", words.Counted(more, "more line"))
	}
	var text strings.Builder
	drawing(&text, &plain)
	v.Drawing = text.String()
	return render(to, "trace", v.Title, v, &Data{Trace: &s.trace})
}
