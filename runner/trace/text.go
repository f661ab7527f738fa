package trace

import (
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// widest is how much of a text, of arguments or of a result is shown.
const widest = 2000

// shown is the beginning of a text, for people.
func shown(text string) string { return words.Clip(text, widest) }

// excerpt is the beginning of a record, for people.
func excerpt(raw []byte) string {
	const most = 160
	text := strings.ToValidUTF8(string(raw[:min(len(raw), most)]), "\ufffd")
	if len(raw) > most {
		text += "…"
	}
	return text
}
