package anonym

import "github.com/quock-dev/quock/spec"

// A Leak is a word of the original in the output.
type Leak struct {
	// Kind says what it is and how it is written: "word", "id, base64".
	Kind string
	// Offset is where it begins in the output, in bytes.
	Offset int
}

// Leaks are the words of the original that stand in the output.
func Leaks(original spec.Stream, records [][]byte, output []byte, o Options) []Leak { return nil }
