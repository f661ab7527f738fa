package anonym

import (
	"slices"
	"strings"
)

// A piece of a text and what stands for it.
type piece struct {
	was int // bytes of the original
	is  string
	// whole: it is an id, which has no part that stands for a part of the other.
	whole bool
}

// A span of a text, in bytes.
type span struct{ from, to int }

// A rewriter gives texts other words, symbols and ids. It is the one place where a
// value of the original becomes a neutral one.
type rewriter struct {
	words   *dictionary
	symbols *symbols
	ids     *names
	stay    map[string]bool // the words in lower case, and runs of symbols, that stay
}

// meet decides what stands for the values of a text, if that is not decided yet.
func (w *rewriter) meet(text string, isJSON bool) {
	values(view{text: text}, isJSON, func(v view) {
		w.symbols.of(v)
		v.runs(func(c []char, word bool) {
			if word {
				w.words.word(spelled(c))
			}
		})
	})
}

// A decision is what stands for a span of a text whatever it says.
type decision struct {
	span
	is string
}

// pieces are a text in pieces, and what stands for each; the decided ones are in
// order. The cuts are where fragments begin and end, in order: an id that
// is cut into more fragments than its new name has letters is taken as words.
func (w *rewriter) pieces(text string, isJSON bool, decided []decision, cuts []int) []piece {
	p := piecer{w: w, text: text, decided: decided, cuts: cuts}
	values(view{text: text}, isJSON, p.value)
	p.upTo(len(text))
	p.keep(len(text))
	return p.done
}

type piecer struct {
	w       *rewriter
	text    string
	decided []decision
	symbols []decision // behind the last word
	cuts    []int
	done    []piece
	at      int // where the text is done up to
	buffer  []byte
}

// keep leaves the text up to a place as it is, as structure; its white space is all
// the same.
func (p *piecer) keep(to int) {
	if to > p.at {
		p.done = append(p.done, piece{was: to - p.at, is: blank.Replace(p.text[p.at:to])})
		p.at = to
	}
}

var blank = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

// value does a value.
func (p *piecer) value(v view) {
	symbols := p.w.symbols.of(v)
	v.runs(func(chars []char, word bool) {
		if word {
			p.word(chars)
			return
		}
		stays := p.w.stay[spelled(chars)]
		for _, c := range chars {
			at := span{c.start, c.end}
			is := symbol(p.text, c, symbols[0], len(inside(p.cuts, c.start, c.end)) > 0)
			if symbols = symbols[1:]; stays {
				is = p.text[c.start:c.end]
			}
			p.symbols = append(p.symbols, decision{at, is})
		}
	})
	p.upTo(v.place(len(v.text)))
}

func (p *piecer) word(chars []char) {
	from, to := chars[0].start, chars[len(chars)-1].end
	id, start := p.w.ids.find(p.text, from, to, p.at)
	if id != nil && p.fits(start, id) {
		p.upTo(start)
		if p.at <= start && (len(p.decided) == 0 || p.decided[0].from > from) {
			p.symbols = nil
			p.put(decision{span{start, start + len(id.was)}, id.is})
			return
		}
	}
	p.upTo(from + 1)
	if from >= p.at { // else it is a part of what is done
		p.put(decision{span{from, to}, p.other(chars)})
	}
}

// upTo does the decided spans and symbols that begin before a place.
func (p *piecer) upTo(place int) {
	for {
		list := &p.decided
		if len(*list) == 0 || len(p.symbols) > 0 && p.symbols[0].from < (*list)[0].from {
			list = &p.symbols
		}
		if len(*list) == 0 || (*list)[0].from >= place {
			return
		}
		d := (*list)[0]
		*list = (*list)[1:]
		if d.from >= p.at && d.from < d.to {
			p.put(d)
		}
	}
}

func (p *piecer) put(d decision) {
	p.keep(d.from)
	p.done = append(p.done, piece{was: d.to - d.from, is: d.is, whole: len(d.is) != d.to-d.from})
	p.at = d.to
}

// fits reports whether an id's new name can be cut as often as the id is.
func (p *piecer) fits(from int, id *name) bool {
	return len(inside(p.cuts, from, from+len(id.was))) < len(id.is)
}

// inside are the numbers between two others.
func inside(sorted []int, from, to int) []int {
	i, _ := slices.BinarySearch(sorted, from+1)
	j, _ := slices.BinarySearch(sorted, to)
	return sorted[i:max(i, j)]
}

// other is what stands for a word, in the escapes of the word.
func (p *piecer) other(chars []char) string {
	word := spelled(chars)
	to := []rune(word)
	if !limits[word] && !p.w.stay[lowered(word)] {
		to = []rune(p.w.words.word(word))
	}
	p.buffer = p.buffer[:0]
	for i, c := range chars {
		p.buffer = written(p.buffer, p.text, c, to[i])
	}
	return string(p.buffer)
}

// offsets are where the places of a text are in what stands for it; the places
// are in order. An id's cuts stay apart from each other.
func offsets(pieces []piece, places []int) []int {
	to := make([]int, 0, len(places))
	was, is, i := 0, 0, 0
	for _, place := range places {
		for i < len(pieces) && was+pieces[i].was <= place {
			was, is, i = was+pieces[i].was, is+len(pieces[i].is), i+1
		}
		at := is
		if place > was && i < len(pieces) {
			at += place - was
			if pieces[i].whole {
				at = min(max(is, slices.Max(append(to, 0)))+1, is+len(pieces[i].is))
			}
		}
		to = append(to, at)
	}
	return to
}

func joined(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.is)
	}
	return b.String()
}
