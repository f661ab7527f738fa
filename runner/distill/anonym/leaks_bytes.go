package anonym

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

const (
	// stretch is how many bytes of a value make a leak, whatever they are: less come
	// by chance, as short words and numbers are soon all used.
	stretch = 12
	// symbolStretch is how many bytes of other characters than letters and digits do.
	symbolStretch = 3
)

// window takes a stretch of characters that are in no word.
func (l *leaks) window(chars []char) { l.bytes[spelled(chars)] = true }

// textWindows gives each shortest stretch of whole characters that is long enough. Half a
// character says nothing of it: 日 and what stands for it, of the same script, begin with
// the same byte, so that what may stand before them seems to go on.
func textWindows(text string, give func(from, to int)) {
	to := 0
	for from := range text {
		for to < len(text) && to-from < stretch {
			_, size := utf8.DecodeRuneInString(text[to:])
			to += size
		}
		if to-from < stretch {
			return
		}
		give(from, to)
	}
}

// symbolWindows gives each shortest stretch of a run that is long enough. Those of neutral
// characters and syntax of JSON, which any output has, say nothing.
func symbolWindows(chars []char, give func(chars []char)) {
	for i := range chars {
		size, reveals := 0, false
		for n := i; n < len(chars); n++ {
			c := chars[n]
			size += len(spelled(chars[n : n+1]))
			reveals = reveals || c.form == broken || c.r != utf8.RuneError && !isNeutral(c.r) && !strings.ContainsRune(`{}[]",:`, c.r)
			if size >= symbolStretch {
				if reveals {
					give(chars[i : n+1])
				}
				break
			}
		}
	}
}

// compare looks for stretches of the original in the values of an output, where no
// word was found: one is in many stretches.
func (l *leaks) compare(text string) {
	if len(l.found) > 0 {
		return
	}
	at := 0
	for line := range strings.Lines(text) {
		values(view{text: line, base: at}, json.Valid([]byte(line)), l.compareValue)
		at += len(line)
	}
}

func (l *leaks) compareValue(v view) {
	if l.allowed[folded(v.text)] {
		return
	}
	low, leaks := folded(v.text), false
	textWindows(low, func(from, to int) {
		before := leaks
		if leaks = l.bytes[low[from:to]] && !l.may(low, from, to); leaks && !before {
			l.found = append(l.found, Leak{"bytes", v.place(from)})
		}
	})
	v.runs(func(chars []char, word bool) {
		if !word && !l.allowed[spelled(chars)] {
			symbolWindows(chars, func(c []char) {
				if l.bytes[spelled(c)] {
					l.found = append(l.found, Leak{"bytes", c[0].start})
				}
			})
		}
	})
}

// cutWords is a stretch with all of the words that it cuts.
func cutWords(text string, from, to int) string {
	wideFrom, wideTo := around(text, from, to)
	if r, _ := utf8.DecodeRuneInString(text[from:to]); inWord(r) {
		from = wideFrom
	}
	if r, _ := utf8.DecodeLastRuneInString(text[from:to]); inWord(r) {
		to = wideTo
	}
	return text[from:to]
}

// revealing is a stretch without the cut words at its ends of which it has too few characters
// to reveal anything: the first digit of an id behind a word that may stand there.
func revealing(text string, from, to int) (int, int) {
	wideFrom, wideTo := around(text, from, to)
	other := func(r rune) bool { return !inWord(r) }
	if n := strings.IndexFunc(text[from:to], other); n >= 0 && wideFrom < from && few(text[from:from+n]) {
		from += n
	}
	if n := strings.LastIndexFunc(text[from:to], other); n >= 0 && wideTo > to {
		_, size := utf8.DecodeRuneInString(text[from+n:])
		if end := from + n + size; few(text[end:to]) {
			to = end
		}
	}
	return from, to
}

// few reports whether letters and digits are too few to tell. One of another script, such
// as 日, is a word by itself.
func few(word string) bool {
	return len(word) < shortest && utf8.RuneCountInString(word) == len(word)
}

// may reports whether a stretch, with all of the words that it cuts, says only
// what may stand there.
func (l *leaks) may(text string, from, to int) bool {
	from, to = revealing(text, from, to)
	revealed := 0
	for _, r := range text[from:to] {
		if r != '0' && !isNeutral(r) { // zero stays zero
			revealed++
		}
	}
	if revealed < shortest {
		return true
	}
	may := true
	view{text: cutWords(text, from, to)}.runs(func(c []char, word bool) {
		if run := spelled(c); word {
			may = may && (l.allowed[run] || neutral(run))
		} else {
			symbolWindows(c, func([]char) { may = may && l.allowed[run] })
		}
	})
	return may
}
