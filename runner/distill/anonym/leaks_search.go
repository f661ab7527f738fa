package anonym

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// search looks for all words in a text. If wide is not 0, a word counts only in a stretch
// of text of so many bytes, or if that is all of it.
func (l *leaks) search(text string, wide int, found func(kind string, from, to int)) {
	low := folded(text)
	for i := 0; i+headSize <= len(low); i++ {
		for _, size := range l.heads[low[i:i+headSize]] {
			if kind := l.at(low, i, i+size, wide); kind != "" {
				found(kind, i, i+size)
			}
		}
	}
}

// at is the kind of the word that a stretch is, "" for one that is none, or that may
// stand there, or is a part of a word that may.
func (l *leaks) at(low string, from, to, wide int) string {
	if to > len(low) {
		return ""
	}
	kind := l.words[low[from:to]]
	if kind == "" || wide > 0 && !readable(low, from, to, wide) {
		return ""
	}
	a, b := around(low, from, to)
	if l.allowed[low[a:b]] || kind != "word" && (a != from || b != to) {
		return ""
	}
	return kind
}

// around widens a stretch to the whole words that it is in.
func around(text string, from, to int) (int, int) {
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if !inWord(r) {
			break
		}
		from -= size
	}
	if n := strings.IndexFunc(text[to:], func(r rune) bool { return !inWord(r) }); n >= 0 {
		return from, to + n
	}
	return from, len(text)
}

// readable reports whether a stretch is in one of printable characters that is as
// long as it must be, or in nothing else.
func readable(text string, from, to, wide int) bool {
	for from > 0 && printable(text[from-1]) {
		from--
	}
	for to < len(text) && printable(text[to]) {
		to++
	}
	return to-from >= wide || from == 0 && to == len(text)
}

func printable(b byte) bool { return b >= ' ' && b < 0x7f || b == '\n' || b == '\t' }

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

// shown is a text without its escapes, with the place in the text of each of its bytes.
// Those that are no letters become blanks, since they are no part of a word.
func shown(text string) (string, []int) {
	var b []byte
	var at []int
	for i := 0; i < len(text); {
		r, end, coded := codedAt(text, i)
		switch {
		case coded:
			b = utf8.AppendRune(b, r)
		case r == '\\':
			b = append(b, ' ')
		default:
			b = append(b, text[i:end]...)
		}
		for n := 0; len(at) < len(b); n++ {
			at = append(at, i+n)
		}
		i = end
	}
	return string(b), append(at, len(text))
}
