package terminal

import (
	"bytes"
	"io"
	"regexp"

	"github.com/muesli/termenv"
	"github.com/quock-dev/quock/spec/words"
)

// A Painter colours the verdicts, the differences and the errors in the lines that are
// written through it. What is written must be safe already. Until it is told to, it
// writes everything as it is. It is not for several goroutines at once.
type Painter struct {
	to    io.Writer
	on    bool
	lines *words.Lines
}

// NewPainter returns a Painter to to, without colours.
func NewPainter(to io.Writer) *Painter { return &Painter{to: to, lines: words.NewLines(to, painted)} }

// Color says when to colour: "auto", "always" or "never".
func (p *Painter) Color(when string) { p.on = Colored(p.to, when) }

// Write is io.Writer's. A line that is coloured is written when it is whole.
func (p *Painter) Write(text []byte) (int, error) {
	if !p.on && !p.lines.Held() {
		return p.to.Write(text)
	}
	return p.lines.Write(text)
}

// Flush writes what is left of a line.
func (p *Painter) Flush() error { return p.lines.Flush() }

// painted colours lines.
func painted(lines []byte) (all []byte) {
	for line := range bytes.Lines(lines) {
		all = append(all, paint(line)...)
	}
	return all
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
