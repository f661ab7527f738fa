package secret

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Hit is a secret in a text.
type Hit struct {
	// Kind is the id of gitleaks' rule, "aws-access-token"; with a slash and the
	// encoding where it was found in a decoded stretch.
	Kind string
	// Offset is where it begins, or the stretch that it is encoded in, in bytes.
	Offset int
}

// Find gives the secrets in a text, by where they begin and then by kind; a
// general kind is left out where a particular one was found. Its memory is a few
// times the text's: Scan is for long ones.
func (f *Finder) Find(text []byte) []Hit {
	s := &finding{f: f}
	shown := unescape(text)
	s.search(shown.text, "", shown.offset)
	s.encoded(shown.text, shown.offset)
	return s.sorted()
}

type finding struct {
	f    *Finder
	hits []found
}

// A found is a hit with where it ends.
type found struct {
	Hit
	end     int
	general bool
}

// search looks for the secrets of a text; form says how it was encoded.
func (s *finding) search(text, form string, offset func(int) int) {
	low := lowered(text)
	ends := make([]span, len(s.f.rules)) // the stretch of each rule that is being put together
	for _, m := range s.f.words.Match(low) {
		at, to := int(m.Pos()), int(m.Pos())+len(m.Match())
		for _, i := range s.f.of[string(m.Match())] {
			r := &s.f.rules[i]
			switch {
			case r.begins != nil:
				s.beginning(r, text, at, string(m.Match()), form, offset)
				continue
			case r.setting && !setTo(text[to:]):
				continue
			}
			near := span{max(at-r.before, 0), min(to+r.behind, len(text))}
			if near.from <= ends[i].to && ends[i].to > 0 {
				ends[i].to = max(ends[i].to, near.to)
				continue
			}
			s.try(r, text, ends[i], form, offset)
			ends[i] = near
		}
	}
	for i, near := range ends {
		s.try(&s.f.rules[i], text, near, form, offset)
	}
	for _, i := range s.f.always {
		s.try(&s.f.rules[i], text, span{0, len(text)}, form, offset)
	}
}

// beginning tries a rule where its match must begin.
func (s *finding) beginning(r *rule, text string, at int, word, form string, offset func(int) int) {
	if !slices.Contains(r.starts, word) || r.word && at > 0 && isASCIIWord(text[at-1]) {
		return
	}
	part := text[at:min(at+r.behind+longestLine, len(text))]
	if to := r.begins.FindStringIndex(part); to != nil {
		s.found(r, text, at, strings.Trim(part[:to[1]], "\n"), form, offset)
	}
}

// isASCIIWord is what a word is made of in a regular expression.
func isASCIIWord(b byte) bool { return isWord(b) && b < utf8.RuneSelf }

type span struct{ from, to int }

// try looks for one kind in a stretch, which is made to begin and end where words
// do, so that nothing is taken for whole that is not.
func (s *finding) try(r *rule, text string, near span, form string, offset func(int) int) {
	if near.to == 0 {
		return
	}
	for n := 0; n < longestLine && near.from > 0 && isWord(text[near.from-1]); n++ {
		near.from--
	}
	for n := 0; n < longestLine && near.to < len(text) && isWord(text[near.to]); n++ {
		near.to++
	}
	part := text[near.from:near.to]
	for _, at := range r.regex.FindAllStringIndex(part, -1) {
		s.found(r, text, near.from+at[0], strings.Trim(part[at[0]:at[1]], "\n"), form, offset)
	}
}

// found takes a match that begins at a place, unless it is an exception.
func (s *finding) found(r *rule, text string, from int, match, form string, offset func(int) int) {
	if s.f.passes(r, match, lineAt(text, from)) {
		s.hits = append(s.hits, found{Hit{r.id + form, offset(from)}, offset(from + len(match)), strings.Contains(r.id, "generic")})
	}
}

func isWord(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '_' || b >= utf8.RuneSelf
}

// longestLine is how much of a line an exception sees.
const longestLine = 4096

func lineAt(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	from = max(from, at-longestLine)
	to := len(text)
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		to = at + n
	}
	return text[from:min(to, at+longestLine)]
}

// sorted are the hits in order, each once, without general ones that overlap with
// others.
func (s *finding) sorted() []Hit {
	slices.SortFunc(s.hits, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), strings.Compare(a.Kind, b.Kind))
	})
	var list []Hit
	for i, h := range s.hits {
		if i > 0 && h.Hit == s.hits[i-1].Hit || h.general && s.overlapped(i) {
			continue
		}
		list = append(list, h.Hit)
	}
	return list
}

// overlapped reports whether a particular kind was found where a hit is; those
// are no further away in the list than the longest match.
func (s *finding) overlapped(i int) bool {
	h := s.hits[i]
	for j := i - 1; j >= 0 && s.hits[j].Offset > h.Offset-overlap; j-- {
		if o := s.hits[j]; !o.general && o.end > h.Offset {
			return true
		}
	}
	for j := i + 1; j < len(s.hits) && s.hits[j].Offset < h.end; j++ {
		if !s.hits[j].general {
			return true
		}
	}
	return false
}

// lowered is a text with its ASCII letters in lower case, so that it is as long.
func lowered(text string) []byte {
	low := []byte(text)
	for i, b := range low {
		if 'A' <= b && b <= 'Z' {
			low[i] = b + 'a' - 'A'
		}
	}
	return low
}

// entropy is Shannon's, in bits a character, as gitleaks counts it.
func entropy(text string) float64 {
	counts := map[rune]int{}
	for _, r := range text {
		counts[r]++
	}
	var order []int
	for _, n := range counts {
		order = append(order, n)
	}
	slices.Sort(order)
	sum := 0.0
	for _, n := range order {
		share := float64(n) / float64(len(text))
		sum -= share * math.Log2(share)
	}
	return sum
}
