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

// known are the classes that were ever asked for, by character and by classKey.
var known sync.Map

// inWord reports whether a character is part of a word: letters, numbers and marks,
// but for variation selectors.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M) && !unicode.Is(unicode.Variation_Selector, r)
}

// fewest is how many members a class has at least: of less there would be too little
// to choose from, and one by itself would stay.
const fewest = 8

// small are the classes, by width, of characters whose own class is too small.
var small = [utf8.UTFMax + 1]classKey{
	2: {script: "Latin", category: "Ll", width: 2}, 3: {script: "Han", category: "Lo", width: 3}, 4: {script: "Han", category: "Lo", width: 4},
}

// classOf is the class of a character in a word. The dictionary knows words in lower
// case.
func classOf(r rune) class {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case '0' <= r && r <= '9':
		return digit
	}
	return remembered(r, func() class {
		key := keyOf(r)
		if found := remembered(key, key.members); len(found) >= fewest {
			return found
		}
		key = small[key.width]
		return remembered(key, key.members)
	})
}

func remembered(key any, find func() class) class {
	found, is := known.Load(key)
	if !is {
		found, _ = known.LoadOrStore(key, find())
	}
	return found.(class)
}

var replaced = []string{"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No"}

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
		if utf8.RuneLen(r) == k.width && (k.block == 0 || r>>8 == k.block) && unicode.Is(category, r) && (script == nil || unicode.Is(script, r)) && inWord(r) {
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
