package scan

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// fastDepth is how deep a text may nest that is read the fast path.
const fastDepth = 64

// skipValue returns the end of the JSON value at a position, in which arrays and
// objects nest at most depth deep; -1 where there is none, or it is unusual.
func skipValue(text []byte, at, depth int) int {
	var open [fastDepth + 1]byte // the closing bytes of what is open
	depth = min(depth, fastDepth)
	for level := 0; ; {
		b := byteAt(text, at)
		switch b {
		case '"':
			at, _, _ = skipText(text, at)
		case '{', '[':
			if level++; level > depth {
				return -1
			}
			open[level] = b + 2 // in ASCII, '}' is '{'+2, and ']' is '['+2
			if at = pastSpace(text, at+1); byteAt(text, at) == b+2 {
				at++
				level--
				break
			}
			if b == '{' {
				at = skipKey(text, at)
			}
			if at < 0 {
				return -1
			}
			continue
		default:
			at = skipScalar(text, at)
		}
		for more := false; !more; level-- {
			if at < 0 || level == 0 {
				return at
			}
			if at, more = skipComma(text, at, open[level]); more {
				break
			}
		}
	}
}

// skipComma goes on behind an element: to the next one (more), else behind the
// closing byte.
func skipComma(text []byte, at int, closing byte) (next int, more bool) {
	at = pastSpace(text, at)
	switch byteAt(text, at) {
	case ',':
		at = pastSpace(text, at+1)
		if closing == '}' {
			at = skipKey(text, at)
		}
		return at, at >= 0
	case closing:
		return at + 1, false
	}
	return -1, false
}

// skipKey goes from a key to its value.
func skipKey(text []byte, at int) int {
	at, _, _ = skipText(text, at)
	if at > 0 && at+1 < len(text) && text[at] == ':' && text[at+1] > ' ' {
		return at + 1
	}
	return skipColon(text, at)
}

func skipColon(text []byte, at int) int {
	if at < 0 {
		return -1
	}
	if at = pastSpace(text, at); byteAt(text, at) != ':' {
		return -1
	}
	return pastSpace(text, at+1)
}

// byteAt is the byte at a position, 0 behind the end.
func byteAt(text []byte, at int) byte {
	if at < len(text) {
		return text[at]
	}
	return 0
}

// pastSpace goes to the next byte that is no white space.
func pastSpace(text []byte, at int) int {
	if at < len(text) && text[at] > ' ' {
		return at
	}
	return pastSpaces(text, at)
}

func pastSpaces(text []byte, at int) int {
	for at < len(text) && isSpace(text[at]) {
		at++
	}
	return at
}

// skipText goes from the opening quote of a string behind the closing one, and
// says whether escapes are in it. A text of less than eight bytes has none.
func skipText(text []byte, at int) (end int, escapes, ok bool) {
	if byteAt(text, at) != '"' || len(text) < 8 {
		return -1, false, false
	}
	var seen uint64
	from := at + 1
	for at = from; ; at += 8 {
		var x uint64
		if at+8 <= len(text) {
			x = binary.LittleEndian.Uint64(text[at:])
		} else if at < len(text) {
			// What stands behind the end is zeros, which are control characters.
			x = binary.LittleEndian.Uint64(text[len(text)-8:]) >> (8 * uint(at+8-len(text)))
		}
		found := special(x)
		seen |= x
		if found == 0 {
			continue
		}
		at += bits.TrailingZeros64(found) / 8
		switch byteAt(text, at) {
		case '"':
			if seen&high != 0 && !utf8.Valid(text[from:at]) {
				return -1, false, false
			}
			return at + 1, escapes, true
		case '\\':
			k := checker{text: text, at: at}
			if k.escape(); k.err != nil {
				return -1, false, false
			}
			at, escapes = k.at-8, true
		default:
			return -1, false, false
		}
	}
}

// skipScalar goes behind a number or a literal.
func skipScalar(text []byte, at int) int {
	switch byteAt(text, at) {
	case 't':
		return skipWord(text, at, "true")
	case 'f':
		return skipWord(text, at, "false")
	case 'n':
		return skipWord(text, at, "null")
	}
	k := checker{text: text, at: at}
	if k.number(); k.err != nil {
		return -1
	}
	return k.at
}

func skipWord(text []byte, at int, word string) int {
	if end := at + len(word); end <= len(text) && string(text[at:end]) == word {
		return end
	}
	return -1
}
