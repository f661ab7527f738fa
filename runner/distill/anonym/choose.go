package anonym

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// choose is the character that one becomes behind a new beginning of a word. Its
// procedure: the first that nothing speaks against; else the first that only
// makes a short word of the original; else one that does not keep equal what is;
// else one that makes a word, or is the same; always one that no other character
// became at this place, of which there is one, as there are no more characters
// than the class has.
func (w *drawing) choose(c class, r rune) rune {
	offers := w.offers(c, r)
	_, again := w.code.to[r]
	for _, keeps := range []bool{true, false} {
		for strict := 2; strict >= 1; strict-- {
			for _, to := range offers {
				if (to != r || again || len(offers) == 1) && (!keeps || w.code.keeps(r, to)) && w.allowed(to, strict) {
					return to
				}
			}
		}
	}
	return offers[0]
}

// allowed reports whether a new beginning may go on with a character.
func (w *drawing) allowed(to rune, strict int) bool {
	made := append(w.made, to)
	text := strings.ToLower(string(made[max(len(made)-longest, 0):]))
	if w.ends && w.d.known[text] && (strict == 2 || len(made) >= shortest) {
		return false
	}
	n := 0
	for i := len(text); i > 0 && n < longest; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
		if n+1 >= shortest && w.d.known[text[i:]] {
			return false
		}
	}
	return true
}

// offers are the characters of a class that are still free, the likeliest first:
// what the same character became before, if it did.
func (w *drawing) offers(c class, r rune) []rune {
	var free []rune
	switch first := len(w.made) == 0; {
	case first && (r == '0' || r == '9'):
		return []rune{r} // zero stays zero, and what fits in 53 bits fits still
	case first && '0' <= r && r <= '9':
		free = turned([]rune("12345678"), w.made)
	case 'a' <= r && r <= 'z':
		free = letters(w.made)
	default:
		free = nearby(c, c.at(r)+1, len(w.at.kids)+len(w.code.taken)+spare)
	}
	if to, again := w.code.to[r]; again {
		free = append([]rune{to}, slices.DeleteFunc(free, func(f rune) bool { return f == to })...)
	}
	return slices.DeleteFunc(free, w.at.uses)
}

// spare is how many more members of a large class are looked at than are taken.
const spare = 32

// nearby are up to n members of a class from a place on, round about.
func nearby(c class, from, n int) []rune {
	all := make([]rune, 0, min(n, len(c)))
	for i := range cap(all) {
		all = append(all, c[(from+i)%len(c)])
	}
	return all
}

// letters are all, so that what comes can be spoken: vowels behind consonants.
func letters(made []rune) []rune {
	vowels, consonants := turned([]rune("aeiou"), made), turned([]rune("bdfghjklmnprstvwzcyxq"), made)
	if n := len(made); n > 0 && !strings.ContainsRune("aeiou", made[n-1]) {
		return append(vowels, consonants...)
	}
	return append(consonants, vowels...)
}

// turned are the characters from a place on that depends on what was made so far.
func turned(all, made []rune) []rune {
	sum := 7 * len(made)
	for _, r := range made {
		sum = sum*31 + int(r)
	}
	n := sum % len(all)
	if n < 0 {
		n += len(all)
	}
	return append(slices.Clone(all[n:]), all[:n]...)
}
