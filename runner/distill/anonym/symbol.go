package anonym

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A sort is a set of characters beside letters, digits and marks that are all
// replaced by the same one.
type sort uint8

const (
	// aSymbol is punctuation, a sign, a format or control character, a variation
	// selector, a tag, private use, or no character.
	aSymbol sort = iota
	// aPicture is what Unicode calls another symbol: emoji, box drawing, braille.
	aPicture
	// aSpace is white space of any sort.
	aSpace
	sorts
)

// neutrals are what a character of each sort becomes; those behind the first keep
// values different that would become equal. All can stand in a JSON string without an
// escape, and but for the first ones hardly anybody writes them.
var neutrals = [sorts][]rune{
	aSymbol:  append([]rune{'.'}, between(0x2a00, 0x2aff)...),
	aPicture: append([]rune{0x1f600}, between(0x1f700, 0x1f773)...),
	aSpace:   append([]rune{' '}, between(0x2000, 0x200a)...),
}

func between(first, last rune) (all []rune) {
	for r := first; r <= last; r++ {
		all = append(all, r)
	}
	return all
}

// sortOf is the sort of a character that is not in a word.
func sortOf(r rune) sort {
	switch {
	case unicode.IsSpace(r), unicode.Is(unicode.Z, r):
		return aSpace
	case r > 0xff && r != utf8.RuneError && (unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) && r > 0xffff):
		return aPicture
	}
	return aSymbol
}

// isNeutral reports whether a character may be one that stands for another.
func isNeutral(r rune) bool {
	return r == '.' || r == ' ' || 0x2a00 <= r && r <= 0x2aff || r == 0x1f600 || 0x1f700 <= r && r <= 0x1f773 || 0x2000 <= r && r <= 0x200a
}

// symbols knows which values there are that differ in their symbols alone.
type symbols struct {
	like map[string]*lookalikes // by their words, and the first character of each sort for the others
}

type lookalikes struct {
	first string
	more  map[string]int
}

func newSymbols() *symbols { return &symbols{map[string]*lookalikes{}} }

// of are what the characters of a value become that are in no word, in order. It
// depends on the value alone, and among values that are equal but for such
// characters on which was asked for first.
func (s *symbols) of(v view) []rune {
	var of []sort
	skeleton := make([]byte, 0, len(v.text)+8)
	v.chars(func(c char) {
		if c.form != broken && inWord(c.r) {
			skeleton = utf8.AppendRune(skeleton, c.r)
			return
		}
		is := aSymbol
		if c.form != broken {
			is = sortOf(c.r)
		}
		of, skeleton = append(of, is), utf8.AppendRune(skeleton, neutrals[is][0])
	})
	all := make([]rune, len(of))
	for i, is := range of {
		all[i] = neutrals[is][0]
	}
	if len(of) > 0 {
		number(all, of, s.which(string(skeleton), v.text))
	}
	return all
}

// which is how many values that are alike were asked for before this one was.
func (s *symbols) which(skeleton, text string) int {
	a := s.like[skeleton]
	switch {
	case a == nil:
		s.like[skeleton] = &lookalikes{first: text}
		return 0
	case a.first == text:
		return 0
	case a.more == nil:
		a.more = map[string]int{}
	}
	if a.more[text] == 0 {
		a.more[text] = len(a.more) + 1
	}
	return a.more[text]
}

// number writes a number into characters, the last ones first and white space
// last.
func number(all []rune, of []sort, n int) {
	for is := range sorts {
		for i := len(all) - 1; i >= 0 && n > 0; i-- {
			if of[i] == is {
				size := len(neutrals[is])
				all[i], n = neutrals[is][n%size], n/size
			}
		}
	}
}

// symbol is what stands for a character that is in no word. An escape that is cut in
// the middle can be cut still.
func symbol(text string, c char, to rune, cut bool) string {
	switch like := text[c.start:c.end]; {
	case c.form == broken:
		return string([]byte{wrongByte(byte(c.r))})
	case cut:
		return like[:slashes(like)] + "u" + hexed("", uint64(min(to, 0xffff)), 4)
	}
	return string(to)
}

// slashes is how many backslashes an escape by number has where another escape
// stands, which may be in a string inside of a string.
func slashes(like string) int {
	n := len(like) - len(strings.TrimLeft(like, `\`))
	switch rest := like[n:]; {
	case rest == "":
		return n / 2
	case strings.IndexByte(`"/`, rest[0]) >= 0:
		return (n + 1) / 2
	}
	return n
}

// wrongByte is a byte that is no UTF-8, whatever is beside it: one for those that
// begin a character, one for the others.
func wrongByte(b byte) byte {
	if b >= 0xc0 {
		return 0xff
	}
	return 0x80
}
