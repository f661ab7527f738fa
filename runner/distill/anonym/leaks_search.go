package anonym

import (
	"strings"
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
