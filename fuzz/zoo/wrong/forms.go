package wrong

import (
	"bytes"
	"strings"
)

// filling makes a line long, and a separator stands where nothing was.
const filling, separators = 70 << 10, "\u2028\u2029\u0085"

// filler takes from a record what the forms put in.
var filler = strings.NewReplacer(strings.Repeat("~", filling), "", separators, "")

// one is a text in one chunk, or several.
func one(text ...[]byte) [][][]byte { return [][][]byte{text} }

// cuts are the text cut in two at every place, and byte by byte.
func cuts(text []byte) [][][]byte {
	single := make([][]byte, len(text))
	all := [][][]byte{single}
	for i := range text {
		single[i] = text[i : i+1]
		all = append(all, [][]byte{text[:i], text[i:]})
	}
	return all
}

// crlf ends lines with CRLF, cut between the two, and has no space behind colons.
func crlf(text []byte) [][][]byte {
	text = bytes.ReplaceAll(text, []byte("data: "), []byte("data:"))
	text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	return append(cuts(text), one(text)...)
}

// commented has a comment and a blank line before each event.
func commented(text []byte) [][][]byte {
	return one(bytes.ReplaceAll(text, []byte("data: "), []byte(": ping\n\ndata: ")))
}

func marked(text []byte) [][][]byte {
	return cuts(append([]byte("\xef\xbb\xbf"), text...))
}

// separated has line separators of Unicode within a string.
func separated(text []byte) [][][]byte {
	return one(bytes.ReplaceAll(text, []byte(" is "), []byte(" is "+separators)))
}

// unended has no blank line behind the last event.
func unended(text []byte) [][][]byte {
	return [][][]byte{{text[:len(text)-1]}, {text[:len(text)-2]}}
}

// logged has words of a log between the records.
func logged(text []byte) [][][]byte {
	return one(bytes.Replace(text, []byte("\n"), []byte("\nWARN pipe is full\n"), 1))
}

func long(text []byte) [][][]byte {
	return one(bytes.ReplaceAll(text, []byte(" is "), []byte(" is "+strings.Repeat("~", filling))))
}
