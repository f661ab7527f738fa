package wrong

import (
	"bytes"
	"strings"
)

// filling is the length of an added text. separators are Unicode line
// separators that are added.
const filling, separators = 70 << 10, "\u2028\u2029\u0085"

// filler removes what the forms added to a record, as JSON spells it.
var filler = strings.NewReplacer(strings.Repeat("~", filling), "", `\u2028\u2029`+"\u0085", "")

// one returns a text as one list of chunks.
func one(text ...[]byte) [][][]byte { return [][][]byte{text} }

// cuts returns the text cut in two at every place, and byte by byte.
func cuts(text []byte) [][][]byte {
	single := make([][]byte, len(text))
	all := [][][]byte{single}
	for i := range text {
		single[i] = text[i : i+1]
		all = append(all, [][]byte{text[:i], text[i:]})
	}
	return all
}

// crlf ends lines with CRLF, cuts between the two, and omits the space after
// colons.
func crlf(text []byte) [][][]byte {
	text = bytes.ReplaceAll(text, []byte("data: "), []byte("data:"))
	text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	return append(cuts(text), one(text)...)
}

// commented adds a comment and a blank line before each event.
func commented(text []byte) [][][]byte {
	return one(bytes.ReplaceAll(text, []byte("data: "), []byte(": ping\n\ndata: ")))
}

func marked(text []byte) [][][]byte {
	return cuts(append([]byte("\xef\xbb\xbf"), text...))
}

// separated adds Unicode line separators within a string.
func separated(text []byte) [][][]byte {
	return one(bytes.ReplaceAll(text, []byte(" is "), []byte(" is "+separators)))
}

// unended omits the blank line after the last event.
func unended(text []byte) [][][]byte {
	return [][][]byte{{text[:len(text)-1]}, {text[:len(text)-2]}}
}

// logged adds log lines between the records.
func logged(text []byte) [][][]byte {
	return one(bytes.Replace(text, []byte("\n"), []byte("\nWARN pipe is full\n"), 1))
}

func long(text []byte) [][][]byte {
	return one(bytes.ReplaceAll(text, []byte(" is "), []byte(" is "+strings.Repeat("~", filling))))
}

// longInTwo is long, with a cut behind the filling.
func longInTwo(text []byte) [][][]byte {
	text = long(text)[0][0]
	cut := bytes.LastIndexByte(text, '~') + 1
	return one(text[:cut], text[cut:])
}

// joined returns the text as one chunk.
func joined(text []byte) [][][]byte { return one(text) }

// manyData gives each event a second data line.
func manyData(text []byte) [][][]byte {
	return one(bytes.ReplaceAll(text, []byte("data: {"), []byte("data: {\ndata: ")))
}
