package anonym

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Records are the records with neutral values, in place: white space, order,
// escapes, faults and fields that nobody knows stay, but for their words. It is
// for streams whose bytes matter, of a few hundred records: finding out what
// stays takes some hundred times as long as decoding them.
//
// What stays is what the dialect's decoder reads as structure, which is asked: a
// word or number stays, at the places where that is so, if the decoder
// gives other events, in more than names, once it is replaced (see digest). A word
// that the decoder does not know cannot stay. What the dialect's encoder writes
// by itself, of neutral streams, stays as well, for other readers know more of the
// dialect than the decoder asks. Texts become what they become in Stream, fragment
// by fragment.
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
	codec   wire.Codec
	variant string
	records [][]byte
	keep    keeper
	before  *digest
	pass    *pass
	words   *rewriter // of what is no text of an event
	own     tongue
	told    []utterance
	plans   [][]spot
	spoken  []mark // the words of the events' texts
	stay    map[mark]bool
	last    []writing // of each record
}

// A writing is what a record became by some decisions.
type writing struct {
	decisions []decision
	record    []byte
}

func newRecorder(codec wire.Codec, variant string, records [][]byte, o Options, keep keeper) *recorder {
	r := &recorder{codec: codec, variant: variant, records: records, keep: keep, stay: map[mark]bool{}, last: make([]writing, len(records))}
	stream, problems := wire.DecodeRecords(codec, variant, records)
	r.before = digested(&stream, problems)
	o.Avoid = append(r.vocabulary(), o.Avoid...)
	r.pass = newPass(&stream, o, nil)
	r.words = &rewriter{words: r.pass.w.words, symbols: r.pass.w.symbols, ids: r.pass.w.ids}
	r.own = tongueOf(codec).with(r.pass.events)
	r.listen(stream.Events)
	for i := range records {
		r.plans = append(r.plans, r.plan(i))
	}
	return r
}

// vocabulary are all words of the records, which no other may become.
func (r *recorder) vocabulary() []string {
	var all []string
	for _, record := range r.records {
		scanWords(string(record), true, func(c []char) { all = append(all, spelled(c)) })
	}
	return all
}

func (r *recorder) ids() *names { return r.words.ids }

// written are the records with all replaced that does not stay.
func (r *recorder) written() [][]byte {
	r.respeak()
	out := make([][]byte, len(r.records))
	for i, record := range r.records {
		list := r.decisions(i)
		if last := &r.last[i]; last.record == nil || !slices.Equal(list, last.decisions) {
			*last = writing{list, []byte(joined(r.words.pieces(string(record), true, list, nil)))}
		}
		out[i] = r.last[i].record
	}
	return out
}

// stayed are the words that stay somewhere, and the texts that the dialect knows.
func (r *recorder) stayed() map[string]bool {
	all := map[string]bool{}
	for m := range r.stay {
		all[m.word] = true
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
