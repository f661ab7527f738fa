package anonym

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// An utterance is a text of an event: what it was, and where the pass has what
// stands for it.
type utterance struct {
	record int
	was    string
	at     placed
}

func (u utterance) is() string { return u.at.whole.is[u.at.n] }

// A spot is a string, number or key of a record, with what can be said of it
// before it is known what stays.
type spot struct {
	span
	inside, word string
	fixed        []decision // what stands for it, or for ids in it, in any case
	told         *utterance // it is a text of an event
	json         bool       // it is JSON as the arguments of a call are
	words        []worded
}

// A worded is a word in a record.
type worded struct {
	span
	mark
}

// A mark is a word at a place, which is a path of names; a word of the events'
// texts has the path spokenWord.
type mark struct {
	path, word string
	key        bool
}

func (m mark) anywhere() mark { return mark{word: m.word} }

// spokenWord is no path of a record: no name is empty in front of another one.
const spokenWord = "\x00spoken"

// listen takes down the texts of the events.
func (r *recorder) listen(events []spec.Event) {
	for i := range events {
		e := events[i]
		detached(&e)
		fields(&e, func(f field) {
			r.told = append(r.told, utterance{e.Record, *f.at, r.pass.all.places[len(r.told)]})
		})
	}
	for _, w := range r.pass.all.wholes {
		values(view{text: string(w.text)}, w.json, func(v view) {
			v.runs(func(c []char, _ bool) {
				r.spoken = append(r.spoken, mark{path: spokenWord, word: lowered(spelled(c))})
			})
		})
	}
}

// plan finds the spots of a record.
func (r *recorder) plan(i int) []spot {
	var list []spot
	text := string(r.records[i])
	said := r.spokenIn(i)
	tokens(text, nil, func(t token) {
		s := spot{span: t.span, inside: text[t.from:t.to]}
		s.word = plain(s.inside)
		if !r.fix(&s, t) && !say(&s, t, said) {
			r.spell(&s, t, text)
		}
		list = append(list, s)
	})
	return list
}

// spokenIn are the texts of a record's events, in order, by what they were.
func (r *recorder) spokenIn(i int) map[string][]*utterance {
	said := map[string][]*utterance{}
	for n := range r.told {
		if u := &r.told[n]; u.record == i+1 {
			said[u.was] = append(said[u.was], u)
		}
	}
	return said
}

// fix decides what stays in any case, and what is an id.
func (r *recorder) fix(s *spot, t token) bool {
	is := s.inside
	switch {
	case r.keep.token(t):
	case t.quoted && r.ids().whole(s.word):
		is = r.ids().to[s.word].is
	case hostile[s.word], r.own.knows(t, s.word):
		is, _ = r.ids().renamed(s.inside)
	default:
		return false
	}
	s.fixed = []decision{{s.span, is}}
	return true
}

// say takes a string for the next text of an event that is the same, or for
// JSON.
func say(s *spot, t token, said map[string][]*utterance) bool {
	if t.key || !t.quoted || t.unclosed {
		return false
	}
	if list := said[s.word]; len(list) > 0 {
		s.told = list[0]
		if len(list) > 1 {
			said[s.word] = list[1:]
		}
		return true
	}
	s.json = strings.HasPrefix(s.word, "{")
	return s.json
}

// spell finds the words and the ids of what is no text.
func (r *recorder) spell(s *spot, t token, text string) {
	if t.quoted && !t.unclosed {
		s.fixed = shifted(r.ids().inside(s.inside), t.from)
	}
	m := mark{path: strings.Join(t.path, "\x00"), key: t.key}
	if t.quoted {
		m.path += "\x00s"
	}
	tokenValues(view{text: text}, t, func(v view) {
		v.runs(func(c []char, _ bool) {
			m.word = lowered(spelled(c))
			s.words = append(s.words, worded{span{c[0].start, c[len(c)-1].end}, m})
		})
	})
}

// decisions are what stands for parts of a record that are not to be taken word by
// word.
func (r *recorder) decisions(i int) []decision {
	var list []decision
	for n := range r.plans[i] {
		switch s := &r.plans[i][n]; {
		case s.told != nil:
			list = append(list, decision{s.span, respelled(s.inside, s.word, s.told.is())})
		case s.json:
			list = append(list, decision{s.span, respelled(s.inside, s.word, r.rewritten(s.word))})
		default:
			list = append(list, r.kept(s, string(r.records[i]))...)
		}
	}
	return list
}

// rewritten is JSON as it is in arguments.
func (r *recorder) rewritten(text string) string {
	w := &whole{name: "args", json: true, text: []byte(text)}
	return joined(r.pass.w.pieces(text, true, r.pass.decided(w), nil))
}

// kept are the decisions about a spot, with the words of it that stay.
func (r *recorder) kept(s *spot, text string) []decision {
	list := s.fixed
	for _, w := range s.words {
		if r.stays(w.mark) {
			list = append(slices.Clip(list), decision{w.span, text[w.from:w.to]})
		}
	}
	if len(list) > len(s.fixed) {
		slices.SortStableFunc(list, func(a, b decision) int { return a.from - b.from })
	}
	return list
}
