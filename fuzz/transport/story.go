package transport

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// String describes the plan in one line.
func (p Plan) String() string {
	if p.IsPlain() {
		return "one chunk a record"
	}
	return strings.Join(slices.Concat(p.formStory(), p.faultStory(), p.cutStory()), ", ")
}

func (p *Plan) formStory() []string {
	var all []string
	add := func(is bool, format string, args ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	add(p.Ends != LF, "%s line ends", map[Ends]string{CRLF: "CRLF", CR: "CR", Mixed: "LF and CRLF"}[p.Ends])
	add(p.Mark, "a byte order mark")
	add(p.Tight, "no space behind colons")
	add(p.Raw, "unescaped Unicode separators")
	add(p.Unended == 1, "no last line end")
	add(p.Unended == 2, "no last two line ends")
	for _, i := range p.Inserts {
		add(i.Line == 0, "%s before record %d", fillWords[i.Kind], i.Record+1)
		add(i.Line > 0, "%s in record %d", fillWords[i.Kind], i.Record+1)
	}
	for _, s := range p.Splits {
		add(true, "the data of record %d in several lines", s.Record+1)
	}
	for _, m := range p.Members {
		add(true, "%s in record %d", m.words(), m.Record+1)
	}
	return all
}

var fillWords = map[Filler]string{
	Blank: "a blank line", Spaces: "a line of white space", Comment: "a comment", KeepAlive: "a keep-alive",
	Parted: "a comment with Unicode separators", Retry: "a retry field", Unknown: "an unknown field",
	Bare: "a line without a colon", LoneID: "an id alone", Empty: "empty data",
}

func (m Member) words() string {
	switch m.Kind {
	case Separated:
		return "an unknown member with Unicode separators"
	case Long:
		return fmt.Sprintf("an unknown member of %d bytes", m.Size)
	case Deep:
		return fmt.Sprintf("an unknown member %d deep", m.Size)
	}
	return "an unknown member"
}

func (p *Plan) faultStory() []string {
	var all []string
	for _, d := range p.Damage {
		if k, known := d.Kind.of(); known {
			all = append(all, k.words(d))
		}
	}
	return all
}

func (p *Plan) cutStory() []string {
	var all []string
	c := &p.Cuts
	if c.Bytes {
		all = append(all, "each byte a chunk")
	}
	if c.One {
		all = append(all, "one chunk")
	}
	for _, s := range c.Spans {
		if s.From == s.To {
			all = append(all, fmt.Sprintf("cut at byte %d of record %d", s.From, s.Record+1))
		} else {
			all = append(all, fmt.Sprintf("cut at bytes %d to %d of record %d", s.From, s.To, s.Record+1))
		}
	}
	for _, r := range c.Joins {
		all = append(all, fmt.Sprintf("record %d in the chunk of the record before", r+1))
	}
	for _, r := range c.Empties {
		all = append(all, fmt.Sprintf("an empty chunk before record %d", r+1))
	}
	return all
}

// UnmarshalJSON reads a plan. Unknown fields and kinds are errors.
func (p *Plan) UnmarshalJSON(text []byte) error {
	type plain Plan
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	var q plain
	if err := d.Decode(&q); err != nil {
		return fmt.Errorf("reading a transport: %w", err)
	}
	read := Plan(q)
	if word := read.unknown(); word != "" {
		return fmt.Errorf("reading a transport: no kind %q", word)
	}
	*p = read
	return nil
}

// unknown returns the first unknown kind in the plan, "" if there is none.
func (p *Plan) unknown() string {
	if p.Ends != LF && p.Ends != CRLF && p.Ends != CR && p.Ends != Mixed {
		return string(p.Ends)
	}
	for _, i := range p.Inserts {
		if fillWords[i.Kind] == "" {
			return string(i.Kind)
		}
	}
	for _, m := range p.Members {
		if !slices.Contains([]Value{Plain, Separated, Long, Deep}, m.Kind) {
			return string(m.Kind)
		}
	}
	for _, d := range p.Damage {
		if _, known := d.Kind.of(); !known {
			return string(d.Kind)
		}
	}
	return ""
}
