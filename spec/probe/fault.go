package probe

import (
	"fmt"
	"strconv"
	"strings"
)

// Fault says in one word what is wrong with a line.
type Fault string

// The faults.
const (
	LimitExceeded Fault = "limit"   // longer or deeper than allowed
	NotJSON       Fault = "json"    // no JSON, or no object
	WrongType     Fault = "type"    // a value of another type
	MissingField  Fault = "missing" // a part that the candidate claims to report
	WrongValue    Fault = "value"   // none of the words or numbers allowed here
	WrongID       Fault = "id"      // not the answer to this request
)

// A ProtocolError is what is wrong with a line of the other side: where, what,
// and what its author should change. It is the other side's fault, not ours.
type ProtocolError struct {
	Reason Fault `json:"reason"`
	// Path leads to the place in the line: observations[0].sessions[1].turns.
	Path string `json:"path,omitempty"`
	// Line counts the lines of the conversation from 1, 0 where unknown; Offset
	// is the byte within the line.
	Line   int    `json:"line,omitempty"`
	Offset int64  `json:"offset,omitempty"`
	What   string `json:"what"`
	Fix    string `json:"fix,omitempty"`
}

// Error is the sentence for people: where, what, and what to change.
func (e *ProtocolError) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.What)
	if e.Offset > 0 {
		fmt.Fprintf(&b, " (byte %d)", e.Offset)
	}
	if e.Fix != "" {
		b.WriteString("; " + e.Fix)
	}
	return b.String()
}

func number(n int) string { return strconv.Itoa(n) }

// dotted turns a JSON Pointer into the path that people write.
func dotted(pointer string) string {
	var b strings.Builder
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		if _, err := strconv.Atoi(step); err == nil {
			b.WriteString("[" + step + "]")
			continue
		}
		if b.Len() > 0 && step != "" {
			b.WriteByte('.')
		}
		b.WriteString(step)
	}
	return b.String()
}
