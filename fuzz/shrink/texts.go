package shrink

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
)

// A place is where a text stands: in an event, or in a part that it restates.
type place struct {
	uid           int32
	message, part int // -1, -1 for the event's own text
}

// A phrase is one text with all that restates it: what must change at once.
type phrase map[place]string

// plainTexts makes each text one letter a fragment, another for each, so that
// texts can be told apart still; what restates a text goes with it. A text that
// must be longer is cut down as far as it can be.
func (r *reducer) plainTexts() {
	r.run(func(r *reducer) {
		s := &search[phrase]{r: r, all: true, stages: []func() []phrase{r.plain}, apply: r.fillTexts}
		s.run()
	}, func(r *reducer) {
		for _, at := range r.longTexts() {
			r.shorten(at)
		}
	})
}

// longTexts are where texts stand that have more than one character.
func (r *reducer) longTexts() []place {
	var list []place
	for i := range r.now.nodes {
		n := &r.now.nodes[i]
		if n.e.Kind == spec.Text {
			list = append(list, place{n.uid, -1, -1})
		}
		for m := range n.e.Messages {
			for j := range n.e.Messages[m].Parts {
				list = append(list, place{n.uid, m, j})
			}
		}
	}
	return slices.DeleteFunc(list, func(at place) bool { return utf8.RuneCountInString(r.textAt(at)) < 2 })
}

// textAt is the present text of a place, "" where there is none.
func (r *reducer) textAt(at place) string {
	i := r.find(at.uid)
	if i < 0 {
		return ""
	}
	e := r.now.nodes[i].e
	switch {
	case at.part < 0:
		return e.Text
	case at.message >= len(e.Messages) || at.part >= len(e.Messages[at.message].Parts):
		return ""
	}
	return e.Messages[at.message].Parts[at.part].Text
}

// fillTexts fills in the present draft with other texts.
func (r *reducer) fillTexts(phrases []phrase, d *draft) bool {
	texts := phrase{}
	for _, p := range phrases {
		for at, text := range p {
			texts[at] = text
		}
	}
	return r.rewritten(func(n *node) *spec.Event { return texts.in(n) }, d) && r.smaller(d)
}

// in is an event with its texts.
func (p phrase) in(n *node) *spec.Event {
	e := *n.e
	changed := false
	if text, is := p[place{n.uid, -1, -1}]; is && text != e.Text {
		e.Text, changed = text, true
	}
	for i := range e.Messages {
		for j := range e.Messages[i].Parts {
			text, is := p[place{n.uid, i, j}]
			if !is || text == e.Messages[i].Parts[j].Text {
				continue
			}
			if &e.Messages[0] == &n.e.Messages[0] {
				e.Messages = slices.Clone(e.Messages)
			}
			e.Messages[i].Parts = slices.Clone(e.Messages[i].Parts)
			e.Messages[i].Parts[j].Text, changed = text, true
		}
	}
	if !changed {
		return n.e
	}
	return &e
}

// An item is a text of a message.
type item struct {
	message int32
	slot    string
	thought bool
}

// A rewording is the text of an item so far, and the one that it will have.
type rewording struct {
	was, is string
	phrase  phrase
	states  map[string]string // what it was after each fragment -> what it will be
}

// plain lists the phrases in plain words.
func (r *reducer) plain() []phrase {
	p := plainer{items: map[item]*rewording{}}
	for i := range r.now.nodes {
		p.node(&r.now.nodes[i])
	}
	return p.phrases
}

type plainer struct {
	items   map[item]*rewording
	phrases []phrase
	letters int
}

// letter is the next letter.
func (p *plainer) letter() string {
	p.letters++
	return string(rune('a' + (p.letters-1)%26))
}

func (p *plainer) node(n *node) {
	if n.e.Kind == spec.Text && n.e.Text != "" {
		t := p.item(item{n.Message, n.e.Slot, n.e.Form == spec.Thought})
		text := p.letter()
		t.was, t.is = t.was+n.e.Text, t.is+text
		t.states[t.was] = t.is
		t.phrase[place{n.uid, -1, -1}] = text
	}
	for i := range n.e.Messages {
		for j := range n.e.Messages[i].Parts {
			p.part(n, i, j)
		}
	}
}

// item is the rewording of an item; of one without a message that can be named,
// nothing.
func (p *plainer) item(key item) *rewording {
	t := p.items[key]
	if t == nil || key.message == 0 {
		t = &rewording{phrase: phrase{}, states: map[string]string{}}
		p.items[key] = t
		p.phrases = append(p.phrases, t.phrase)
	}
	return t
}

func (p *plainer) part(n *node, i, j int) {
	part := &n.e.Messages[i].Parts[j]
	if part.Kind == spec.CallPart || part.Text == "" {
		return
	}
	at, key := place{n.uid, i, j}, item{n.More.Messages[i], part.Slot, part.Kind == spec.ThoughtPart}
	if t := p.items[key]; t != nil && key.message != 0 && t.states[part.Text] != "" {
		t.phrase[at] = t.states[part.Text]
		return
	}
	p.phrases = append(p.phrases, phrase{at: p.letter()})
}

// shorten cuts a text down: to its first or last half, else by its first or last
// character, as long as that works.
func (r *reducer) shorten(at place) {
	for utf8.RuneCountInString(r.textAt(at)) > 1 {
		cuts := shorterTexts(r.textAt(at))
		if r.first(len(cuts), func(i int, d *draft) bool {
			return r.fillTexts([]phrase{{at: cuts[i]}}, d)
		}) < 0 {
			return
		}
	}
}

// mostRunes is how many characters a text has at most in which each is replaced.
const mostRunes = 8

// common makes an a of each character that need not be another one.
func (r *reducer) common() {
	for _, at := range r.longTexts() {
		for i, old := range []rune(r.textAt(at)) {
			runes := []rune(r.textAt(at))
			if i >= mostRunes || old == 'a' {
				continue
			}
			runes[i] = 'a'
			r.step(func(d *draft) bool {
				return r.rewritten(func(n *node) *spec.Event { return phrase{at: string(runes)}.in(n) }, d)
			})
		}
	}
}

func shorterTexts(text string) []string {
	runes := []rune(strings.ToValidUTF8(text, "?"))
	n := len(runes)
	cuts := []string{string(runes[:n/2]), string(runes[n/2:])}
	if n > 3 {
		cuts = append(cuts, string(runes[1:]), string(runes[:n-1]))
	}
	return cuts
}
