package scan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Text reads a string: what stands between its quotes, and whether there are
// escapes in it, which Unescaped reads. Null is read as an empty string.
func (c *Cursor) Text() (inside []byte, escapes bool) {
	if c.peek() == 'n' {
		c.literal("null")
		return nil, false
	}
	return c.str()
}

// Short goes past a string of at most fifteen bytes of ASCII without escapes, and returns how
// many; -1, and it stays where it is, for any other.
func (c *Cursor) Short() int {
	n := c.shortText(c.at + 1)
	if n >= 0 {
		c.at += n + 2
	}
	return n
}

// str reads a string, from its opening quote to behind the closing one.
func (c *Cursor) str() (inside []byte, escapes bool) {
	from := c.at + 1
	if n := c.shortText(from); n >= 0 {
		c.at = from + n + 1
		return c.text[from : from+n], false
	}
	if c.peek() == '"' {
		if n := plainText(c.text[from:]); n >= 0 {
			c.at = from + n + 1
			return c.text[from : from+n], false
		}
	}
	end, escapes, ok := skipText(c.text, c.at)
	if !ok || c.failed {
		c.failed = true
		return nil, false
	}
	c.at = end
	return c.text[from : end-1], escapes
}

// shortText is how long a string is that begins at a position, behind its quote: one of at
// most fifteen bytes of ASCII without escapes, as most are. It is -1 for any other.
func (c *Cursor) shortText(from int) int {
	if from+16 > len(c.text) || c.text[from-1] != '"' || c.failed {
		return -1
	}
	x := binary.LittleEndian.Uint64(c.text[from:])
	n, found := 0, special(x)
	if found == 0 {
		if x&high != 0 {
			return -1
		}
		n, x = 8, binary.LittleEndian.Uint64(c.text[from+8:])
		if found = special(x); found == 0 {
			return -1
		}
	}
	behind := bits.TrailingZeros64(found) / 8
	if n += behind; x<<(64-8*uint(behind))&high != 0 || c.text[from+n] != '"' {
		return -1
	}
	return n
}

// plainText is how long a string is that begins with a text, behind its quote: one of ASCII
// without escapes, as most are. It is -1 for any other.
func plainText(text []byte) int {
	n := bytes.IndexByte(text, '"')
	if n < 0 {
		return -1
	}
	rest := text[:n]
	for ; len(rest) >= 8; rest = rest[8:] {
		if x := binary.LittleEndian.Uint64(rest); (x|(x-0x20*ones)|backslash(x))&high != 0 {
			return -1
		}
	}
	for _, b := range rest {
		if b < ' ' || b == '\\' || b >= utf8.RuneSelf {
			return -1
		}
	}
	return n
}
