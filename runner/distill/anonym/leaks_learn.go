package anonym

import (
	"encoding/json"
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

// allowedIn are the words that may stand in an output.
func allowedIn(s *spec.Stream, o Options) map[string]bool {
	all := map[string]bool{}
	for _, word := range reserved() {
		all[word] = true
	}
	for _, text := range slices.Concat(o.Allow, dialectWords(&s.Features)) {
		scanWords(text, func(c []char) { all[folded(spelled(c))] = true })
	}
	return all
}

// dialectWords are what a dialect's tools, readers and encoder say by themselves.
func dialectWords(f *spec.Features) []string {
	own, d := ownOf(f), f.Delegation
	list := append(slices.Clone(d.Aliases), d.Tool, d.Argument, d.Description, f.Dialect)
	for _, words := range []map[string]bool{own.keys, own.tools, own.stops} {
		list = slices.AppendSeq(list, maps.Keys(words))
	}
	if codec, _, err := dialects.Lookup(f.Dialect); err == nil {
		for m := range tongueOf(codec).own {
			list = append(list, m.text)
		}
	}
	return list
}

// learn takes the words of the original.
func (l *leaks) learn(s *spec.Stream, records [][]byte, o Options) {
	keep, _ := o.keeper()
	a := newAssembler()
	for i := range s.Events {
		e := s.Events[i]
		detached(&e)
		a.event(&e)
	}
	for _, w := range a.wholes {
		l.text(w.name, string(w.text), w.json, keep)
	}
	pieces := piecesOf(s.Events)
	for _, record := range records {
		l.record(string(record), pieces, keep)
	}
	for _, id := range namesOf(&s.Features, s.Events).list {
		if !hostile[id.was] {
			l.add(folded(id.was), "id")
		}
	}
}

// piecesOf are the fragments of the events.
func piecesOf(events []spec.Event) map[string]bool {
	pieces := map[string]bool{}
	for i := range events {
		if spoken(&events[i]).raw != nil {
			pieces[events[i].Text] = true
		}
	}
	return pieces
}

// record takes the words of a record, but for fragments: of a word that is cut, a
// piece is none.
func (l *leaks) record(text string, pieces map[string]bool, keep keeper) {
	if !json.Valid([]byte(text)) {
		scanWords(text, l.word)
		return
	}
	tokens(text, nil, func(t token) {
		inside := text[t.from:t.to]
		if t.key && keep.key(t.path) || !t.key && keep.value(t.path) || pieces[plain(inside)] {
			return
		}
		scanWords(inside, l.word)
	})
}

// text takes the words of a text, but for what is kept of it.
func (l *leaks) text(name, text string, isJSON bool, keep keeper) {
	root := []string{name}
	if keep.value(root) {
		return
	}
	if isJSON && len(keep.paths) > 0 {
		tokens(text, root, func(t token) {
			if t.key && keep.key(t.path) || !t.key && keep.value(t.path) {
				return
			}
			scanWords(text[t.from:t.to], l.word)
		})
		return
	}
	scanWords(text, l.word)
}

func (l *leaks) word(chars []char) {
	word := unpowered(folded(spelled(chars)))
	switch digits := isNumber(word); {
	case digits && len(word) >= longNumber && !limits[word]:
		l.add(word, "number")
	case !digits:
		l.add(word, "word")
	}
}

// unpowered is a word without its exponent, if it has the form of a number with one:
// exponents stay.
func unpowered(word string) string {
	power := strings.TrimLeft(word, "0123456789")
	if power != "" && power != word && power[0] == 'e' && isNumber(power[1:]) && exponent(power[1:]) {
		return strings.TrimSuffix(word, power)
	}
	return word
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

func (l *leaks) add(word, kind string) {
	if !l.tells(word, kind) {
		return
	}
	l.words[word] = kind
	head := word[:headSize]
	if !slices.Contains(l.heads[head], len(word)) {
		l.heads[head] = append(l.heads[head], len(word))
	}
}

// tells reports whether a word that is found says that something leaked.
func (l *leaks) tells(word, kind string) bool {
	return utf8.RuneCountInString(word) >= shortest && !l.allowed[word] && l.words[word] == "" &&
		(kind == "number" || !isNumber(word)) && !neutral(word)
}

// neutral reports whether a word has the form of a new id: s12.
func neutral(word string) bool {
	return strings.IndexByte("smce", word[0]) >= 0 && strings.Trim(word[1:], "0123456789") == ""
}
