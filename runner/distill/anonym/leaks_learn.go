package anonym

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

const (
	longNumber = 5
	headSize   = 4 // bytes; no word has less
)

// allow lets texts, and the words of them, stand in an output.
func (l *leaks) allow(texts []string) {
	for _, text := range texts {
		l.allowed[folded(text)] = true
		view{text: text}.runs(func(c []char, _ bool) { l.allowed[folded(spelled(c))] = true })
	}
}

// dialectWords are what a dialect's tools, readers and encoder say by themselves.
func dialectWords(f *spec.Features) []string {
	own, d := ownOf(f), f.Delegation
	list := append(slices.Clone(d.Aliases), d.Tool, d.Argument, d.Description, f.Dialect)
	for _, words := range []map[string]bool{own.keys, own.tools, own.stops} {
		list = slices.AppendSeq(list, maps.Keys(words))
	}
	if codec, _, err := dialects.Lookup(f.Dialect); err == nil {
		for m := range keywordsOf(codec).own {
			list = append(list, m.text)
		}
	}
	return list
}

// learn takes the values of the original.
func (l *leaks) learn(s *spec.Stream, records [][]byte, o Options) {
	keep, _ := o.keptPaths()
	a := assembled(s.Events)
	fragments := map[string]bool{}
	for _, w := range a.wholes {
		for _, at := range w.places {
			fragments[string(w.text[at.from:at.to])] = true
		}
	}
	for _, words := range [][]string{reserved(), o.Allow, dialectWords(&s.Features), slices.Collect(maps.Keys(keptIn(keep, a, records)))} {
		l.allow(words)
	}
	l.begun(a.wholes)
	for _, w := range a.wholes {
		l.text(string(w.text), w.json)
	}
	for _, record := range records {
		tokens(string(record), nil, func(t token) {
			if !fragments[plain(string(record[t.from:t.to]))] { // which may be pieces of values
				l.token(string(record), t)
			}
		})
	}
	for _, id := range namesOf(&s.Features, s.Events).list {
		if !hostile[id.was] {
			l.add(folded(id.was), "id")
			l.stretches(view{text: id.was})
		}
	}
}

// begun lets the beginning of a word stand where a text breaks off inside of it and
// another text goes on, if the word may stand there: a key in arguments that are said
// again as they grow.
func (l *leaks) begun(wholes []*whole) {
	all := make([]string, len(wholes))
	for i, w := range wholes {
		all[i] = string(w.text)
	}
	slices.Sort(all)
	for i := range len(all) - 1 {
		text, longer := all[i], all[i+1]
		if text == "" || !strings.HasPrefix(longer, text) {
			continue
		}
		if at := len(text) - 1; l.allowed[folded(cutWords(longer, at, at+1))] {
			l.allowed[folded(cutWords(text, at, at+1))] = true
		}
	}
}

// text takes the values of a text.
func (l *leaks) text(text string, isJSON bool) {
	values(view{text: text}, isJSON, l.value)
}

func (l *leaks) token(text string, t token) { tokenValues(view{text: text}, t, l.value) }

// value takes the words and the bytes of a value, but for one that the dialect
// says by itself.
func (l *leaks) value(v view) {
	if l.allowed[folded(v.text)] {
		return
	}
	v.runs(func(c []char, word bool) {
		if word {
			l.word(folded(spelled(c)))
		}
	})
	l.stretches(v)
}

// stretches takes the bytes of a value.
func (l *leaks) stretches(v view) {
	v.runs(func(c []char, word bool) {
		if !word {
			symbolWindows(c, l.window)
		}
	})
	low := folded(v.text)
	textWindows(low, func(from, to int) { l.bytes[low[from:to]] = true })
}

func (l *leaks) word(word string) {
	switch digits := isNumber(word); {
	case digits && len(word) >= longNumber && !limits[word] && strings.Trim(word, "0") != "": // zeros stay
		l.add(word, "number")
	case !digits:
		l.add(word, "word")
	}
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

func (l *leaks) add(word, kind string) {
	if !l.leaked(word, kind) {
		return
	}
	l.words[word] = kind
	head := word[:headSize]
	if !slices.Contains(l.heads[head], len(word)) {
		l.heads[head] = append(l.heads[head], len(word))
	}
}

// leaked reports whether a word that is found says that something leaked.
func (l *leaks) leaked(word, kind string) bool {
	return utf8.RuneCountInString(word) >= shortest && !l.allowed[word] && l.words[word] == "" &&
		(kind == "number" || !isNumber(word)) && !neutral(word)
}

// neutral reports whether a word has the form of a new id: s12.
func neutral(word string) bool {
	return strings.IndexByte("smce", word[0]) >= 0 && strings.Trim(word[1:], "0123456789") == ""
}
