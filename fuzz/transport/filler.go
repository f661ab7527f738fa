package transport

import "strings"

// separators end lines in the eyes of Unicode, and of no framing.
const separators = "\u2028\u2029\u0085"

// A fill is what a filler writes.
type fill struct {
	lines []string
	// within says that it may stand within a record.
	within bool
}

var sseFills = map[Filler]fill{
	Blank:     {lines: []string{""}},
	Comment:   {[]string{": ping"}, true},
	KeepAlive: {lines: []string{":", ""}},
	Parted:    {[]string{": a\u2028data: {}\u2029data: 1\u0085\u0085"}, true},
	Retry:     {[]string{"retry: 3000"}, true},
	Unknown:   {[]string{"x-trace: {}"}, true},
	Bare:      {[]string{"ping"}, true},
	LoneID:    {lines: []string{"id: 7", ""}},
	Empty:     {lines: []string{"data:", ""}},
}

var lineFills = map[Filler]fill{
	Blank:  {lines: []string{""}},
	Spaces: {lines: []string{" \t "}},
}

// fillers are those of a framing, the simplest first.
func (t Text) fillers() []Filler {
	if t.Framing == SSE {
		return []Filler{Comment, KeepAlive, Blank, Parted, Retry, Unknown, Bare, LoneID, Empty}
	}
	return []Filler{Blank, Spaces}
}

func (t Text) fills() map[Filler]fill {
	if t.Framing == SSE {
		return sseFills
	}
	return lineFills
}

// fillings are the lines of the plan's inserts before a line of a record, 0 for
// before the record.
func (t Text) fillings(p *Plan, record, line int) []string {
	var all []string
	for _, i := range p.Inserts {
		f, known := t.fills()[i.Kind]
		if known && i.Record == record && i.Line == line && (line == 0 || f.within) {
			all = append(all, f.lines...)
		}
	}
	return all
}

// name begins the name of a member that no dialect has.
const name = "quock_filling"

// value is the text of a member's value.
func (m Member) value() string {
	switch m.Kind {
	case Separated:
		return `"a` + separators + `b"`
	case Long:
		return `"` + strings.Repeat("~", m.Size) + `"`
	case Deep:
		return strings.Repeat("[", m.Size) + strings.Repeat("]", m.Size)
	}
	return "1"
}
