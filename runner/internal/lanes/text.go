package lanes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/quock-dev/quock/spec/words"
)

// measure computes the columns of a text. It ignores the locale, so that a stream is
// drawn in the same way everywhere.
var measure = runewidth.Condition{StrictEmojiNeutral: true}

// peek is how many bytes of a text are kept for display.
const peek = 400

// clip returns a text, safe to print, in at most the given columns. Everything drawn
// goes through it.
func clip(text string, columns int) string {
	if columns < 1 {
		return ""
	}
	return measure.Truncate(words.Line(text), columns, "…")
}

// begin returns the beginning of a text: at most peek bytes, whole characters.
func begin(text string) string {
	if len(text) <= peek {
		return text
	}
	return string(bytes.ToValidUTF8([]byte(text[:peek]), nil)) + "…"
}

// value returns a JSON value for people: a string without quotes; for a list of blocks
// that all have a text, the texts.
func value(raw []byte) string {
	var text string
	var blocks []struct {
		Text *string `json:"text"`
	}
	switch {
	case len(raw) == 0:
		return ""
	case raw[0] == '"' && json.Unmarshal(raw, &text) == nil:
		return begin(text)
	case raw[0] != '[' || json.Unmarshal(raw, &blocks) != nil || len(blocks) == 0:
		return begin(string(raw[:min(len(raw), peek+4)]))
	}
	for _, b := range blocks {
		if b.Text == nil {
			return begin(string(raw[:min(len(raw), peek+4)]))
		}
		text += *b.Text
	}
	return begin(strings.TrimSpace(text))
}

// short returns an id or a name, without its middle if it has too many columns, and in
// quotes if it is empty or has spaces.
func short(id string, most int) string {
	whole := id
	if len(id) > peek {
		whole = id[:peek]
	}
	if whole = words.Line(whole); len(id) <= peek && measure.StringWidth(whole) <= most {
		if id == "" || strings.Contains(id, " ") {
			return `"` + whole + `"`
		}
		return whole
	}
	tail := ending(id)
	return measure.Truncate(whole, most-measure.StringWidth(tail)-1, "") + "…" + tail
}

// ending returns the last four characters of a text, if they have the usual width.
func ending(text string) string {
	at := len(text)
	for range 4 {
		_, n := utf8.DecodeLastRuneInString(text[:at])
		at -= n
	}
	if tail := words.Line(text[at:]); measure.StringWidth(tail) == 4 {
		return tail
	}
	return ""
}

// counted returns a number with its noun: "1 piece", "2,000 pieces". An irregular
// plural follows a bar: "entry|entries".
func counted(n int, noun string) string {
	one, many, irregular := strings.Cut(noun, "|")
	switch {
	case n == 1:
		return "1 " + one
	case irregular:
		return number(n) + " " + many
	}
	return number(n) + " " + one + "s"
}

// number returns a count with separated thousands.
func number(n int) string {
	digits := fmt.Sprint(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// size returns a number of bytes: "158 B", "3.1 KB".
func size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
