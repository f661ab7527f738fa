package transport

import "unicode/utf8"

// breaks returns the offsets in a JSON text at which a line end may stand:
// after a bracket, a comma or a colon outside of strings. It returns none for
// JSON without such places.
func breaks(text []byte) []int {
	var all []int
	inText := false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case inText && b == '\\':
			i++
		case b == '"':
			inText = !inText
		case !inText && (b == '{' || b == '[' || b == ',' || b == ':') && i+1 < len(text):
			all = append(all, i+1)
		}
	}
	return all
}

// tender returns the offsets in a record's text at which a chunk end makes
// careless readers fail: within a character, an escape, CRLF or a blank line,
// or before the space after a colon.
func tender(text []byte) []int {
	var all []int
	for i := 1; i < len(text); i++ {
		before, at := text[i-1], text[i]
		switch {
		case !utf8.RuneStart(at), before == '\r' && at == '\n', before == '\n' && at == '\n',
			before == '\\', before == 'u' && i > 1 && text[i-2] == '\\', before == ':' && at == ' ', at == '\r':
			all = append(all, i)
		}
	}
	return all
}
