package transport

import "strings"

// separators are line ends in Unicode, but in no framing.
const separators = "\u2028\u2029\u0085"

// A fill holds the lines of a filler.
type fill struct {
	lines []string
	// within reports whether the filler may stand within a record.
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

// fillers returns the fillers of a framing, the simplest first.
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

// fillings returns the inserted lines before a line of a record; line 0 means
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

// name is the prefix of member names that no dialect has.
const name = "quock_filling"

// value returns the JSON text of a member's value.
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
