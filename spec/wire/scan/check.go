// Package scan reads JSON text in place: Check says whether a text is one JSON
// value, within a depth, and where it goes wrong; a Value is such a text, whose
// members, elements and strings are read without building anything. A Cursor does
// both at once, in one pass, for texts of a usual shape; an Envelope is the members
// that one found. An Interner and a Recent save it making the same strings, and reading
// the same values, again.
//
// Goals: strict RFC 8259 (any other JSON reader agrees on what is valid), the
// difference between wrong and merely unfinished text, bounded depth, no
// allocation but for strings with escapes.
//
// Non-goals: structs and reflection; repairing text; judging numbers.
//
// Object keys are matched byte for byte. Where a key occurs twice both members
// are given, in order: a reader that assigns as it goes lets the last one win,
// which is what the stock parsers of JavaScript, Python and Go do, and is the
// policy of every dialect here. Keys such as "__proto__" are data.
package scan

import (
	"fmt"
	"unicode/utf8"
)

// A Fault says in which way a text is no JSON value.
type Fault uint8

const (
	// Malformed text is wrong whatever follows it.
	Malformed Fault = iota + 1
	// Unfinished text ends too early: it is the beginning of a JSON value.
	Unfinished
	// TooDeep text nests more arrays and objects than allowed.
	TooDeep
)

// An Error is why a text is no JSON value, and the byte at which that shows.
type Error struct {
	Fault  Fault
	Offset int
	Detail string
}

// Error is the detail with its position.
func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Detail, e.Offset) }

// Check reports why text is not exactly one JSON value with white space around
// it, nested at most depth deep; nil if it is. The first fault in the order of
// the text counts, but for invalid UTF-8, which counts before the others.
func Check(text []byte, depth int) *Error {
	if fast := NewCursor(text, depth); valid(&fast) {
		return nil
	}
	if !utf8.Valid(text) {
		return &Error{Malformed, invalidUTF8(text), "invalid UTF-8"}
	}
	c := checker{text: text, depth: depth}
	c.space()
	if c.value(); c.err == nil {
		if c.space(); c.at < len(text) {
			c.fail("more than one JSON value")
		}
	}
	return c.err
}

func valid(c *Cursor) bool {
	c.skip()
	return c.End()
}

func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

// A checker walks a text; once err is set its methods return at once.
type checker struct {
	text  []byte
	at    int
	depth int
	err   *Error
}

func (c *checker) fail(detail string) {
	switch {
	case c.err != nil:
	case c.at >= len(c.text):
		c.err = &Error{Unfinished, len(c.text), "the JSON text ends too early"}
	default:
		c.err = &Error{Malformed, c.at, detail}
	}
}

func (c *checker) space() {
	for c.at < len(c.text) && isSpace(c.text[c.at]) {
		c.at++
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' }

// peek is the present byte, or 0 at the end (which no JSON token starts with).
func (c *checker) peek() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

func (c *checker) value() {
	switch b := c.peek(); {
	case b == '"':
		c.str()
	case b == '{':
		c.container('}', true)
	case b == '[':
		c.container(']', false)
	case b == '-' || b >= '0' && b <= '9':
		c.number()
	case b == 't':
		c.literal("true")
	case b == 'f':
		c.literal("false")
	case b == 'n':
		c.literal("null")
	default:
		c.fail("no JSON value")
	}
}

// container reads an object (with keys) or an array up to its closing byte.
func (c *checker) container(closing byte, keys bool) {
	if c.depth--; c.depth < 0 {
		c.err = &Error{TooDeep, c.at, "nested too deep"}
		return
	}
	c.at++
	if c.space(); c.peek() == closing {
		c.at++
		c.depth++
		return
	}
	for c.err == nil {
		if keys {
			c.key()
		}
		if c.err == nil {
			c.value()
		}
		if c.err != nil || c.next(closing) {
			break
		}
	}
	c.depth++
}

// next reads what follows an element: the closing byte (true) or a comma.
func (c *checker) next(closing byte) bool {
	c.space()
	switch c.peek() {
	case closing:
		c.at++
		return true
	case ',':
		c.at++
		c.space()
	default:
		c.fail("no comma between two elements")
	}
	return false
}

func (c *checker) key() {
	if c.peek() != '"' {
		c.fail("an object key is no string")
		return
	}
	c.str()
	if c.err != nil {
		return
	}
	if c.space(); c.peek() != ':' {
		c.fail("no colon behind an object key")
		return
	}
	c.at++
	c.space()
}
