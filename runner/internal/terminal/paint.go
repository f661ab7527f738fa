package terminal

import (
	"bytes"
	"io"
	"regexp"

	"github.com/muesli/termenv"
)

// A Painter colours the verdicts, the differences and the errors in the lines that are
// written through it. What is written must be safe already. Until it is told to, it
// writes everything as it is. It is not for several goroutines at once.
type Painter struct {
	to   io.Writer
	on   bool
	rest []byte // the beginning of a line
}

// NewPainter returns a Painter to to, without colours.
func NewPainter(to io.Writer) *Painter { return &Painter{to: to} }

// Color says when to colour: "auto", "always" or "never".
func (p *Painter) Color(when string) { p.on = Colored(p.to, when) }

// Write is io.Writer's. A line is written when it is whole.
func (p *Painter) Write(text []byte) (int, error) {
	if !p.on && len(p.rest) == 0 {
		return p.to.Write(text)
	}
	p.rest = append(p.rest, text...)
	end := bytes.LastIndexByte(p.rest, '\n') + 1
	var painted []byte
	for line := range bytes.Lines(p.rest[:end]) {
		painted = append(painted, paint(line)...)
	}
	p.rest = append(p.rest[:0], p.rest[end:]...)
	if _, err := p.to.Write(painted); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what is left of a line.
func (p *Painter) Flush() error {
	if len(p.rest) == 0 {
		return nil
	}
	_, err := p.to.Write(paint(p.rest))
	p.rest = nil
	return err
}

// The colours of a terminal, by number.
const red, green, yellow = "1", "2", "3"

func hue(color string) termenv.Style {
	return termenv.Style{}.Foreground(termenv.ANSI.Color(color))
}

// colours are the words that are coloured, each by the first line that fits: the group
// of the expression.
var colours = []struct {
	word  *regexp.Regexp
	style termenv.Style
}{
	{regexp.MustCompile(`^(PASS)(?:$|[: ])`), hue(green).Bold()},
	{regexp.MustCompile(`^(FAIL|INCOMPLETE|INTERRUPTED)(?:$|[: ])`), hue(red).Bold()},
	{regexp.MustCompile(`^(?:  |verdict: )?(pass)(?:$|[: ])`), hue(green)},
	{regexp.MustCompile(`^(?:  |verdict: |\d+\. )(known)(?:$|[: ])`), hue(yellow)},
	{regexp.MustCompile(`^(?:  |verdict: |\d+\. )([A-Z]{2,}[A-Z-]*|fail|crash|timeout)(?:$|[: ])`), hue(red)},
	{regexp.MustCompile(`^(none|part|stop)  `), hue(yellow)},
	{regexp.MustCompile(`^(exit 0)(?:$|: )`), hue(green)},
	{regexp.MustCompile(`^(exit \d+)(?:$|: )`), hue(red)},
	{regexp.MustCompile(`^(quock: )`), hue(red)},
	{regexp.MustCompile(`^ +(- .*)`), hue(red)},
	{regexp.MustCompile(`^ +(\+ .*)`), hue(green)},
}

// paint colours one line.
func paint(line []byte) []byte {
	for i := range colours {
		if at := colours[i].word.FindSubmatchIndex(line); at != nil {
			word := colours[i].style.Styled(string(line[at[2]:at[3]]))
			return append(append(append([]byte(nil), line[:at[2]]...), word...), line[at[3]:]...)
		}
	}
	return line
}
