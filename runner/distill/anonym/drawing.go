package anonym

import "slices"

// A drawing is a new word as far as it is made.
type drawing struct {
	d    *dictionary
	at   *node
	made []rune
	code code
	ends bool // the original has a word that ends with the next character
}

// next adds what one character becomes.
func (w *drawing) next(r rune) {
	c := classOf(r)
	if len(w.made) >= deepest {
		w.made = append(w.made, w.deep(c, r))
		return
	}
	next := w.at.kid(r)
	if next == nil {
		next = w.at.add(r, w.choose(c, r))
	}
	w.code.add(r, next.to)
	w.made, w.at = append(w.made, next.to), next.below
}

// stay adds a character as it is.
func (w *drawing) stay(r rune) {
	next := w.at.kid(r)
	if next == nil {
		next = w.at.add(r, r)
	}
	w.made, w.at = append(w.made, next.to), next.below
}

// widest is how large a class may be that a code is made for all of.
const widest = 64

// deep is what a character becomes that is too far in for the tree.
func (w *drawing) deep(c class, r rune) rune {
	if len(c) > widest {
		return c[(c.at(r)+1+len(w.made)%(len(c)-1))%len(c)]
	}
	if to, known := w.code.to[r]; known {
		return to
	}
	to := w.code.rest(c, r)
	w.code.add(r, to)
	return to
}

// A code is what the characters of a word became so far.
type code struct {
	to    map[rune]rune
	taken map[rune]bool
}

func (k *code) add(from, to rune) {
	if _, known := k.to[from]; !known {
		k.to[from] = to
		k.taken[to] = true
	}
}

// keeps reports whether a character stays equal to what it is equal to, and
// different from all else, if it becomes another one.
func (k *code) keeps(from, to rune) bool {
	if is, known := k.to[from]; known {
		return is == to
	}
	return !k.taken[to]
}

// rest is what a character of a class becomes when all that are left become what is
// left, in order.
func (k *code) rest(c class, r rune) rune {
	left := slices.DeleteFunc(slices.Clone(c), func(to rune) bool { return k.taken[to] })
	n := 0
	for _, from := range c[:c.at(r)] {
		if _, known := k.to[from]; !known {
			n++
		}
	}
	return left[n%max(len(left), 1)]
}
