// Package picture draws lines of text as an SVG picture, as a terminal shows them.
//
// Goals: a finding can stand in a page, a thread or a report as one small file that
// needs no script, no font and no network, and that is readable on light and dark
// ground and without colours. The same lines give the same bytes.
//
// Non-goals: it decides no layout beyond breaking long lines, and it reads no
// escape sequences. The caller gives safe text (package words).
package picture

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"
)

// A Look says what a line is.
type Look int

// The looks.
const (
	Plain Look = iota
	// Title is what the picture is about.
	Title
	// Faint is what is there for completeness.
	Faint
	// Expected and Seen are the two sides of a difference.
	Expected
	Seen
)

// classes are the names of the looks in the picture.
var classes = [...]string{Plain: "p", Title: "t", Faint: "f", Expected: "e", Seen: "s"}

// A Drawn line is one line of a picture. Its leading spaces stay; what does not fit goes
// on in the next line, two columns further in.
type Drawn struct {
	Look Look
	Text string
}

// Measures of a picture, in units of its coordinates.
const (
	columns = 96
	across  = 84 // tenths
	down    = 20
	margin  = 16
)

const sheet = `text{font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:#1f2328}` +
	`.b{fill:#f6f8fa;stroke:#d1d9e0}.t{font-weight:bold}.f{fill:#59636e}.e{fill:#0a5c2b}.s{fill:#a40e26}` +
	`@media(prefers-color-scheme:dark){text{fill:#e6edf3}.b{fill:#161b22;stroke:#30363d}.f{fill:#9198a1}.e{fill:#7ee2a0}.s{fill:#ff9a95}}`

// Draw writes a picture. about is its text for readers who do not see it.
func Draw(to io.Writer, about string, lines []Drawn) error {
	drawn := broken(lines)
	d := document{
		Namespace: "http://www.w3.org/2000/svg", Role: "img", Title: about, Sheet: sheet,
		Box:  fmt.Sprintf("0 0 %d %d", width, 2*margin+down*len(drawn)),
		Back: back{Class: "b", Width: width - 1, Height: 2*margin + down*len(drawn) - 1, Round: 6},
	}
	for i, l := range drawn {
		if strings.TrimSpace(l.Text) != "" {
			d.Lines = append(d.Lines, text{X: margin, Y: margin + down*i + 15, Space: "preserve", Class: classes[l.Look], Text: l.Text})
		}
	}
	out := xml.NewEncoder(to)
	out.Indent("", " ")
	if err := out.Encode(d); err != nil {
		return fmt.Errorf("writing the picture: %w", err)
	}
	_, err := io.WriteString(to, "\n")
	return err
}

const width = 2*margin + columns*across/10

type document struct {
	XMLName   xml.Name `xml:"svg"`
	Namespace string   `xml:"xmlns,attr"`
	Box       string   `xml:"viewBox,attr"`
	Role      string   `xml:"role,attr"`
	Title     string   `xml:"title"`
	Sheet     string   `xml:"style"`
	Back      back     `xml:"rect"`
	Lines     []text   `xml:"text"`
}

type back struct {
	Class  string `xml:"class,attr"`
	Width  int    `xml:"width,attr"`
	Height int    `xml:"height,attr"`
	Round  int    `xml:"rx,attr"`
}

type text struct {
	X     int    `xml:"x,attr"`
	Y     int    `xml:"y,attr"`
	Space string `xml:"xml:space,attr"`
	Class string `xml:"class,attr"`
	Text  string `xml:",chardata"`
}

// measure does not depend on the locale: the same lines give the same picture.
var measure = runewidth.Condition{StrictEmojiNeutral: true}

// broken breaks what is wider than the picture, between words where there are any.
func broken(lines []Drawn) []Drawn {
	var all []Drawn
	for _, l := range lines {
		indent := min(len(l.Text)-len(strings.TrimLeft(l.Text, " ")), columns/2)
		rest := l.Text
		for measure.StringWidth(rest) > columns {
			head := measure.Truncate(rest, columns, "")
			if at := strings.LastIndex(head, " "); at > indent+2 {
				head = head[:at]
			}
			all = append(all, Drawn{Look: l.Look, Text: head})
			rest = strings.Repeat(" ", indent+2) + strings.TrimLeft(rest[len(head):], " ")
		}
		all = append(all, Drawn{Look: l.Look, Text: rest})
	}
	return all
}
