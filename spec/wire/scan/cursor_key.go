package scan

import (
	"encoding/binary"
	"math/bits"
)

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
