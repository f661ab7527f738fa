package anonym

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A mark is what may stay: a string, number or key wherever it stands (path ""),
// or at one path, or one word of it there.
type mark struct {
	path, text string
	key        bool
	word       int // from 1, 0 for all
}

func markOf(t token, text string) mark {
	path := strings.Join(t.path, "\x00")
	if t.quoted {
		path += "\x00s"
	}
	return mark{path: path, text: text, key: t.key}
}

func (m mark) anywhere() mark { return mark{text: m.text} }

// stays reports whether a token stays as it is.
func (r *recorder) stays(m mark) bool { return r.stay[m.anywhere()] || r.stay[m] }

// parted reports whether a part of a token stays.
func (r *recorder) parted(m mark) bool {
	m.word = -1
	return r.stay[m]
}

// parts are the words of a token that stay, where others do not.
func (r *recorder) parts(m mark, text string, t token) []decision {
	inside := text[t.from:t.to]
	list := r.ids().inside(inside)
	scanWords(inside, func(c []char) {
		m.word++
		if at := (span{c[0].start, c[len(c)-1].end}); r.stay[m] {
			list = append(list, decision{at, inside[at.from:at.to]})
		}
	})
	slices.SortStableFunc(list, func(a, b decision) int { return a.from - b.from })
	return shifted(list, t.from)
}

// search finds out what stays: first which texts, wherever they stand, then at
// which places, then which parts. Ids do not: they have their new names from the
// beginning, also where a part of the text beside them stays.
func (r *recorder) search() {
	all := r.marks()
	r.anywhere(all)
	r.places(all)
	r.inside(all)
}

// anywhere finds the texts that stay somewhere. Those that are said do not, as one
// may be a part of another, unless one of them is structure somewhere else.
func (r *recorder) anywhere(all []mark) {
	var said, others []mark
	seen := map[mark]bool{}
	for _, m := range all {
		switch m = m.anywhere(); {
		case seen[m]:
		case r.isSaid(m.text):
			said = append(said, m)
		default:
			others, r.stay[m] = append(others, m), true
		}
		seen[m] = true
	}
	if r.differs(r.written()) > 0 {
		for _, m := range said {
			r.stay[m] = true
		}
		r.settle(said)
	}
	r.settle(others)
}

// isSaid reports whether a text is one of an event.
func (r *recorder) isSaid(text string) bool {
	for _, said := range r.said {
		if len(said[text]) > 0 {
			return true
		}
	}
	return false
}

func (r *recorder) set(m mark, stays bool) {
	if stays {
		r.stay[m] = true
	} else {
		delete(r.stay, m)
	}
}

// places lets a text that stays somewhere stay only where it must.
func (r *recorder) places(all []mark) {
	var list []mark
	for _, m := range all {
		if r.stay[m.anywhere()] {
			list = append(list, m)
		}
	}
	for _, m := range list {
		delete(r.stay, m.anywhere())
		r.stay[m] = true
	}
	r.settle(list)
}

// inside lets a text of several words keep only those that it must.
func (r *recorder) inside(all []mark) {
	var list []mark
	for _, m := range all {
		n := 0
		scanWords(m.text, func([]char) { n++ })
		if !r.stay[m] || n < 2 {
			continue
		}
		delete(r.stay, m)
		r.stay[mark{m.path, m.text, m.key, -1}] = true
		for word := range n {
			part := mark{m.path, m.text, m.key, word + 1}
			r.stay[part] = true
			list = append(list, part)
		}
	}
	r.settle(list)
}

// settle replaces what it can of a list that stays.
func (r *recorder) settle(list []mark) {
	try := func(replaced map[mark]bool) {
		for _, m := range list {
			r.set(m, !replaced[m])
		}
	}
	try(replaceable(list, func(replaced map[mark]bool) bool {
		try(replaced)
		return r.differs(r.written()) == 0
	}))
}

// differs is the first record whose meaning is another one, 0 for none.
func (r *recorder) differs(records [][]byte) int {
	s, problems := wire.DecodeRecords(r.codec, r.variant, records)
	return r.before.differs(digested(&s, problems))
}

// marks are those of all tokens, each once: strings that are no text first, as
// most are structure, and then by their places.
func (r *recorder) marks() []mark {
	var all []mark
	seen := map[mark]bool{}
	for _, record := range r.records {
		text := string(record)
		tokens(text, nil, func(t token) {
			m := markOf(t, plain(text[t.from:t.to]))
			if len(m.text) > longestWord || m.text == "" || seen[m] || r.ids().whole(m.text) || r.own.knows(t, m.text) || !t.quoted && literal[m.text] {
				return
			}
			seen[m] = true
			all = append(all, m)
		})
	}
	return all
}

// A told is a token with its text, for the report.
type told struct {
	text        string
	key, quoted bool
}

func tokensOf(text string) []told {
	var all []told
	tokens(text, nil, func(t token) { all = append(all, told{text[t.from:t.to], t.key, t.quoted}) })
	return all
}

func (t told) kind() string {
	switch {
	case t.key:
		return keys
	case t.quoted:
		return strs
	}
	return numbers
}

// escapedText is a text as the inside of a JSON string.
func escapedText(text string) string {
	quoted := scan.AppendText(nil, text)
	return string(quoted[1 : len(quoted)-1])
}
