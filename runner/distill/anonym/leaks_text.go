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

// codedAt reads the character at a place, or the escape: a letter or digit by its
// number (\u00e9, behind any number of backslashes, or %C3%A9), or another one (\n).
func codedAt(text string, i int) (r rune, end int, coded bool) {
	switch text[i] {
	case '%':
		if r, n := percentAt(text, i); n > 0 {
			return r, i + n, true
		}
	case '\\':
		for end = i; end < len(text) && text[end] == '\\'; end++ {
		}
		if r, next := escapeAt(text, end-1); r >= 0 && text[end] == 'u' {
			return r, next, true
		}
		if end < len(text) && strings.IndexByte("bfnrt", text[end]) >= 0 {
			end++
		}
		return '\\', end, false
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return r, i + size, false
}

// unmarked is a text with blanks in place of the escapes that are letters (coded),
// or of the others, so that what is written there is no part of a word.
func unmarked(text string, letters bool) string {
	b := []byte(text)
	for i := 0; i < len(text); {
		r, end, coded := codedAt(text, i)
		for n := i; coded == letters && (coded || r == '\\') && n < end; n++ {
			b[n] = ' '
		}
		i = end
	}
	return string(b)
}

// unescapedText is a text without its escapes, with the place in the text of each
// of its bytes.
func unescapedText(text string) (string, []int) {
	var b strings.Builder
	var at []int
	for i := 0; i < len(text); {
		r, end, coded := codedAt(text, i)
		part := text[i:end]
		if coded {
			part = string(r)
		}
		b.WriteString(part)
		for range len(part) {
			at = append(at, i)
		}
		i = end
	}
	return b.String(), append(at, len(text))
}
