package anonym

import (
	"strings"
	"unicode/utf8"
)

// search looks for all words in a text; form says how that is written in the
// output, and offset where. If wide is not 0, a word counts only in a stretch of
// text of so many bytes, or if that is all of it.
func (l *leaks) search(text, form string, offset func(int) int, wide int) {
	h := haystack{folded(text), folded(unmarked(text, false)), wide}
	for i := 0; i+headSize <= len(h.low); i++ {
		for _, size := range l.heads[h.low[i:i+headSize]] {
			if kind := l.at(&h, i, i+size); kind != "" {
				l.found = append(l.found, Leak{kind + form, offset(i)})
			}
		}
	}
}

// A haystack is a text in lower case, as it is and without what ends a word, with
// the length of the stretch that a word counts in.
type haystack struct {
	low, edges string
	wide       int
}

// at is the kind of the word that a stretch is, "" for one that is none or that may
// stand there.
func (l *leaks) at(h *haystack, from, to int) string {
	if to > len(h.low) {
		return ""
	}
	kind := l.words[h.low[from:to]]
	if kind == "" || kind != "word" && !alone(h.low, from, to) || l.within(h.edges, from, to) ||
		h.wide > 0 && !readable(h.low, from, to, h.wide) {
		return ""
	}
	return kind
}

// within reports whether a stretch is a part of a word that may stand there.
func (l *leaks) within(text string, from, to int) bool {
	from, to = around(text, from, to)
	return l.allowed[text[from:to]]
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

func alone(text string, from, to int) bool {
	a, b := around(text, from, to)
	return a == from && b == to
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
