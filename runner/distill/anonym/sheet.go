package anonym

import (
	"strings"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A sheet is a text in pieces, with what stands for each: a record, a text that
// fragments make up, or JSON in a string.
type sheet struct {
	name, text string
	cuts       []int // where fragments of it, or of what it begins with, begin and end
	pieces     []piece
	now        []piece // by what stays now
}

// render decides what stands for each piece by what stays now.
func (s *sheet) render() {
	s.now = append(s.now[:0], s.pieces...)
	at := 0
	for i := range s.now {
		p := &s.now[i]
		old := s.text[at : at+p.was]
		switch at += p.was; {
		case p.stays.stay():
			p.is = old
		case p.eventText != nil:
			p.is = respelled(old, plain(old), p.eventText.is())
		case p.inner != nil:
			p.inner.render()
			p.is = respelled(old, p.inner.text, joined(p.inner.now))
		}
	}
}

// begins reports whether a text is the beginning of another one of its kind, or
// the same.
func (s *sheet) begins(name, text string) bool {
	return s.name == name && strings.HasPrefix(text, s.text)
}

// A piece of a text and what stands for it.
type piece struct {
	was int // bytes of the original
	is  string
	// whole: it is an id, which has no part that stands for a part of the other.
	whole     bool
	stays     *choice // for words and other characters: that they have to stay
	eventText *placed // it is a text of an event
	inner     *sheet  // it is JSON as the arguments of a call are
}

// A span of a text, in bytes.
type span struct{ from, to int }

// A builder makes one sheet.
type builder struct {
	*pass
	*sheet
	at int // where the text is done up to
	id int // where the latest id ends
}

// sheet cuts a text into pieces. Strings that are texts of events are taken for these.
func (p *pass) sheet(name, text string, isJSON bool, cuts []int, texts map[string][]placed) *sheet {
	b := &builder{pass: p, sheet: &sheet{name: name, text: text, cuts: cuts}}
	switch {
	case isJSON:
		tokens(text, nil, func(t token) { b.token(t, texts) })
	case p.kept[text]:
		b.put(span{0, len(text)}, piece{is: text})
	default:
		values(view{text: text}, false, func(v view) { b.value(v, place{path: name}) })
	}
	b.upTo(len(text))
	return b.sheet
}

// token does a key, string or number: one that stays in any case, an id, a text of
// an event, JSON, or words.
func (b *builder) token(t token, texts map[string][]placed) {
	inside := b.text[t.from:t.to]
	word := plain(inside)
	list, whole := texts[word], t.quoted && !t.key && !t.unclosed
	switch id := b.ids.to[word]; {
	case b.kept[word]:
		b.put(t.span, piece{is: inside})
	case t.quoted && id != nil:
		b.put(t.span, piece{is: id.is, whole: true})
	case t.quoted && b.known.knows(word, t.key), b.own.knows(t, word):
		b.stayed[word] = true
		b.put(t.span, piece{is: inside})
	case whole && len(list) > 0:
		b.put(t.span, piece{eventText: &list[0]})
		texts[word] = list[min(1, len(list)-1):]
	case whole && strings.HasPrefix(word, "{"):
		b.put(t.span, piece{inner: b.pass.sheet("args", word, true, nil, nil)})
	default:
		at := place{path: b.name + strings.Join(t.path, "\x00"), key: t.key}
		if t.quoted {
			at.path += "\x00s"
		}
		tokenValues(view{text: b.text}, t, func(v view) { b.value(v, at) })
	}
}

// value does a value: ids in it, words, and other characters.
func (b *builder) value(v view, at place) {
	symbols := b.symbols.of(v)
	v.runs(func(chars []char, word bool) {
		if word && (chars[0].start < b.at || b.isID(chars, v)) {
			return
		}
		at.word = lowered(spelled(chars))
		stays := b.choices.at(at)
		if word {
			b.put(span{chars[0].start, chars[len(chars)-1].end}, piece{is: b.other(chars), stays: stays})
			return
		}
		for _, c := range chars {
			is := symbol(b.text, c, symbols[0], len(inside(b.cuts, c.start, c.end)) > 0)
			symbols = symbols[1:]
			b.put(span{c.start, c.end}, piece{is: is, stays: stays})
		}
	})
}

// isID does an id whose first word is given. One that is cut into more fragments than
// its new name has letters is taken as words.
func (b *builder) isID(chars []char, v view) bool {
	id, start := b.ids.find(b.text, chars[0].start, chars[len(chars)-1].end, max(v.place(0), b.id))
	if id == nil || start+len(id.was) > v.place(len(v.text)) || len(inside(b.cuts, start, start+len(id.was))) >= len(id.is) {
		return false
	}
	for b.at > start { // the characters before its first word
		last := len(b.pieces) - 1
		b.at -= b.pieces[last].was
		b.pieces = b.pieces[:last]
	}
	b.id = start + len(id.was)
	b.put(span{start, b.id}, piece{is: id.is, whole: true})
	return true
}

// put adds what stands for a span, if that is not done yet.
func (b *builder) put(at span, p piece) {
	if at.from < b.at || at.from == at.to {
		return
	}
	b.upTo(at.from)
	p.was = at.to - at.from
	p.whole = p.whole || p.eventText == nil && p.inner == nil && len(p.is) != p.was
	b.pieces, b.at = append(b.pieces, p), at.to
}

// upTo leaves the text up to a place as it is, as structure; its white space is all
// the same.
func (b *builder) upTo(to int) {
	if to > b.at {
		b.pieces, b.at = append(b.pieces, piece{was: to - b.at, is: blank.Replace(b.text[b.at:to])}), to
	}
}

var blank = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// other is what stands for a word, in the escapes of the word.
func (b *builder) other(chars []char) string {
	word := spelled(chars)
	to := []rune(word)
	if !limits[word] {
		to = []rune(b.words.word(word))
	}
	var out []byte
	for i, c := range chars {
		out = written(out, b.text, c, to[i])
	}
	return string(out)
}

// respelled is a new string in the escapes of the old one, character by character
// where they are as many.
func respelled(inside, was, is string) string {
	if utf8.RuneCountInString(was) != utf8.RuneCountInString(is) {
		return escapedText(is)
	}
	var out []byte
	to := []rune(is)
	v := view{text: inside}.unescaped(0, len(inside))
	for i := 0; len(to) > 0; to = to[1:] {
		r, size := utf8.DecodeRuneInString(v.text[i:])
		c := char{r, v.place(i), v.place(i + size), escaped}
		switch n := to[0]; {
		case r == n:
			out = append(out, inside[c.start:c.end]...)
		case c.end-c.start > size && inWord(n):
			out = written(out, inside, c, n)
		default:
			out = append(out, escapedText(string(n))...)
		}
		i += size
	}
	return string(out)
}

// escapedText is a text as the inside of a JSON string.
func escapedText(text string) string {
	quoted := scan.AppendText(nil, text)
	return string(quoted[1 : len(quoted)-1])
}
