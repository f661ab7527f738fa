package anonym

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Records are the records with neutral values, in place: white space, order,
// escapes, faults and fields that nobody knows stay, but for their words. It is
// for streams whose bytes matter, of a few hundred records: finding out what
// stays takes some hundred times as long as decoding them.
//
// What stays is what the dialect's decoder reads as structure, which is asked: a
// key, string or number stays, at the places where that is so, if the decoder
// gives other events, in more than names, once it is replaced (see digest). A word
// that the decoder does not know cannot stay. What the dialect's encoder writes
// by itself, of neutral streams, stays as well, for other readers know more of the
// dialect than the decoder asks. Of a string that must stay because
// of a part of it, the other words are replaced. Texts become what they become in
// Stream, fragment by fragment.
//
// The records decode to the same events afterwards, up to names and words, which
// is verified; else, and where the dialect or a path of Keep is none, the error
// says so, with the number of a record and never with its words.
func Records(dialect string, records [][]byte, o Options) ([][]byte, *Report, error) {
	keep, err := o.keeper()
	if err != nil {
		return nil, nil, err
	}
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		return nil, nil, fmt.Errorf("anonym: %w", err)
	}
	r := newRecorder(codec, variant, records, o, keep)
	r.search()
	done := r.written()
	if at := r.differs(done); at > 0 {
		return nil, nil, fmt.Errorf("anonym: record %d of %d means something else once its words are replaced", at, len(records))
	}
	return done, r.report(done).stayed(r.stayed()), nil
}

// A recorder makes the records of one stream anonymous.
type recorder struct {
	codec    wire.Codec
	variant  string
	records  [][]byte
	keep     keeper
	stream   spec.Stream
	problems []wire.Problem
	before   *digest
	pass     *pass
	said     []map[string][]string // what stands for the texts of each record
	stay     map[mark]bool
	own      tongue
}

func newRecorder(codec wire.Codec, variant string, records [][]byte, o Options, keep keeper) *recorder {
	r := &recorder{codec: codec, variant: variant, records: records, keep: keep, stay: map[mark]bool{}}
	r.stream, r.problems = wire.DecodeRecords(codec, variant, records)
	r.before = digested(&r.stream, r.problems)
	o.Avoid = append(r.vocabulary(), o.Avoid...)
	r.pass = newPass(&r.stream, o, nil)
	r.collect()
	r.own = tongueOf(codec).with(r.pass.events)
	return r
}

// vocabulary are all words of the records, which no other may become.
func (r *recorder) vocabulary() []string {
	var all []string
	for _, record := range r.records {
		scanWords(string(record), func(c []char) { all = append(all, spelled(c)) })
	}
	return all
}

// collect takes down what the texts of each record become in the stream.
func (r *recorder) collect() {
	r.said = make([]map[string][]string, len(r.records))
	for i := range r.stream.Events {
		was, is := r.stream.Events[i], r.pass.events[i]
		at := was.Record - 1
		if r.said[at] == nil {
			r.said[at] = map[string][]string{}
		}
		var words []string
		visit(is, func(f field) { words = append(words, *f.at) })
		visit(was, func(f field) {
			r.said[at][*f.at] = append(r.said[at][*f.at], words[0])
			words = words[1:]
		})
	}
}

// visit gives the fields of an event that stays as it is.
func visit(e spec.Event, do func(f field)) {
	detached(&e)
	fields(&e, do)
}

// written are the records with all replaced that does not stay.
func (r *recorder) written() [][]byte {
	out := make([][]byte, len(r.records))
	for i, record := range r.records {
		text := string(record)
		out[i] = []byte(joined(r.pass.w.pieces(text, r.decisions(i, text), nil)))
	}
	return out
}

// decisions are what stands for the tokens of a record that are not to be taken
// word by word.
func (r *recorder) decisions(i int, text string) []decision {
	var list []decision
	next := map[string]int{}
	tokens(text, nil, func(t token) {
		inside := text[t.from:t.to]
		word := plain(inside)
		switch m := markOf(t, word); {
		case t.key && r.keep.key(t.path), !t.key && r.keep.value(t.path):
			list = append(list, decision{t.span, inside})
		case t.quoted && r.ids().whole(word):
			list = append(list, decision{t.span, r.ids().to[word].is})
		case hostile[word], r.own.knows(t, word), r.stays(m):
			to, _ := r.ids().renamed(inside)
			list = append(list, decision{t.span, to})
		case r.parted(m):
			list = append(list, r.parts(m, text, t)...)
		case !t.quoted || t.unclosed:
		default:
			list = append(list, r.texts(i, t, inside, next)...)
		}
	})
	return list
}

func (r *recorder) ids() *names { return r.pass.w.ids }

// texts are what stands for a string that is a text of an event, or JSON, or has
// ids in it.
func (r *recorder) texts(i int, t token, inside string, next map[string]int) []decision {
	word := plain(inside)
	said := r.said[i][word]
	switch {
	case !t.key && len(said) > 0:
		n := min(next[word], len(said)-1)
		next[word]++
		return []decision{{t.span, respelled(inside, word, said[n])}}
	case !t.key && strings.HasPrefix(word, "{"):
		w := &whole{name: "args", json: true, text: []byte(word)}
		return []decision{{t.span, respelled(inside, word, joined(r.pass.w.pieces(word, r.pass.decided(w), nil)))}}
	}
	return shifted(r.ids().inside(inside), t.from)
}

// respelled is a new string in the escapes of the old one, character by character
// where they are as many.
func respelled(inside, was, is string) string {
	if utf8.RuneCountInString(was) != utf8.RuneCountInString(is) {
		return escapedText(is)
	}
	var out []byte
	to := []rune(is)
	for i, n := 0, 0; i < len(inside) && n < len(to); n++ {
		r, end := unescaped(inside, i)
		if r < 0 {
			r, end = utf8Rune(inside, i)
		}
		switch form := inside[i:end]; {
		case r == to[n]:
			out = append(out, form...)
		case len(form) > 2 && form[0] == '\\':
			out = written(out, inside, char{r, i, end, escaped}, to[n])
		default:
			out = append(out, escapedText(string(to[n]))...)
		}
		i = end
	}
	return string(out)
}

func utf8Rune(text string, i int) (rune, int) {
	r, size := utf8.DecodeRuneInString(text[i:])
	return r, i + size
}

// stayed are the texts that stay, and the words that do of others.
func (r *recorder) stayed() map[string]bool {
	all := map[string]bool{}
	for m := range r.stay {
		n := 0
		scanWords(m.text, func(c []char) {
			if n++; m.word == 0 || m.word == n {
				all[spelled(c)] = true
			}
		})
	}
	for _, record := range r.records {
		text := string(record)
		tokens(text, nil, func(t token) {
			if word := plain(text[t.from:t.to]); r.own.knows(t, word) {
				all[word] = true
			}
		})
	}
	return all
}

// report counts what is another token than it was.
func (r *recorder) report(done [][]byte) *Report {
	c := counts{}
	for i, record := range r.records {
		if string(record) == string(done[i]) {
			continue
		}
		if !json.Valid(record) {
			c[lines]++
			continue
		}
		was, is := tokensOf(string(record)), tokensOf(string(done[i]))
		for n := range min(len(was), len(is)) {
			if was[n].text != is[n].text {
				c[was[n].kind()]++
			}
		}
	}
	return c.report()
}
