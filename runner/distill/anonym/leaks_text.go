package anonym

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text in lower case, as far as that is as long. A byte that is no
// UTF-8 becomes a zero.
func folded(text string) string {
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch low := unicode.ToLower(r); {
		case r == utf8.RuneError && size == 1:
			b = append(b, 0)
		case utf8.RuneLen(low) == size:
			b = utf8.AppendRune(b, low)
		default:
			b = append(b, text[i:i+size]...)
		}
		i += size
	}
	return string(b)
}

// unmarked is a text with blanks in place of the escapes that are characters
// (escaped), or of the others (raw), so that their letters are no part of a word.
func unmarked(text string, of form) string {
	b := []byte(text)
	for i := 0; i < len(text); {
		c := charAt(text, i)
		for n := i; c.form == of && (of != raw || c.r == '\\') && n < c.end; n++ {
			b[n] = ' '
		}
		i = c.end
	}
	return string(b)
}

// unescapedText is a text without its escapes, with the place in the text of each
// of its bytes.
func unescapedText(text string) (string, []int) {
	var b strings.Builder
	var at []int
	for i := 0; i < len(text); {
		c := charAt(text, i)
		part := text[i:c.end]
		if c.form == escaped || c.form == percent {
			part = string(c.r)
		}
		b.WriteString(part)
		for range len(part) {
			at = append(at, i)
		}
		i = c.end
	}
	return b.String(), append(at, len(text))
}
