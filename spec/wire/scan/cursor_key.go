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

// Past goes to the value of a member, if what comes next is the key given, as most write it:
// without an escape, and without space before the colon; else it stays where it is.
func (c *Cursor) Past(k *Key) bool {
	next := c.text[c.at:]
	if c.failed || len(next) <= longestKey || k.length > longestKey {
		return false
	}
	if binary.LittleEndian.Uint64(next)&k.masks[0] != k.words[0] || binary.LittleEndian.Uint64(next[8:])&k.masks[1] != k.words[1] {
		return false
	}
	c.at += int(k.length)
	if next[k.length] <= ' ' {
		c.space()
	}
	return true
}

// A Key is what Past looks for.
type Key struct {
	length       uint      // with quotes, colon and comma
	words, masks [2]uint64 // its first sixteen bytes, and which of them there are
}

// longestKey is how long a Key is that Past compares. It goes past none that is longer.
const longestKey = 16

// FirstKey returns the Key of an object's first member, of a name without anything that JSON
// escapes.
func FirstKey(name string) Key { return newKey(`"` + name + `":`) }

// NextKey returns the Key of a member behind another one, with the comma between the two.
func NextKey(name string) Key { return newKey(`,"` + name + `":`) }

func newKey(text string) Key {
	k := Key{length: uint(len(text))}
	for i := range min(longestKey, len(text)) {
		k.words[i/8] |= uint64(text[i]) << (i % 8 * 8)
		k.masks[i/8] |= 0xff << (i % 8 * 8)
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
