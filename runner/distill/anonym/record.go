package anonym

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Records are the records of a stream with neutral values, in place: white space,
// order, escapes, faults and fields that nobody knows stay, but for their words. It is
// for streams of a few hundred records: finding out what stays takes some hundred
// times as long as decoding them.
//
// What stays is what the dialect's decoder reads as structure, which is asked: a
// word or number stays, at the places where that is so, if the decoder
// gives other events, in more than names, once it is replaced (see outline). A word
// that the decoder does not know cannot stay. What the dialect's encoder writes
// by itself, of neutral streams, stays as well, for other readers know more of the
// dialect than the decoder asks; so do words of vocabularies (reasons to stop, limit
// windows, roles), the delegation tool's name, also as a part of another tool's, with
// the names of the arguments that its readers look for, the names and keys of the tools that the dialect's own
// producers have (Features.Tools), ids and keys that are properties of every object
// of JavaScript (__proto__), and what Keep names. A text that comes in fragments is
// replaced as a whole and cut at the same places.
//
// The records decode to the same events afterwards, up to names and words, which
// is verified; else, and where the dialect or a path of Keep is none, the error
// says so, with the number of a record and never with its words.
func Records(dialect string, records [][]byte, o Options) ([][]byte, *Report, error) {
	keep, err := o.keptPaths()
	if err != nil {
		return nil, nil, err
	}
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		return nil, nil, fmt.Errorf("anonym: %w", err)
	}
	p := newPass(codec, variant, records, keep)
	p.search()
	done := p.written()
	if at := p.differs(done); at > 0 {
		return nil, nil, fmt.Errorf("anonym: record %d of %d means something else once its words are replaced", at, len(records))
	}
	return done, p.report(done), nil
}

// A pass makes the records of one stream anonymous.
type pass struct {
	codec    wire.Codec
	variant  string
	features spec.Features
	before   outline
	writable bool // by the dialect's encoder

	words   *dictionary
	symbols *symbols
	ids     *names
	known   ownWords
	own     keywords
	kept    map[string]bool // values that Keep names
	stayed  map[string]bool // what stays in any case, for the report
	choices choices

	all     *assembler
	sheets  []*sheet // of the assembler's texts, by kind and text
	texts   []*whole // which these are
	records []*sheet
}

func newPass(codec wire.Codec, variant string, records [][]byte, keep keptPaths) *pass {
	before, stream := outlined(codec, variant, records)
	_, unwritable := wire.EncodeStream(codec, variant, stream)
	p := &pass{
		codec: codec, variant: variant, features: stream.Features, before: before, writable: unwritable == nil, all: assembled(stream.Events),
		words: newDictionary(), symbols: newSymbols(), ids: namesOf(&stream.Features, stream.Events), known: ownOf(&stream.Features),
		stayed: map[string]bool{}, choices: choices{of: map[place]*choice{}},
	}
	p.own, p.kept = keywordsOf(codec).with(p.before.events), keptIn(keep, p.all, records)
	p.learn(records)
	p.plan()
	texts := p.eventTexts(stream.Events)
	for i, record := range records {
		p.records = append(p.records, p.sheet("", string(record), true, nil, texts[i+1]))
	}
	return p
}

// learn tells the dictionary what no word may become, and decides what stands for the
// values of the events, in the order of first mention.
func (p *pass) learn(records [][]byte) {
	learn := func(text string, isJSON bool) {
		scanWords(text, isJSON, func(c []char) { p.words.learn(spelled(c)) })
	}
	for _, w := range p.all.wholes {
		learn(string(w.text), w.json)
	}
	for _, id := range p.ids.list {
		learn(id.was, false)
		learn(id.is, false)
	}
	for _, record := range records {
		learn(string(record), true)
	}
	p.hold(p.features.Delegation.Tool)
	for _, w := range p.all.wholes {
		values(view{text: string(w.text)}, w.json, func(v view) {
			p.symbols.of(v)
			v.runs(func(c []char, word bool) {
				if word {
					p.words.word(spelled(c))
				}
			})
		})
	}
}

// hold lets the delegation tool's name stay in the longer names of other tools,
// which a reader may take for it (identity/alias).
func (p *pass) hold(tool string) {
	tool = lowered(tool)
	for _, w := range p.all.wholes {
		name := lowered(string(w.text))
		at := strings.Index(name, tool)
		if tool == "" || w.kind != tools || at < 0 || len(name) == len(tool) {
			continue
		}
		view{text: name}.runs(func(c []char, word bool) {
			from, to := c[0].start, c[len(c)-1].end
			if part := (span{max(at, from), min(at+len(tool), to)}); word && part.from < part.to {
				p.words.hold(name[from:to], span{part.from - from, part.to - from})
			}
		})
	}
}

// plan makes the sheets of the events' texts. One that is the beginning of another one
// of its kind is so still, and is cut where that is.
func (p *pass) plan() {
	for _, w := range p.all.wholes {
		if w.spoken() {
			p.texts = append(p.texts, w)
		}
	}
	slices.SortStableFunc(p.texts, func(a, b *whole) int {
		return strings.Compare(a.name+"\x00"+string(a.text), b.name+"\x00"+string(b.text))
	})
	var before []int
	for i, w := range p.texts {
		cuts := w.ends()
		if i > 0 && p.sheets[i-1].begins(w.name, string(w.text)) {
			cuts = append(cuts, before...)
		}
		before = slices.Compact(slices.Sorted(slices.Values(cuts)))
		p.sheets = append(p.sheets, p.sheet(w.name, string(w.text), w.json, before, nil))
	}
}

// eventTexts are the texts of each record's events, in order, by what they are.
func (p *pass) eventTexts(events []spec.Event) map[int]map[string][]placed {
	all, next := map[int]map[string][]placed{}, 0
	for i := range events {
		e := events[i]
		detached(&e)
		fields(&e, func(f field) {
			at := p.all.places[next]
			if next++; !at.whole.spoken() || *f.at == "" {
				return
			}
			if all[e.Record] == nil {
				all[e.Record] = map[string][]placed{}
			}
			all[e.Record][*f.at] = append(all[e.Record][*f.at], at)
		})
	}
	return all
}

// written are the records with all replaced that does not stay. A text that is the
// beginning of another one is so still, also where it ends inside a word: the longer
// ones are done first.
func (p *pass) written() [][]byte {
	for i, s := range slices.Backward(p.sheets) {
		s.render()
		if i+1 < len(p.sheets) && s.begins(p.sheets[i+1].name, p.sheets[i+1].text) {
			s.now = beginning(p.sheets[i+1].now, len(s.text), s.now)
		}
		p.texts[i].cut(s.now, s.cuts)
	}
	out := make([][]byte, len(p.records))
	for i, r := range p.records {
		r.render()
		out[i] = []byte(joined(r.now))
	}
	return out
}
