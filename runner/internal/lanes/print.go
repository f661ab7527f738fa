package lanes

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/muesli/termenv"
)

// A printer writes lines of a given width.
type printer struct {
	to    *bufio.Writer
	width int
	color bool
	place int // the columns of the numbers in front
}

func newPrinter(to io.Writer, o Options) *printer {
	p := &printer{to: bufio.NewWriterSize(to, 64<<10), width: o.Width, color: o.Color, place: 7}
	if o.Width < 60 {
		p.place = 4
	}
	return p
}

// hues are the colours of the lanes, moods those of the words.
var (
	hues  = []string{"6", "3", "5", "2", "4", "14", "11", "13", "10", "12"}
	moods = map[Mood]func(termenv.Style) termenv.Style{
		Edge:  termenv.Style.Bold,
		Aside: termenv.Style.Faint,
		Odd:   func(s termenv.Style) termenv.Style { return s.Foreground(termenv.ANSI.Color("11")) },
		Bad:   func(s termenv.Style) termenv.Style { return s.Foreground(termenv.ANSI.Color("9")) },
	}
)

func hue(lane int) termenv.Style {
	return termenv.Style{}.Foreground(termenv.ANSI.Color(hues[lane%len(hues)]))
}

// line writes one line of a drawing.
func (p *printer) line(l *DrawnLine, _ *drawnSession) error {
	place := p.places(l)
	p.place = max(p.place, len(place))
	var b strings.Builder
	p.styled(&b, fmt.Sprintf("%*s", p.place, place), termenv.Style{}.Faint())
	b.WriteString("  ")
	lanes := []rune(l.Lanes)
	for i := 0; i < len(lanes); i += 2 {
		p.cell(&b, i/2, lanes[i], lanes[i+1])
	}
	left := p.width - p.place - 2 - len(lanes)
	style := termenv.Style{}
	if m := moods[l.Mood]; m != nil {
		style = m(style)
	}
	if text := clip(" "+l.Words, left); text != "" {
		p.styled(&b, text, style)
	}
	return p.text(b.String())
}

// places returns the range of a line in the stream.
func (p *printer) places(l *DrawnLine) string {
	switch {
	case l.Begin == 0:
		return "end"
	case l.Begin == l.End || p.width < 60:
		return fmt.Sprint(l.Begin)
	}
	return fmt.Sprintf("%d-%d", l.Begin, l.End)
}

func (p *printer) cell(b *strings.Builder, lane int, mark, join rune) {
	if p.color {
		p.styled(b, string(mark), hue(lane))
	} else {
		b.WriteRune(mark)
	}
	b.WriteRune(join)
}

func (p *printer) title(text string) error { return p.text(clip(text, p.width)) }
func (p *printer) ends(text string) error  { return p.text(clip(text, p.width)) }

func (p *printer) styled(b *strings.Builder, text string, s termenv.Style) {
	if p.color && strings.TrimSpace(text) != "" {
		text = s.Styled(text)
	}
	b.WriteString(text)
}

// text writes a finished line.
func (p *printer) text(line string) error {
	if _, err := p.to.WriteString(strings.TrimRight(line, " ") + "\n"); err != nil {
		return fmt.Errorf("writing the drawing: %w", err)
	}
	return nil
}
