package candidate

import (
	"fmt"
	"strings"
)

// shown is how much of a line an error shows.
const shown = 200

// excerpt is the beginning of a line, printable.
func excerpt(line []byte) string {
	text := string(line[:min(len(line), shown)])
	text = strings.ToValidUTF8(text, "\ufffd")
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' {
			return '\ufffd'
		}
		return r
	}, text)
	if len(line) > shown {
		return fmt.Sprintf("%s… (%d bytes)", text, len(line))
	}
	return text
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
