package scan

import "strconv"

// A Cursor reads one JSON text forward and in one pass, checking what it passes
// by the rules of Check. It is the fast path for texts of which most are right
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
	if b := c.text[c.at]; b == '"' || b == '{' {
		return true
	} else if b <= ' ' {
		c.space()
	}
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
