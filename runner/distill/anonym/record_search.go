package anonym

import (
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
	var list []decision
	scanWords(text[t.from:t.to], func(c []char) {
		m.word++
		if r.stay[m] {
			from, to := t.from+c[0].start, t.from+c[len(c)-1].end
			list = append(list, decision{span{from, to}, text[from:to]})
		}
	})
	return list
}

// search finds out what stays: first which words, wherever they stand, then at
// which places, then which parts. A name that several strings have in them is
// one word for that, as it can only be replaced in all at once.
func (r *recorder) search() {
	all := r.marks()
	r.anywhere(all)
	r.places(all)
	r.inside(all)
}

// anywhere finds the texts that stay somewhere.
func (r *recorder) anywhere(all []mark) {
	of, list := r.clusters(all)
	for text := range of {
		r.stay[mark{text: text}] = true
	}
	replaced := replaceable(list, func(replaced map[string]bool) bool {
		for text, cluster := range of {
			r.set(mark{text: text}, !replaced[cluster])
		}
		return r.differs(r.written()) == 0
	})
	for text, cluster := range of {
		r.set(mark{text: text}, !replaced[cluster])
	}
}

func (r *recorder) set(m mark, stays bool) {
	if stays {
		r.stay[m] = true
	} else {
		delete(r.stay, m)
	}
}

// clusters puts the texts that have an id in them with that id. The list has each
// cluster once, in order.
func (r *recorder) clusters(all []mark) (of map[string]string, list []string) {
	of = map[string]string{}
	seen := map[string]bool{}
	for _, m := range all {
		if _, known := of[m.text]; known {
			continue
		}
		of[m.text] = m.text
		if id := r.idIn(m.text); id != "" {
			of[m.text] = id
		}
		if to := of[m.text]; !seen[to] {
			seen[to] = true
			list = append(list, to)
		}
	}
	return of, list
}

// idIn is the first id in a text, "" for none.
func (r *recorder) idIn(text string) string {
	ids := r.pass.w.ids
	if ids.to[text] != nil {
		return text
	}
	if segment, is := strings.CutPrefix(text, namespace); is {
		id, _, _ := strings.Cut(segment, "|")
		if ids.to[id] != nil {
			return id
		}
	}
	found := ""
	scanWords(text, func(c []char) {
		if id, _ := ids.find(text, c[0].start, 0); id != nil && found == "" {
			found = id.was
		}
	})
	return found
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
			if len(m.text) > longestWord || m.text == "" || seen[m] || r.own.knows(t, m.text) || !t.quoted && literal[m.text] {
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
