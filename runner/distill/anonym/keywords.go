package anonym

import (
	"maps"
	"strings"
	"sync"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// spokenCases is how many generated cases show what a dialect's encoder writes.
const spokenCases = 24

var keywordsByDialect sync.Map // of what each dialect writes, by its name

// The keywords of a dialect are the keys and strings that its encoder writes by itself.
type keywords struct {
	codec wire.Codec
	own   map[phrase]bool
}

// keywordsOf asks a dialect's encoder, in all variants, to write the outlines of some
// generated cases: whatever is no value of these is the dialect's.
func keywordsOf(codec wire.Codec) keywords {
	if known, is := keywordsByDialect.Load(codec.Name()); is {
		return known.(keywords)
	}
	t := keywords{codec, map[phrase]bool{}}
	for _, variant := range append(codec.Variants(), "") {
		f := codec.Features(variant)
		if f.Document {
			continue
		}
		for seed := range uint64(spokenCases) {
			s, d := perform.Generate(f, perform.Level(seed%2), seed).Stream, newDrafter(&f)
			for i := range s.Events {
				detached(&s.Events[i])
				d.event(&s.Events[i])
			}
			t.listen(variant, s.Events)
		}
	}
	keywordsByDialect.Store(codec.Name(), t)
	return t
}

// with is the keywords with what the encoder writes of an outline.
func (t keywords) with(events []spec.Event) keywords {
	more := keywords{t.codec, maps.Clone(t.own)}
	for _, variant := range append(t.codec.Variants(), "") {
		more.listen(variant, events)
	}
	return more
}

// listen takes down what an encoder writes of an outline; what it cannot say is passed
// over.
func (t keywords) listen(variant string, events []spec.Event) {
	encoder := t.codec.NewEncoder(variant)
	for len(events) > 0 {
		n := 1
		for n < len(events) && events[n].Record == events[0].Record {
			n++
		}
		if record, err := encoder.Encode(nil, events[:n]); err == nil {
			tokens(string(record), nil, func(at token) {
				if text := plain(string(record[at.from:at.to])); at.quoted && !isValue(text) {
					t.own[phraseOf(at, text)] = true
				}
			})
		}
		events = events[n:]
	}
}

// knows reports whether a token is the dialect's.
func (t keywords) knows(at token, text string) bool { return at.quoted && t.own[phraseOf(at, text)] }

// A phrase is what a token of the dialect is known by: a key by itself, a string
// with the name of its member.
type phrase struct {
	path, text string
	key        bool
}

func phraseOf(t token, text string) phrase {
	if t.key || len(t.path) == 0 {
		return phrase{text: text, key: true}
	}
	return phrase{path: strings.Join(t.path[max(len(t.path)-2, 0):], "\x00"), text: text}
}
