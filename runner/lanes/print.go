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

func newPrinter(to io.Writer, o Options) printer {
	p := printer{to: bufio.NewWriterSize(to, 64<<10), width: o.Width, color: o.Color, place: 7}
	if o.Width < 60 {
		p.place = 4
	}
	return p
}

// hues are the colours of the lanes, moods those of the words.
var (
	hues  = []string{"6", "3", "5", "2", "4", "14", "11", "13", "10", "12"}
	moods = map[mood]func(termenv.Style) termenv.Style{
		edge:  termenv.Style.Bold,
		aside: termenv.Style.Faint,
		odd:   func(s termenv.Style) termenv.Style { return s.Foreground(termenv.ANSI.Color("11")) },
		bad:   func(s termenv.Style) termenv.Style { return s.Foreground(termenv.ANSI.Color("9")) },
	}
)

func hue(lane int) termenv.Style {
	return termenv.Style{}.Foreground(termenv.ANSI.Color(hues[lane%len(hues)]))
}

// line writes one line of a drawing.
func (p *printer) line(i *item, cells []cell, words string) error {
	place := p.places(i)
	p.place = max(p.place, len(place))
	var b strings.Builder
	p.styled(&b, fmt.Sprintf("%*s", p.place, place), termenv.Style{}.Faint())
	b.WriteString("  ")
	for _, c := range cells {
		p.cell(&b, c)
	}
	left := p.width - p.place - 2 - 2*len(cells)
	style := termenv.Style{}
	if m := moods[i.mood]; m != nil {
		style = m(style)
	}
	if text := clip(" "+words, left); text != "" {
		p.styled(&b, text, style)
	}
	return p.text(b.String())
}

// places returns the range of an item's lines in the stream.
func (p *printer) places(i *item) string {
	switch {
	case i.begin == 0:
		return "end"
	case i.begin == i.end || p.width < 60:
		return fmt.Sprint(i.begin)
	}
	return fmt.Sprintf("%d-%d", i.begin, i.end)
}

func (p *printer) cell(b *strings.Builder, c cell) {
	if p.color {
		p.styled(b, string(c.mark), hue(c.lane))
	} else {
		b.WriteRune(c.mark)
	}
	b.WriteRune(c.join)
}

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
