package wrong

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A reader reads lines, or Server-Sent Events with JSON data. Without a fault
// it reads the framers' texts as package wire does.
type reader struct {
	sse bool
	// Faults of chunks.
	textPerChunk, dropsCutChunk, perChunk, firstInChunk, blankInChunk bool
	// pending changes what no line end has ended when a chunk ends; nil for no fault.
	pending func(text string) string
	// Faults of framing.
	lfOnly, spaced, commentEvents, commentData, keepsMark, unicodeLines, neverFlushes, lastData bool
	// Faults of lines.
	stopsAtBad, silent bool
	// short is the maximum length of a line, 0 for no limit.
	short int

	data string   // of the current event
	out  []string // the records so far
}

// read reads the whole input.
func (r reader) read(chunks [][]byte) []string {
	if r.perChunk || r.firstInChunk {
		var all []string
		for _, c := range chunks {
			some := r.text(string(c))
			if r.firstInChunk {
				some = some[:min(1, len(some))]
			}
			all = append(all, some...)
		}
		return all
	}
	if r.pending != nil {
		return r.text(r.held(chunks))
	}
	var text strings.Builder
	for i, c := range chunks {
		c = r.decoded(c)
		if r.blankInChunk && i > 0 && strings.HasSuffix(text.String(), "\n") && bytes.HasPrefix(c, []byte("\n")) {
			c = c[1:] // each half of the blank line ends a line
		}
		text.Write(c)
	}
	return r.text(text.String())
}

// held joins the chunks, with the fault in what a chunk leaves pending.
func (r reader) held(chunks [][]byte) string {
	text, pending := "", ""
	for i, c := range chunks {
		pending += string(c)
		end := strings.LastIndexByte(pending, '\n') + 1
		text, pending = text+pending[:end], pending[end:]
		if pending != "" && i+1 < len(chunks) {
			pending = r.pending(pending)
		}
	}
	return text + pending
}

// decoded decodes a chunk as text.
func (r reader) decoded(chunk []byte) []byte {
	switch {
	case utf8.Valid(chunk):
		return chunk
	case r.textPerChunk:
		return bytes.ToValidUTF8(chunk, []byte("\uFFFD"))
	case r.dropsCutChunk:
		return nil
	}
	return chunk
}

var unicodeEnds = regexp.MustCompile("[\u2028\u2029\u0085]")

// text reads the records of a text.
func (r reader) text(text string) []string {
	if !r.keepsMark {
		text = strings.TrimPrefix(text, "\uFEFF")
	}
	if r.unicodeLines {
		text = unicodeEnds.ReplaceAllString(text, "\n")
	}
	if !r.lfOnly {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if r.short > 0 && len(line) > r.short || !r.line(line) {
			return r.out
		}
	}
	ended := strings.HasSuffix(text, "\n\n")
	if r.sse && (ended || !r.neverFlushes) && !r.perChunk {
		r.dispatch()
	}
	return r.out
}

// line reads one line. It returns false if the reader gives up.
func (r *reader) line(line string) bool {
	if r.sse {
		r.field(line)
		return true
	}
	if line == "" {
		return true
	}
	return r.record(line)
}

func (r *reader) field(line string) {
	name, value, _ := strings.Cut(line, ":")
	switch {
	case line == "":
		r.dispatch()
	case name == "" && r.commentEvents:
		r.out = append(r.out, "")
	case name == "" && r.commentData:
		r.data += line
	case name == "data" && (!r.spaced || strings.HasPrefix(value, " ")):
		if r.lastData {
			r.data = ""
		}
		r.data += strings.TrimPrefix(value, " ")
	}
}

// dispatch ends an event.
func (r *reader) dispatch() {
	if r.data != "" {
		r.record(r.data)
	}
	r.data = ""
}

// record reads a record, valid or not. It returns false if the reader gives up.
func (r *reader) record(text string) bool {
	switch {
	case json.Valid([]byte(text)):
		r.out = append(r.out, text)
	case r.stopsAtBad:
		return false
	case !r.silent:
		r.out = append(r.out, bad)
	}
	return true
}
