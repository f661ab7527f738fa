package scan

import (
	"encoding/binary"
	"math/bits"
)

func (c *checker) literal(word string) {
	for i := range len(word) {
		if c.peek() != word[i] {
			c.fail("no JSON literal")
			return
		}
		c.at++
	}
}

// number reads -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func (c *checker) number() {
	if c.peek() == '-' {
		c.at++
	}
	if c.peek() == '0' {
		c.at++
	} else {
		c.digits()
	}
	if c.peek() == '.' {
		c.at++
		c.digits()
	}
	if b := c.peek(); b == 'e' || b == 'E' {
		c.at++
		if b := c.peek(); b == '+' || b == '-' {
			c.at++
		}
		c.digits()
	}
}

func (c *checker) digits() {
	from := c.at
	for b := c.peek(); b >= '0' && b <= '9'; b = c.peek() {
		c.at++
	}
	if c.at == from {
		c.fail("no digit in a number")
	}
}

func (c *checker) str() {
	c.at++
	for c.err == nil {
		c.plain()
		switch b := c.peek(); {
		case c.at >= len(c.text):
			c.fail("")
		case b == '"':
			c.at++
			return
		case b == '\\':
			c.escape()
		default:
			c.fail("a control character in a string")
		}
	}
}

// plain skips to the next quote, backslash or control character.
func (c *checker) plain() {
	for c.at+8 <= len(c.text) {
		if found := special(binary.LittleEndian.Uint64(c.text[c.at:])); found != 0 {
			c.at += bits.TrailingZeros64(found) / 8
			return
		}
		c.at += 8
	}
	for c.at < len(c.text) && c.text[c.at] >= ' ' && c.text[c.at] != '"' && c.text[c.at] != '\\' {
		c.at++
	}
}

// ones has the lowest bit of each of eight bytes.
const ones = 0x0101010101010101

// high are the bits that no byte of ASCII has.
const high = 0x80 * ones

// special sets the high bit of the first of eight bytes that is a quote, a
// backslash or a control character, and perhaps of bytes behind it; else it is
// 0. A byte below 0x20 borrows from its high bit when 0x20 is taken off, one
// that equals a sought byte does when 1 is taken off their difference.
func special(x uint64) uint64 {
	quote, slash := x^('"'*ones), x^('\\'*ones)
	return ((quote-ones)&^quote | (slash-ones)&^slash | (x-0x20*ones)&^x) & high
}

// backslash sets the high bit of the first of eight bytes that is a backslash, and perhaps of
// others, if all are ASCII.
func backslash(x uint64) uint64 { return (x ^ '\\'*ones) - ones }

func (c *checker) escape() {
	c.at++
	switch c.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		c.at++
	case 'u':
		c.at++
		for range 4 {
			if !isHex(c.peek()) {
				c.fail("no hexadecimal digit in an escape")
				return
			}
			c.at++
		}
	default:
		c.fail("no such escape")
	}
}

func isHex(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
}
