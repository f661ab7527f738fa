package trace

import (
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// widest is how many characters of a text, of arguments or of a result are shown.
const widest = 2000

// shown returns the beginning of a text, for people.
func shown(text string) string { return words.Clip(text, widest) }

// excerpt returns the beginning of a record, for people.
func excerpt(raw []byte) string {
	const most = 160
	text := strings.ToValidUTF8(string(raw[:min(len(raw), most)]), "\ufffd")
	if len(raw) > most {
		text += "…"
	}
	return text
}
