package transport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// A writer writes a text according to a plan.
type writer struct {
	text  Text
	plan  *Plan
	out   []byte
	lines int // number of lines written so far
	// from, full and to are offsets by record: where it begins, including
	// inserts before it; where its payload is complete; and where it ends.
	from, full, to []int
	// own is the offset of each record's own lines.
	own []int
	// bad lists the end offsets of faults that must be reported.
	bad []int
}

func (t Text) write(p *Plan) *writer {
	w := &writer{text: t, plan: p}
	if p.Mark {
		w.out = append(w.out, "\ufeff"...)
	}
	for r := range t.Records {
		w.from = append(w.from, w.end(r))
		w.damage(r)
		w.fill(r, 0)
		w.own = append(w.own, len(w.out))
		w.full = append(w.full, w.record(r))
		w.to = append(w.to, len(w.out))
	}
	w.damage(len(t.Records))
	w.fill(len(t.Records), 0)
	w.unend()
	w.breakOff()
	return w
}

// end returns the end offset of the first n records.
func (w *writer) end(n int) int {
	if n == 0 {
		return 0
	}
	return w.to[n-1]
}

// line writes one line with its line end.
func (w *writer) line(text []byte) {
	w.out = append(w.out, text...)
	end := "\n"
	switch e := w.plan.Ends; {
	case e == CRLF, e == Mixed && w.lines%2 == 1:
		end = "\r\n"
	case e == CR && w.text.Framing == SSE:
		end = "\r"
	}
	w.out = append(w.out, end...)
	w.lines++
}

func (w *writer) fill(record, line int) {
	for _, text := range w.text.fillings(w.plan, record, line) {
		w.line([]byte(text))
	}
}

// record writes the lines of a record. It returns the offset at which its
// payload is complete.
func (w *writer) record(r int) (full int) {
	for i, line := range w.text.formed(w.plan, r) {
		w.fill(r, i+1)
		line = w.tight(line)
		if _, has := w.text.payload(line); has || full == 0 {
			full = len(w.out) + len(line)
		}
		w.line(line)
	}
	return full
}

// tight removes the space after a field's colon, unless the value begins with a
// space.
func (w *writer) tight(line []byte) []byte {
	if !w.plan.Tight || w.text.Framing != SSE {
		return line
	}
	if i := bytes.Index(line, []byte(": ")); i > 0 && (i+2 == len(line) || line[i+2] != ' ') {
		return append(bytes.Clone(line[:i+1]), line[i+2:]...)
	}
	return line
}

// formed returns the lines of a record with the plan's members added and its
// data split.
func (t Text) formed(p *Plan, r int) [][]byte {
	lines := t.lines(p, r)
	at, from, ok := t.whole(lines)
	if !ok {
		return lines
	}
	payload := bytes.Clone(lines[at][from:])
	for i, m := range p.Members {
		if m.Record == r && len(payload) > 1 && payload[0] == '{' {
			payload = m.into(payload, i)
		}
	}
	head := lines[at][:from]
	formed := append([][]byte{}, lines[:at]...)
	for _, piece := range t.pieces(p, r, payload) {
		formed = append(formed, append(bytes.Clone(head), piece...))
	}
	return append(formed, lines[at+1:]...)
}

// into adds the member at the beginning of an object. i is its index in the
// plan.
func (m Member) into(object []byte, i int) []byte {
	text := fmt.Sprintf("{%q:%s", fmt.Sprint(name, i), m.value())
	if rest := bytes.TrimLeft(object[1:], " \t"); len(rest) > 0 && rest[0] != '}' {
		text += ","
	}
	return append([]byte(text), object[1:]...)
}

// pieces returns the payload as one line, or split as the plan says.
func (t Text) pieces(p *Plan, r int, payload []byte) [][]byte {
	if t.Framing != SSE || !p.splits(r) || !json.Valid(payload) {
		return [][]byte{payload}
	}
	places := breaks(payload)
	cut := map[int]bool{}
	for _, s := range p.Splits {
		for _, place := range s.Places {
			if s.Record == r && place >= 0 && len(places) > 0 {
				cut[places[place%len(places)]] = true
			}
		}
	}
	var all [][]byte
	from := 0
	for _, at := range places {
		if cut[at] {
			all, from = append(all, payload[from:at]), at
		}
	}
	return append(all, payload[from:])
}

func (p *Plan) splits(r int) bool {
	return slices.ContainsFunc(p.Splits, func(s Split) bool { return s.Record == r })
}

// unend removes the last line ends, if they belong to the last record.
func (w *writer) unend() {
	if w.end(len(w.text.Records)) != len(w.out) {
		return
	}
	for range min(w.plan.Unended, w.text.ending()) {
		w.out = bytes.TrimSuffix(w.out, []byte("\n"))
		w.out = bytes.TrimSuffix(w.out, []byte("\r"))
	}
}

// ending is the number of line ends at the end of a record.
func (t Text) ending() int {
	if t.Framing == SSE {
		return 2
	}
	return 1
}
