package anonym

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A Leak is a stretch of the original in the output.
type Leak struct {
	// Kind says what it is and how it is written: "word", "bytes", "id, base64".
	Kind string
	// Offset is where it begins in the output, in bytes; of an encoded one, where
	// the encoded stretch begins.
	Offset int
}

// Leaks are the stretches of the original that stand in the output, in the order of
// the output. The original is the values of the stream, put together from its
// fragments, and of the records, if any are given: keys, strings and numbers, but no
// syntax of JSON.
//
// A stretch is a leak if it is three bytes or more without a letter or digit; or
// twelve bytes or more of any characters. Words of four letters and digits, numbers
// of five digits and ids of four characters are leaks by themselves, also in any
// case and inside of other words, in escapes of JSON, in percent-encoding, in
// hexadecimal, and in base64 of both alphabets at any alignment; numbers and ids only
// as the whole of one. Found by chance is what would be a word inside of a word that
// may stand there, or encoded between bytes that are no text: that is passed over.
//
// What may stand there is the vocabulary of the specification, what the
// dialect's encoder writes by itself, the tools that the dialect knows, what Keep
// names, Allow, the characters that stand for others, and JSON.
//
// It takes time and memory in proportion to both, whatever they say.
func Leaks(original spec.Stream, originalRecords [][]byte, output []byte, o Options) []Leak {
	l := &leaks{words: map[string]string{}, bytes: map[string]bool{}, heads: map[string][]int{}, allowed: map[string]bool{}}
	l.learn(&original, originalRecords, o)
	text := string(output)
	plain, at := shown(text)
	l.search(plain, 0, func(kind string, from, to int) {
		if at[to]-at[from] != to-from {
			kind += ", escaped"
		}
		l.found = append(l.found, Leak{kind, at[from]})
	})
	l.coded(text)
	l.compare(text)
	slices.SortFunc(l.found, func(a, b Leak) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), strings.Compare(a.Kind, b.Kind))
	})
	return slices.Compact(l.found)
}

type leaks struct {
	words   map[string]string // what is looked for, in lower case, and what it is
	bytes   map[string]bool   // stretches of values, in lower case
	heads   map[string][]int  // the lengths of words that begin so
	allowed map[string]bool   // in lower case
	found   []Leak
}
