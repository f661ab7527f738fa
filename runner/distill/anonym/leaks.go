package anonym

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A Leak is a word of the original in the output.
type Leak struct {
	// Kind says what it is and how it is written: "word", "id, base64".
	Kind string
	// Offset is where it begins in the output, in bytes; of an encoded one, where
	// the encoded stretch begins.
	Offset int
}

// Leaks are the words of the original that stand in the output, in the order of
// the output: every word of four letters and digits or more, every number of five
// digits or more, every id of four characters or more; of the stream, put together
// from its fragments, and of the records, if any are given.
//
// They are looked for plain, in any case and inside of other words, in escapes of
// JSON, in percent-encoding, in hexadecimal, and in base64 of both alphabets at
// any alignment; numbers and ids only as the whole of one. Found by chance is what would
// be a word inside of a word that may stand there, or encoded between bytes that
// are no text: that is passed over.
//
// Words that may stand there are the vocabulary of the specification, what the
// dialect's encoder writes by itself, the tools that the dialect knows, what Keep
// names, and Allow.
//
// It takes time and memory in proportion to both, whatever the words are.
func Leaks(original spec.Stream, originalRecords [][]byte, output []byte, o Options) []Leak {
	l := &leaks{words: map[string]string{}, heads: map[string][]int{}, allowed: allowedIn(&original, o)}
	l.learn(&original, originalRecords, o)
	text := string(output)
	l.search(unmarked(text, escaped), "", func(i int) int { return i }, 0)
	if shown, at := unescapedText(text); shown != text {
		l.plain = map[Leak]bool{}
		for _, plain := range l.found {
			l.plain[plain] = true
		}
		l.search(shown, inEscapes, func(i int) int { return at[i] }, 0)
	}
	l.coded(text)
	slices.SortFunc(l.found, func(a, b Leak) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), strings.Compare(a.Kind, b.Kind))
	})
	return slices.Compact(slices.DeleteFunc(l.found, l.twice))
}

// twice reports whether what is found in an escape is plain there, too.
func (l *leaks) twice(found Leak) bool {
	kind, is := strings.CutSuffix(found.Kind, inEscapes)
	return is && l.plain[Leak{kind, found.Offset}]
}

// inEscapes is what the kind of a leak ends in that is written in escapes.
const inEscapes = ", escaped"

type leaks struct {
	words   map[string]string // what is looked for, in lower case, and what it is
	heads   map[string][]int  // the lengths of those that begin so
	allowed map[string]bool   // in lower case
	found   []Leak
	plain   map[Leak]bool // those that no escape hides
}

const (
	longNumber = 5
	headSize   = 4 // bytes; no word has less
)

// allowedIn are the words that may stand in an output.
func allowedIn(s *spec.Stream, o Options) map[string]bool {
	all := map[string]bool{}
	add := func(text string) { scanWords(text, func(c []char) { all[folded(spelled(c))] = true }) }
	for _, word := range reserved() {
		all[word] = true
	}
	for _, text := range o.Allow {
		add(text)
	}
	own, d := ownOf(&s.Features), s.Features.Delegation
	for _, list := range []map[string]bool{own.keys, own.tools, own.stops} {
		for text := range list {
			add(text)
		}
	}
	for _, text := range append(d.Aliases, d.Tool, d.Argument, d.Description, s.Features.Dialect) {
		add(text)
	}
	if codec, _, err := dialects.Lookup(s.Features.Dialect); err == nil {
		for m := range tongueOf(codec).own {
			add(m.text)
		}
	}
	return all
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
	word := folded(spelled(chars))
	if digits := strings.TrimLeft(word, "0123456789"); digits != word && digits != "" && digits[0] == 'e' && strings.Trim(digits[1:], "0123456789") == "" && exponent(digits[1:]) {
		word = strings.TrimSuffix(word, digits) // an exponent stays
	}
	switch digits := strings.Trim(word, "0123456789") == ""; {
	case digits && len(word) >= longNumber && !limits[word]:
		l.add(word, "number")
	case !digits:
		l.add(word, "word")
	}
}

func (l *leaks) add(word, kind string) {
	if utf8.RuneCountInString(word) < shortest || l.allowed[word] || l.words[word] != "" || strings.Trim(word, "0123456789") == "" && kind != "number" || neutral(word) {
		return
	}
	l.words[word] = kind
	head := word[:headSize]
	if !slices.Contains(l.heads[head], len(word)) {
		l.heads[head] = append(l.heads[head], len(word))
	}
}

// neutral reports whether a word has the form of a new id: s12.
func neutral(word string) bool {
	return strings.IndexByte("smce", word[0]) >= 0 && strings.Trim(word[1:], "0123456789") == ""
}

// search looks for all words in a text; form says how that is written in the
// output, and offset where. If wide is not 0, a word counts only in a stretch of
// text of so many bytes, or if that is all of it.
func (l *leaks) search(text, form string, offset func(int) int, wide int) {
	low, edges := folded(text), folded(unmarked(text, raw))
	for i := 0; i+headSize <= len(low); i++ {
		for _, size := range l.heads[low[i:i+headSize]] {
			if i+size > len(low) {
				continue
			}
			kind := l.words[low[i:i+size]]
			if kind == "" || kind != "word" && !alone(low, i, i+size) || l.within(edges, i, i+size) || wide > 0 && !readable(low, i, i+size, wide) {
				continue
			}
			l.found = append(l.found, Leak{kind + form, offset(i)})
		}
	}
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
	for to < len(text) {
		r, size := utf8.DecodeRuneInString(text[to:])
		if !inWord(r) {
			break
		}
		to += size
	}
	return from, to
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
