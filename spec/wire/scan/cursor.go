package scan

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// A Cursor reads one JSON text forward and in one pass, checking what it passes
// by the rules of Check. It is the quick way for texts of which most are right
// and of a known shape: at anything wrong, at a key with an escape, and where
// the caller asks for what is not there, it fails, says no more and stays
// failed. A text that is read to its end without a failure is one that Check
// accepts; of another, only Check can tell what it is.
//
// What it returns is part of the text, and valid as long as that.
type Cursor struct {
	text   []byte
	at     int
	depth  int // how many more levels may be opened
	failed bool
}

// NewCursor returns a Cursor at the start of a text, in which arrays and objects
// may nest depth deep. A text of less than eight bytes fails at once.
func NewCursor(text []byte, depth int) Cursor {
	c := Cursor{text: text, depth: depth, failed: len(text) < 8}
	if !c.failed && text[0] <= ' ' {
		c.space()
	}
	return c
}

// End reports whether nothing failed and nothing but space is left.
func (c *Cursor) End() bool {
	if c.at < len(c.text) {
		c.space()
	}
	return !c.failed && c.at == len(c.text)
}

// Failed reports whether something was wrong or unusual so far.
func (c *Cursor) Failed() bool { return c.failed }

// Fail makes the reading fail, where the caller finds something unusual.
func (c *Cursor) Fail() { c.failed = true }

func (c *Cursor) space() {
	for c.at < len(c.text) && isSpace(c.text[c.at]) {
		c.at++
	}
}

// peek is the present byte, 0 at the end and after a failure.
func (c *Cursor) peek() byte {
	if c.at < len(c.text) && !c.failed {
		return c.text[c.at]
	}
	return 0
}

// Kind tells what the next value is, as Value.Kind does; 0 for none.
func (c *Cursor) Kind() byte {
	b := c.peek()
	if b == '-' || b >= '0' && b <= '9' {
		return '0'
	}
	return b
}

// Open goes into an object or array, whose opening byte is given; false if it
// is empty. The caller reads its members, or elements, and asks Next behind
// each, and stops where either says false:
//
//	for more := c.Open('{'); more; more = c.Next('}') {
//		key := c.Key()
//		…
//	}
func (c *Cursor) Open(opening byte) (more bool) {
	if c.at+1 >= len(c.text) || c.text[c.at] != opening || c.depth == 0 || c.failed {
		c.failed = true
		return false
	}
	c.depth--
	c.at++
	if c.text[c.at] == '"' {
		return true
	}
	c.space()
	if c.peek() == opening+2 { // in ASCII, '}' is '{'+2, and ']' is '['+2
		c.at++
		c.depth++
		return false
	}
	return true
}

// Next goes to the next member or element; false at the closing byte, behind
// which it goes, and after a failure.
func (c *Cursor) Next(closing byte) (more bool) {
	if c.at+1 < len(c.text) && !c.failed {
		switch b := c.text[c.at]; {
		case b == ',' && c.text[c.at+1] > ' ':
			c.at++
			return true
		case b == closing:
			c.at++
			c.depth++
			return false
		}
	}
	return c.next(closing)
}

// next is Next where white space may be between.
func (c *Cursor) next(closing byte) (more bool) {
	c.space()
	switch c.peek() {
	case ',':
		c.at++
		c.space()
		return true
	case closing:
		c.at++
		c.depth++
		return false
	}
	c.failed = true
	return false
}

// Key reads a member's key, and goes to its value.
func (c *Cursor) Key() []byte {
	if from := c.at + 1; c.shortKey() {
		return c.text[from : c.at-len(`":`)]
	}
	key, escapes := c.str()
	if c.failed = c.failed || escapes; c.failed {
		return nil
	}
	if c.at+1 < len(c.text) && c.text[c.at] == ':' && c.text[c.at+1] > ' ' {
		c.at++
	} else {
		c.colon()
	}
	return key
}

