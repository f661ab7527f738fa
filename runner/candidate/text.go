package candidate

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// shown is how many bytes of a line an error shows.
const shown = 200

// excerpt returns the beginning of a line, safe to print.
func excerpt(line []byte) string {
	text := words.Line(string(line[:min(len(line), shown)]))
	if len(line) > shown {
		return fmt.Sprintf("%s… (%d bytes)", text, len(line))
	}
	return text
}

// unfinished describes a line that did not end, if there is one.
func unfinished(line []byte) string {
	if len(line) == 0 {
		return ""
	}
	return "; the line that it began has no end: " + excerpt(line)
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
