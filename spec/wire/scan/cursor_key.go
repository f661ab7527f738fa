package scan

import "encoding/binary"

// Key reads a member's key, and goes to its value.
func (c *Cursor) Key() []byte {
	from := c.at + 1
	if n := c.shortText(from); n >= 0 && from+n+2 < len(c.text) && c.text[from+n+1] == ':' && c.text[from+n+2] > ' ' {
		c.at = from + n + 2
		return c.text[from : from+n]
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
