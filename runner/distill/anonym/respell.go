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
	for i, n := 0, 0; i < len(inside) && n < len(to); n++ {
		r, end := unescaped(inside, i)
		if r < 0 {
			r, end = utf8Rune(inside, i)
		}
		switch form := inside[i:end]; {
		case r == to[n]:
			out = append(out, form...)
		case len(form) > 2 && form[0] == '\\':
			out = written(out, inside, char{r, i, end, escaped}, to[n])
		default:
			out = append(out, escapedText(string(to[n]))...)
		}
		i = end
	}
	return string(out)
}

func utf8Rune(text string, i int) (rune, int) {
	r, size := utf8.DecodeRuneInString(text[i:])
	return r, i + size
}

// escapedText is a text as the inside of a JSON string.
func escapedText(text string) string {
	quoted := scan.AppendText(nil, text)
	return string(quoted[1 : len(quoted)-1])
}
