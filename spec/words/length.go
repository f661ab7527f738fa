package words

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Clip is the beginning of a text, of at most so many characters. One that is
// longer says how many are left out. It makes nothing safe.
func Clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for at := range text {
		if n == most {
			return fmt.Sprintf("%s… (%d more characters)", text[:at], utf8.RuneCountInString(text[at:]))
		}
		n++
	}
	return text
}

// Counted is a number with its noun: "1 record", "2 records", "2 entries".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, is := strings.CutSuffix(noun, "try"); is {
		noun = stem + "trie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
