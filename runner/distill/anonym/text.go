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

// A rewriter gives texts other words and ids.
type rewriter struct {
	words *dictionary
	ids   *names
	stay  map[string]bool // words in lower case that stay
}

// A decision is what stands for a span of a text whatever its words.
type decision struct {
	span
	is string
}

// pieces are a text in pieces, and what stands for each; the decided ones are in
// order. The cuts are where fragments begin and end, in order: an id that
// is cut into more fragments than its new name has letters is taken as words.
func (w *rewriter) pieces(text string, decided []decision, cuts []int) []piece {
	p := piecer{w: w, text: text, decided: decided, cuts: cuts}
	scanWords(text, p.word)
	p.decide(len(text))
	p.keep(len(text))
	return p.done
}

type piecer struct {
	w       *rewriter
	text    string
	decided []decision
	cuts    []int
	done    []piece
	at      int // where the text is done up to
	expect  int // behind an exponent's sign: where its digits begin
	buffer  []byte
}

// keep leaves the text up to a place as it is.
func (p *piecer) keep(to int) {
	if to > p.at {
		p.done = append(p.done, piece{was: to - p.at, is: p.text[p.at:to]})
		p.at = to
	}
}

func (p *piecer) word(chars []char) {
	from, to := chars[0].start, chars[len(chars)-1].end
	p.decide(from + 1)
	if from < p.at {
		return // a part of what is done
	}
	if id, start := p.w.ids.find(p.text, from, p.at); id != nil && p.fits(start, id) {
		p.keep(start)
		p.done = append(p.done, piece{was: len(id.was), is: id.is, whole: len(id.is) != len(id.was)})
		p.at = start + len(id.was)
		return
	}
	p.keep(from)
	p.done = append(p.done, piece{was: to - from, is: p.other(chars)})
	p.at = to
}

// decide does the decided spans that begin before a place.
func (p *piecer) decide(before int) {
	for len(p.decided) > 0 && p.decided[0].from < before {
		d := p.decided[0]
		p.decided = p.decided[1:]
		if d.from < p.at || d.from == d.to {
			continue
		}
		p.keep(d.from)
		p.done = append(p.done, piece{was: d.to - d.from, is: d.is, whole: len(d.is) != d.to-d.from})
		p.at = d.to
	}
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
	var plain strings.Builder
	for _, c := range chars {
		plain.WriteRune(c.r)
	}
	word := plain.String()
	if chars[0].form == broken {
		return string(written(nil, p.text, chars[0], 0))
	}
	head := p.mantissa(word, chars)
	to := []rune(p.w.words.word(word[:head]) + word[head:])
	if limits[word] || p.w.stay[lowered(word)] {
		to = []rune(word)
	}
	p.buffer = p.buffer[:0]
	for i, c := range chars {
		p.buffer = written(p.buffer, p.text, c, to[i])
	}
	return string(p.buffer)
}

// mantissa is how much of a word is not the exponent of a number, which stays:
// a number must not become infinite.
func (p *piecer) mantissa(word string, chars []char) int {
	digits := strings.IndexFunc(word, func(r rune) bool { return r < '0' || r > '9' })
	start, end := chars[0].start, chars[len(chars)-1].end
	switch {
	case start == p.expect && start > 0 && digits < 0 && len(word) <= 3:
		return 0
	case digits < 1 || word[digits]|0x20 != 'e' || !number(p.text, start, end):
		return len(word)
	case digits+1 == len(word):
		if end < len(p.text) && (p.text[end] == '+' || p.text[end] == '-') && exponent(p.text[end+1:]) {
			p.expect = end + 1
			return digits
		}
		return len(word)
	case exponent(word[digits+1:]) && strings.Trim(word[digits+1:], "0123456789") == "":
		return digits
	}
	return len(word)
}

// number reports whether what stands at a place can be a number or the beginning of
// one, rather than a part of a name.
func number(text string, from, to int) bool {
	if from > 1 && text[from-1] == '.' {
		from = len(strings.TrimRight(text[:from-1], "0123456789"))
	}
	if from > 0 && text[from-1] == '-' {
		from--
	}
	before := from == 0 || strings.IndexByte(" \t\r\n:,[", text[from-1]) >= 0
	return before && (to == len(text) || strings.IndexByte(" \t\r\n,]}+-", text[to]) >= 0)
}

// exponent reports whether a text begins with one to three digits.
func exponent(text string) bool {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return 1 <= n && n <= 3
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
