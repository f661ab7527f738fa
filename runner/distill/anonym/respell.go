package anonym

import (
	"unicode/utf8"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// respelled is a new string in the escapes of the old one, character by character
// where they are as many.
func respelled(inside, was, is string) string {
	if utf8.RuneCountInString(was) != utf8.RuneCountInString(is) {
		return escapedText(is)
	}
	var out []byte
	to := []rune(is)
	v := view{text: inside}.unescaped(0, len(inside))
	for i := 0; len(to) > 0; to = to[1:] {
		r, size := utf8.DecodeRuneInString(v.text[i:])
		c := char{r, v.place(i), v.place(i + size), escaped}
		switch n := to[0]; {
		case r == n:
			out = append(out, inside[c.start:c.end]...)
		case c.end-c.start > size && inWord(n):
			out = written(out, inside, c, n)
		default:
			out = append(out, escapedText(string(n))...)
		}
		i += size
	}
	return string(out)
}

// escapedText is a text as the inside of a JSON string.
func escapedText(text string) string {
	quoted := scan.AppendText(nil, text)
	return string(quoted[1 : len(quoted)-1])
}
