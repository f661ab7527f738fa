package anonym

import (
	"strings"
	"unicode/utf8"
)

const (
	// shortest is the length in characters of a word that tells something by
	// itself.
	shortest = 4
	// deepest is the length of a word up to which its characters depend on those
	// before; behind it they only move on in their class.
	deepest = 4096
	// longest is the length of the words that are looked for inside of others.
	longest = 48
)

// A dictionary gives each word another one, of the same length and the same
// classes of characters. What it gives depends on the order in which it is asked
// and on the words of the original that it was told of before, on nothing else.
//
// It is a tree by characters: at each place in a word, a character becomes one
// that no other character became there. So two words begin alike as far as they
// did before, and differ where they differed. Within a word, equal characters
// become equal ones and different ones different ones, so that equal pieces of it
// stay equal, unless a word of the original came of it.
type dictionary struct {
	root  node
	held  node              // of the words of which a part stays
	known map[string]bool   // the words of the original, and those that mean something: no word may become one of them
	given map[string]string // by words in lower case
}

type node struct{ kids []kid }

type kid struct {
	from, to rune
	below    *node
}

func newDictionary() *dictionary {
	d := &dictionary{known: map[string]bool{}, given: map[string]string{}}
	for _, word := range reserved() {
		d.known[word] = true
	}
	return d
}

// learn makes a word one that no other becomes.
func (d *dictionary) learn(word string) { d.known[strings.ToLower(word)] = true }

// word is the word that stands for another one. Case is kept letter by letter,
// so that words which differ in case alone do so still.
func (d *dictionary) word(word string) string {
	low := lowered(word)
	to, known := d.given[low]
	if !known {
		to = d.draw(low)
		d.given[low] = to
	}
	return recased(to, word)
}

// lowered is a word with its ASCII letters in lower case.
func lowered(word string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, word)
}

// recased is a word with upper case where the like has it.
func recased(word, like string) string {
	b := []byte(word)
	for i := range b {
		if 'A' <= like[i] && like[i] <= 'Z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

func (d *dictionary) draw(word string) string {
	w := drawing{d: d, at: &d.root, code: code{to: map[rune]rune{}, taken: map[rune]bool{}}}
	for i, r := range word {
		w.ends = d.known[strings.ToLower(word[:i+utf8.RuneLen(r)])]
		w.next(r)
	}
	return string(w.made)
}

// hold lets a part of a word in lower case stay wherever the word stands; the rest
// is replaced.
func (d *dictionary) hold(word string, part span) {
	w := drawing{d: d, at: &d.held, code: code{to: map[rune]rune{}, taken: map[rune]bool{}}}
	for i, r := range word {
		if part.from <= i && i < part.to {
			w.stay(r)
			continue
		}
		w.ends = d.known[word[:i+utf8.RuneLen(r)]]
		w.next(r)
	}
	d.given[word] = string(w.made)
}

func (n *node) kid(r rune) *kid {
	for i := range n.kids {
		if n.kids[i].from == r {
			return &n.kids[i]
		}
	}
	return nil
}

func (n *node) add(from, to rune) *kid {
	n.kids = append(n.kids, kid{from, to, &node{}})
	return &n.kids[len(n.kids)-1]
}

func (n *node) uses(to rune) bool {
	for i := range n.kids {
		if n.kids[i].to == to {
			return true
		}
	}
	return false
}
