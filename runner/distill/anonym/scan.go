package anonym

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A char is one character of a text, with the bytes of the text that write it.
type char struct {
	r          rune
	start, end int
	form       form
}

// A form says how a character is written.
type form uint8

const (
	raw     form = iota
	escaped      // \u00e9 or \n in a JSON string, or in a string inside of that
	percent      // %C3%A9
	broken       // a byte that is no UTF-8
)

// A view is a text, or the inside of a JSON string in it, without its escapes.
type view struct {
	text string
	// at is where each byte is written, and where the last one ends; if it is nil,
	// byte i is written at base+i.
	at   []int
	base int
}

func (v view) place(i int) int {
	if v.at == nil {
		return v.base + i
	}
	return v.at[i]
}

func (v view) part(from, to int) view {
	if v.at == nil {
		return view{text: v.text[from:to], base: v.base + from}
	}
	return view{text: v.text[from:to], at: v.at[from : to+1]}
}

// unescaped is a part that is the inside of a JSON string, without its escapes.
func (v view) unescaped(from, to int) view {
	p := v.part(from, to)
	if strings.IndexByte(p.text, '\\') < 0 {
		return p
	}
	b, at := make([]byte, 0, len(p.text)), make([]int, 0, len(p.text)+1)
	for i := 0; i < len(p.text); {
		r, end := escapeAt(p.text, i)
		if r < 0 {
			b = append(b, p.text[i])
		} else {
			b = utf8.AppendRune(b, r)
		}
		for len(at) < len(b) {
			at = append(at, p.place(i))
		}
		i = end
	}
	return view{text: string(b), at: append(at, p.place(len(p.text)))}
}

// escapeAt reads one byte of the inside of a JSON string, as -1, or one escape.
// Half of a surrogate pair is U+FFFD.
func escapeAt(inside string, i int) (rune, int) {
	if inside[i] != '\\' || i+1 == len(inside) {
		return -1, i + 1
	}
	if at := strings.IndexByte(`"\/bfnrt`, inside[i+1]); at >= 0 {
		return rune("\"\\/\b\f\n\r\t"[at]), i + 2
	}
	unit, ok := hexUnit(inside, i+1)
	if !ok {
		return -1, i + 1
	}
	if end := i + 6; utf16.IsSurrogate(unit) {
		if low, ok := hexUnit(inside, end+1); ok && inside[end] == '\\' {
			if pair := utf16.DecodeRune(unit, low); pair != utf8.RuneError {
				return pair, end + 6
			}
		}
		return utf8.RuneError, end
	}
	return unit, i + 6
}

// hexUnit reads uXXXX.
func hexUnit(text string, i int) (rune, bool) {
	if i+5 > len(text) || text[i] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[i+1:i+5], 16, 32)
	return rune(n), err == nil
}

// plain is the inside of a JSON string without its escapes.
func plain(inside string) string { return view{text: inside}.unescaped(0, len(inside)).text }

// values gives the values of a text in order. Of a text they are all of it; of
// JSON, and of a text or string that is an object or array as JSON, they are each
// key and string, the digits of each number, and the rest of what stops being JSON.
// All between them is structure.
func values(v view, isJSON bool, give func(v view)) {
	if !isJSON && !container(v.text) {
		give(v)
		return
	}
	tokens(v.text, nil, func(t token) { tokenValues(v, t, give) })
}

// tokenValues gives the values of one token of a view.
func tokenValues(v view, t token, give func(v view)) {
	switch {
	case t.quoted:
		values(v.unescaped(t.from, t.to), false, give)
	case t.rest:
		give(v.part(t.from, t.to))
	default:
		digits(v.part(t.from, t.to), give)
	}
}

// container reports whether a text is an object or array as JSON.
func container(text string) bool {
	start := strings.TrimLeft(text, " \t\r\n")
	return start != "" && (start[0] == '{' || start[0] == '[') && json.Valid([]byte(text))
}

// digits gives the digits of a number but those of its exponent: a number must
// not become infinite. Other words of JSON have none.
func digits(v view, give func(v view)) {
	from := 0
	for i := 0; i <= len(v.text); i++ {
		if i < len(v.text) && '0' <= v.text[i] && v.text[i] <= '9' {
			continue
		}
		if i > from {
			give(v.part(from, i))
		}
		if from = i + 1; i < len(v.text) && v.text[i] != '-' && v.text[i] != '.' {
			return
		}
	}
}

// chars gives the characters of a view in order. Letters and digits are read out of
// percent-encoding, too.
func (v view) chars(give func(c char)) {
	for i := 0; i < len(v.text); {
		r, size := utf8.DecodeRuneInString(v.text[i:])
		c := char{r: r}
		switch {
		case r == utf8.RuneError && size == 1:
			c.r, c.form = rune(v.text[i]), broken
		case r == '%':
			if coded, n := percentAt(v.text, i); n > 0 && inWord(coded) {
				c.r, c.form, size = coded, percent, n
			}
		}
		c.start, c.end = v.place(i), v.place(i+size)
		if c.form == raw && c.end-c.start != size {
			c.form = escaped
		}
		give(c)
		i += size
	}
}

// runs cuts a view into words, which are the longest runs of characters that inWord
// names, and the longest runs of others.
func (v view) runs(give func(chars []char, word bool)) {
	var run []char
	word := false
	v.chars(func(c char) {
		if is := c.form != broken && inWord(c.r); is != word && len(run) > 0 {
			give(run, word)
			run, word = run[:0], is
		} else {
			word = is
		}
		run = append(run, c)
	})
	if len(run) > 0 {
		give(run, word)
	}
}

// scanWords gives the words of a text in order.
func scanWords(text string, isJSON bool, give func(chars []char)) {
	values(view{text: text}, isJSON, func(v view) {
		v.runs(func(chars []char, word bool) {
			if word {
				give(chars)
			}
		})
	})
}

// spelled is a run without its escapes.
func spelled(chars []char) string {
	b := make([]byte, 0, len(chars))
	for _, c := range chars {
		if c.form == broken {
			b = append(b, byte(c.r))
		} else {
			b = utf8.AppendRune(b, c.r)
		}
	}
	return string(b)
}

// percentAt reads one character that is written as %XX, and its length.
func percentAt(text string, i int) (rune, int) {
	var b [utf8.UTFMax]byte
	for n := range b {
		x, ok := hexByte(text, i+3*n)
		if !ok {
			break
		}
		b[n] = x
		if r, size := utf8.DecodeRune(b[:n+1]); size == n+1 && r != utf8.RuneError {
			return r, 3 * size
		}
	}
	return 0, 0
}

func hexByte(text string, i int) (byte, bool) {
	if i+3 > len(text) || text[i] != '%' {
		return 0, false
	}
	n, err := strconv.ParseUint(text[i+1:i+3], 16, 8)
	return byte(n), err == nil
}

// written appends a letter or digit in the form, and with the digits and
// backslashes, of the one it stands for.
func written(dst []byte, text string, c char, r rune) []byte {
	like := text[c.start:c.end]
	switch c.form {
	case escaped:
		slashes := like[:len(like)-len(strings.TrimLeft(like, `\`))]
		if _, ok := hexUnit(like, len(slashes)); !ok {
			break
		}
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
	}
	return utf8.AppendRune(dst, r)
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
