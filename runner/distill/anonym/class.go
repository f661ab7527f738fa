package anonym

import (
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A class is a set of characters that can stand for each other: of one script
// and general category, of one width in UTF-8 (and so in UTF-16), in order.
type class []rune

type classKey struct {
	script, category string
	width            int
	block            rune
}

var (
	lower = class("abcdefghijklmnopqrstuvwxyz")
	digit = class("0123456789")
)

// known are the classes that were ever asked for, by classKey.
var known sync.Map

// classes are those of the characters that were asked for.
type classes map[rune]class

// inWord reports whether a character is part of a word: letters, numbers, marks
// and pictures. Pictures of two bytes, such as the degree sign, are not, nor is what
// stands for bytes that were no character.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M) || unicode.Is(unicode.So, r) && utf8.RuneLen(r) > 2 && r != utf8.RuneError
}

// of is the class of a character in a word, nil for one that stays. Upper case
// ASCII letters have none: the dictionary knows words in lower case.
func (c classes) of(r rune) class {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case '0' <= r && r <= '9':
		return digit
	case unicode.Is(unicode.M, r):
		return nil
	}
	found, is := c[r]
	if !is {
		found = classOf(r)
		c[r] = found
	}
	return found
}

func classOf(r rune) class {
	key := keyOf(r)
	if key.category == "" {
		return nil
	}
	if found, is := known.Load(key); is {
		return found.(class)
	}
	found := key.members()
	known.Store(key, found)
	return found
}

var replaced = []string{"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "So"}

func keyOf(r rune) classKey {
	k := classKey{width: utf8.RuneLen(r)}
	for _, category := range replaced {
		if unicode.Is(unicode.Categories[category], r) {
			k.category = category
		}
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			k.script = name
		}
	}
	if k.script == "Common" || k.script == "" {
		k.block = r >> 8
	}
	return k
}

func (k classKey) members() class {
	var all class
	category, script := unicode.Categories[k.category], unicode.Scripts[k.script]
	from := script // which is the smaller one, where there is one
	if from == nil || k.block != 0 {
		from = category
	}
	each(from, func(r rune) {
		if utf8.RuneLen(r) == k.width && (k.block == 0 || r>>8 == k.block) && unicode.Is(category, r) && (script == nil || unicode.Is(script, r)) {
			all = append(all, r)
		}
	})
	return all
}

func each(table *unicode.RangeTable, do func(r rune)) {
	for _, in := range table.R16 {
		for r := rune(in.Lo); r <= rune(in.Hi); r += rune(in.Stride) {
			do(r)
		}
	}
	for _, in := range table.R32 {
		for r := rune(in.Lo); r <= rune(in.Hi); r += rune(in.Stride) {
			do(r)
		}
	}
}

// at is the place of a character in its class.
func (c class) at(r rune) int {
	i, _ := slices.BinarySearch(c, r)
	return i
}
