package anonym

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A char is one character of a text as it is written there.
type char struct {
	r          rune
	start, end int
	form       form
}

// A form says how a character is written.
type form uint8

const (
	raw     form = iota
	escaped      // \u00e9, or two of them for a surrogate pair; behind any number of backslashes
	percent      // %C3%A9
	broken       // a byte that is no UTF-8
)

// scanWords cuts a text into words: the runs of characters that inWord names,
// however they are written. What lies between is given to no one: it stays. So
// do escapes that are no letters (\n, \", %20), in texts as in JSON: a text may
// be JSON inside of JSON, and must be that afterwards.
//
// A byte that is no UTF-8 is a word of its own.
func scanWords(text string, word func(chars []char)) {
	var run []char
	flush := func() {
		if len(run) > 0 {
			word(run)
		}
		run = run[:0]
	}
	for i := 0; i < len(text); {
		c := charAt(text, i)
		switch {
		case c.form == broken:
			flush()
			run = append(run, c)
			flush()
		case inWord(c.r):
			run = append(run, c)
		default:
			flush()
		}
		i = c.end
	}
	flush()
}

// charAt reads the character, or the whole escape, at a place.
func charAt(text string, i int) char {
	switch b := text[i]; {
	case b == '\\':
		return backslash(text, i)
	case b == '%':
		return percentAt(text, i)
	case b < utf8.RuneSelf:
		return char{rune(b), i, i + 1, raw}
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if r == utf8.RuneError && size == 1 {
		return char{rune(text[i]), i, i + 1, broken}
	}
	return char{r, i, i + size, raw}
}

// backslash reads an escape: a character by its number, or something that stays.
func backslash(text string, i int) char {
	end := i
	for end < len(text) && text[end] == '\\' {
		end++
	}
	unit, ok := hexUnit(text, end)
	if !ok {
		if end < len(text) && strings.IndexByte("bfnrt", text[end]) >= 0 {
			end++
		}
		return char{'\\', i, end, raw}
	}
	c := char{unit, i, end + 5, escaped}
	if slashes := text[i:end]; utf16.IsSurrogate(unit) && strings.HasPrefix(text[c.end:], slashes) {
		low, ok := hexUnit(text, c.end+len(slashes))
		if pair := utf16.DecodeRune(unit, low); ok && pair != utf8.RuneError {
			c.r, c.end = pair, c.end+len(slashes)+5
		}
	}
	return c
}

// hexUnit reads uXXXX.
func hexUnit(text string, i int) (rune, bool) {
	if i+5 > len(text) || text[i] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[i+1:i+5], 16, 32)
	return rune(n), err == nil
}

// percentAt reads the bytes of one character that is written as %XX.
func percentAt(text string, i int) char {
	var b [utf8.UTFMax]byte
	for n := range b {
		x, ok := hexByte(text, i+3*n)
		if !ok {
			break
		}
		b[n] = x
		if r, size := utf8.DecodeRune(b[:n+1]); size == n+1 && r != utf8.RuneError {
			return char{r, i, i + 3*size, percent}
		}
	}
	return char{'%', i, i + 1, raw}
}

func hexByte(text string, i int) (byte, bool) {
	if i+3 > len(text) || text[i] != '%' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[i+1:i+3], 16, 8)
	return byte(n), err == nil
}

// written appends a character in the form, and with the digits and backslashes,
// of the one it stands for.
func written(dst []byte, text string, c char, r rune) []byte {
	like := text[c.start:c.end]
	switch c.form {
	case escaped:
		slashes := like[:strings.IndexByte(like, 'u')]
		if r < 0x10000 {
			return unit(append(dst, slashes...), like, r)
		}
		high, low := utf16.EncodeRune(r)
		return unit(append(unit(append(dst, slashes...), like, high), slashes...), like, low)
	case percent:
		for _, b := range []byte(string(r)) {
			dst = append(append(dst, '%'), hexed(like, uint64(b), 2)...)
		}
		return dst
	case broken:
		return append(dst, wrongByte(byte(c.r)))
	}
	return utf8.AppendRune(dst, r)
}

// wrongByte is another byte that is no UTF-8 where this one is none: the first
// byte of a character says how long it is, and stays, and a later one keeps the
// bits that can make it wrong.
func wrongByte(b byte) byte {
	if b >= 0xc0 {
		return b
	}
	return b&0xf0 | (b+1)&0x0f
}

func unit(dst []byte, like string, r rune) []byte {
	return append(append(dst, 'u'), hexed(like, uint64(r), 4)...)
}

// hexed is a number in hexadecimal digits of the case that the like has.
func hexed(like string, n uint64, width int) string {
	text := strconv.FormatUint(n, 16)
	text = strings.Repeat("0", width-len(text)) + text
	if strings.ContainsAny(like, "ABCDEF") {
		return strings.ToUpper(text)
	}
	return text
}
