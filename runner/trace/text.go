package trace

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// widest is how much of a text, of arguments or of a result is shown.
const widest = 2000

// plain is text that is safe to print: what would steer a terminal, turn the
// direction of writing or end a line where none ends is escaped. Line feeds and
// tabs stay. Bytes that are no UTF-8 become U+FFFD.
func plain(text string) string {
	if strings.IndexFunc(text, steers) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !steers(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func steers(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// shown is the beginning of a text, for people.
func shown(text string) string { return shortened(text, widest) }

// shortened is at most so many characters of a text, and says how many it has
// where that is more.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return fmt.Sprintf("%s… (%d characters)", string(runes[:most]), len(runes))
}

// excerpt is the beginning of a record, for people.
func excerpt(raw []byte) string {
	const most = 160
	text := strings.ToValidUTF8(string(raw[:min(len(raw), most)]), "\ufffd")
	if len(raw) > most {
		text += "…"
	}
	return text
}

// counted is a number with its noun: "1 record", "2 records".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
