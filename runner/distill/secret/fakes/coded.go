package fakes

import (
	"math/rand/v2"
	"strings"
)

// A Code is a way to write a text in characters that are no letters and no digits.
type Code struct {
	Name   string
	encode func(text string) string
	// Read gives all that may be written so in a text, which has no escapes; what else
	// stands in it is passed over.
	Read func(in string) []string
}

const morseLetters = "a.-b-...c-.-.d-..e.f..-.g--.h....i..j.---k-.-l.-..m--n-.o---p.--.q--.-r.-.s...t-u..-v...-w.--x-..-y-.--z--.."

// Codes are all of them.
func Codes() []Code {
	list := []Code{
		offset("private use", 0xe000), offset("private plane", 0xf0000), offset("tags", 0xe0000), offset("braille", 0x2800),
		offset("supplementary variation selectors", 0xe0100-0x20),
		radix("variation selectors", between(0xfe00, 0xfe0f)), radix("punctuation", []rune("!#$%&*+-/:;<=>?@")),
		radix("zero-width", []rune("\u200b\u200c")), radix("joiners", []rune("\u200d\u2060")), radix("hyphens", []rune("\u00ad\u200b")),
		radix("dots and dashes", []rune(".-")), radix("quotes", []rune("\"'")), radix("space and tab", []rune(" \t")),
		radix("kinds of space", []rune(" \u00a0")), radix("squares", []rune("\u2b1b\u2b1c")), radix("brackets", []rune("<>")),
		morse("Morse", ".", "-", " "), morse("typeset Morse", "·", "−", "/"), morse("dashed Morse", ".", "—", "  "),
	}
	return list
}

func between(first, last rune) (all []rune) {
	for r := first; r <= last; r++ {
		all = append(all, r)
	}
	return all
}

// offset writes each letter as one character, so many behind it.
func offset(name string, by rune) Code {
	return Code{name, func(text string) string {
		return strings.Map(func(r rune) rune { return r + by }, text)
	}, func(in string) []string {
		return []string{strings.Map(func(r rune) rune {
			if r -= by; r < ' ' || r > '~' {
				return -1
			}
			return r
		}, in)}
	}}
}

// radix writes each letter as digits of two, four or sixteen, the high ones first.
func radix(name string, of []rune) Code {
	wide := map[int]int{2: 8, 16: 2}[len(of)]
	return Code{name, func(text string) string {
		var b strings.Builder
		for _, c := range []byte(text) {
			for n, each := wide-1, 8/wide; n >= 0; n-- {
				b.WriteRune(of[int(c)>>(n*each)%len(of)])
			}
		}
		return b.String()
	}, func(in string) []string { return numbers(in, of, wide) }}
}

// numbers reads the digits that are in a text from each place at which a letter may
// begin, with their roles as they are and turned round.
func numbers(in string, of []rune, wide int) (all []string) {
	var plain []int
	for _, r := range in {
		for i, digit := range of {
			if r == digit {
				plain = append(plain, i)
			}
		}
	}
	for from := range min(wide, len(plain)) {
		for _, turned := range []bool{false, true} {
			var b []byte
			for i := from; i+wide <= len(plain); i += wide {
				c := 0
				for _, digit := range plain[i : i+wide] {
					if turned {
						digit = len(of) - 1 - digit
					}
					c = c*len(of) + digit
				}
				b = append(b, byte(c))
			}
			all = append(all, string(b))
		}
	}
	return all
}

func morse(name, dot, dash, gap string) Code {
	letters, codes := map[string]string{}, map[string]string{}
	for rest := morseLetters; rest != ""; {
		n := 1 + len(rest[1:]) - len(strings.TrimLeft(rest[1:], ".-"))
		letters[rest[:1]], codes[rest[1:n]] = rest[1:n], rest[:1]
		rest = rest[n:]
	}
	write := strings.NewReplacer(".", dot, "-", dash)
	read := func(in, dot, dash string) string {
		var b strings.Builder
		in = strings.NewReplacer(dot, ".", dash, "-").Replace(in)
		for _, code := range strings.FieldsFunc(in, func(r rune) bool { return r != '.' && r != '-' }) {
			b.WriteString(codes[code])
		}
		return b.String()
	}
	return Code{name, func(text string) string {
		var all []string
		for _, r := range text {
			all = append(all, write.Replace(letters[string(r)]))
		}
		return strings.Join(all, gap)
	}, func(in string) []string { return []string{read(in, dot, dash), read(in, dash, dot)} }}
}

// A Coded is a word that nobody reads as it stands.
type Coded struct {
	Code
	// Word is what is written, Text how.
	Word, Text string
}

// CodedWords makes up n words, no two the same, and writes them in all codes in
// turn.
func CodedWords(n int, seed uint64) []Coded {
	var list []Coded
	codes, seen := Codes(), map[string]bool{}
	for i := uint64(0); len(list) < n; i++ {
		word := maker{rand.New(rand.NewPCG(seed, i))}.of(lower, 9)
		if !seen[word] {
			seen[word] = true
			code := codes[len(list)%len(codes)]
			list = append(list, Coded{code, word, code.encode(word)})
		}
	}
	return list
}