// shortKey goes past a key of at most seven letters of ASCII whose colon and value
// follow at once, as most are. It is false for any other, and reads nothing.
func (c *Cursor) shortKey() bool {
	if c.at+11 > len(c.text) || c.text[c.at] != '"' || c.failed {
		return false
	}
	x := binary.LittleEndian.Uint64(c.text[c.at+1:])
	n := bits.TrailingZeros64(special(x)) / 8
	end := c.at + 1 + n
	if n == 8 || x<<(64-8*uint(n))&high != 0 || c.text[end] != '"' || c.text[end+1] != ':' || c.text[end+2] <= ' ' {
		return false
	}
	c.at = end + 2
	return true
}

// Past goes to the value of a member, if its key is the one given, as most write it: without
// an escape, and with the colon at once; else it stays where it is.
func (c *Cursor) Past(k *Key) bool {
	end := c.at + len(k.quoted)
	if c.failed || max(end, c.at+8) >= len(c.text) || binary.LittleEndian.Uint64(c.text[c.at:])&k.mask != k.start {
		return false
	}
	if len(k.quoted) > 8 && string(c.text[c.at+8:end]) != k.quoted[8:] {
		return false
	}
	if c.at = end; c.text[end] <= ' ' {
		c.space()
	}
	return true
}

// A Key is what Past looks for.
type Key struct {
	quoted      string
	start, mask uint64 // its first eight bytes, and which of them there are
}

// NewKey returns the Key of a name without anything that JSON escapes.
func NewKey(name string) Key {
	k := Key{quoted: `"` + name + `":`}
	for i := range min(8, len(k.quoted)) {
		k.start |= uint64(k.quoted[i]) << (8 * i)
		k.mask |= 0xff << (8 * i)
	}
	return k
}

// colon goes from behind a key to its value.
func (c *Cursor) colon() {
	if c.peek() != ':' {
		c.space()
	}
	if c.peek() != ':' {
		c.failed = true
		return
	}
	c.at++
	if c.peek() <= ' ' {
		c.space()
	}
}

// Text reads a string: what stands between its quotes, and whether there are
// escapes in it, which Unescaped reads. Null is read as an empty string.
func (c *Cursor) Text() (inside []byte, escapes bool) {
	if c.peek() == 'n' {
		c.literal("null")
		return nil, false
	}
	return c.str()
}

// Null goes past a null, if one is next.
func (c *Cursor) Null() bool {
	if c.at >= len(c.text) || c.text[c.at] != 'n' {
		return false
	}
	c.literal("null")
	return true
}

// Int reads a whole number that is written without a fraction or an exponent; null is 0.
func (c *Cursor) Int() int64 {
	if c.Null() {
		return 0
	}
	from := c.at
	if from+1 < len(c.text) && c.text[from+1] < '0' && c.text[from+1] != '.' && '0' <= c.text[from] && c.text[from] <= '9' && !c.failed {
		c.at++
		return int64(c.text[from] - '0')
	}
	n, err := strconv.ParseInt(string(c.Value()), 10, 64)
	c.failed = c.failed || err != nil
	return n
}

// Bool reads true or false; null is false.
func (c *Cursor) Bool() bool {
	switch c.peek() {
	case 't':
		c.literal("true")
		return true
	case 'n':
		c.literal("null")
	default:
		c.literal("false")
	}
	return false
}

func (c *Cursor) literal(word string) {
	end := c.at + len(word)
	if c.failed || end > len(c.text) || string(c.text[c.at:end]) != word {
		c.failed = true
		return
	}
	c.at = end
}

// Value reads any value and gives its text.
func (c *Cursor) Value() []byte {
	from := c.at
	if c.skip(); c.failed {
		return nil
	}
	return c.text[from:c.at]
}

// At is the position in the text.
func (c *Cursor) At() int { return c.at }

// skip reads any value.
func (c *Cursor) skip() {
	if c.failed {
		return
	}
	var end int
	if c.peek() == '"' {
		end, _, _ = skipText(c.text, c.at)
	} else {
		end = skipValue(c.text, c.at, c.depth)
	}
	if c.failed = end < 0; !c.failed {
		c.at = end
	}
}

// str reads a string, from its opening quote to behind the closing one.
func (c *Cursor) str() (inside []byte, escapes bool) {
	from := c.at + 1
	if n := c.shortText(from); n >= 0 {
		c.at = from + n + 1
		return c.text[from : from+n], false
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
