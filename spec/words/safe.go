package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns text for a place within a line. Escaped are control characters
// (C0 with line feed and tab, DEL, C1), line and paragraph separators, bidi
// controls and all other format characters, zero-width and tag characters,
// variation selectors, private use, what Unicode does not assign, and bytes that
// are no UTF-8. The escapes are those of Go: \n, \x1b, \u200b, \U000e0041; a byte
// that is no UTF-8 is \xff. A joiner or variation selector stays where an emoji or
// a script needs it. Text that is safe already is returned as it is.
func Line(text string) string { return safe(text, false) }

// Text is Line for texts of several lines: line feeds and tabs stay.
func Text(text string) string { return safe(text, true) }

// JSON returns a JSON text, or several in lines, that says the same with what Line
// escapes as \u escapes. The text must be valid.
func JSON(text []byte) []byte {
	if plain(text) {
		return text
	}
	e := escaper{lines: true, json: true}
	return e.all(make([]byte, 0, len(text)+64), text)
}

func safe(text string, lines bool) string {
	if !strings.ContainsFunc(text, special) {
		return text
	}
	e := escaper{lines: lines}
	return string(e.all(make([]byte, 0, len(text)+64), []byte(text)))
}

// plain reports whether every byte is printable ASCII or ends a line.
func plain(text []byte) bool {
	for _, b := range text {
		if special(rune(b)) && b != '\n' {
			return false
		}
	}
	return true
}

func special(r rune) bool { return r < ' ' || r > '~' }

// An escaper writes text safely, rune by rune.
type escaper struct {
	lines, json bool
	before      rune // the rune before, if it was written as it is
}

func (e *escaper) all(to, text []byte) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		to = e.one(to, r, text[:n])
		text = text[n:]
	}
	return to
}

// one appends one rune, whose bytes are raw.
func (e *escaper) one(to []byte, r rune, raw []byte) []byte {
	broken := r == utf8.RuneError && len(raw) == 1
	if !broken && (e.lines && (r == '\n' || r == '\t') || readable(r, e.before)) {
		e.before = r
		return append(to, raw...)
	}
	e.before = 0
	switch {
	case e.json:
		return appendJSON(to, r)
	case broken:
		return fmt.Appendf(to, `\x%02x`, raw[0])
	}
	return appendEscaped(to, r)
}

func appendEscaped(to []byte, r rune) []byte {
	switch {
	case r == '\n':
		return append(to, `\n`...)
	case r == '\r':
		return append(to, `\r`...)
	case r == '\t':
		return append(to, `\t`...)
	case r < 0x80:
		return fmt.Appendf(to, `\x%02x`, r)
	case r < 0x10000:
		return fmt.Appendf(to, `\u%04x`, r)
	}
	return fmt.Appendf(to, `\U%08x`, r)
}

func appendJSON(to []byte, r rune) []byte {
	if r < 0x10000 {
		return fmt.Appendf(to, `\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Appendf(to, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
}

// invisible are graphic characters that show nothing of their own.
var invisible = []*unicode.RangeTable{unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector}

// readable reports whether a rune can be shown as it is behind another one.
func readable(r, before rune) bool {
	switch {
	case r < 0x7f:
		return r >= ' '
	case r == '\u200d':
		return picture(before) || joining(before)
	case r == '\u200c':
		return joining(before)
	case r == '\ufe0e' || r == '\ufe0f':
		return based(before)
	case r >= 0x180b && r <= 0x180f: // Mongolian variants
		return unicode.Is(unicode.Mongolian, before)
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return true
	}
	return unicode.IsGraphic(r) && !unicode.In(r, invisible...)
}

// picture: emoji that are joined to one, as in a family.
func picture(r rune) bool {
	return unicode.Is(unicode.So, r) || r == '\ufe0f' || r >= 0x1f3fb && r <= 0x1f3ff
}

// based: what a variation selector makes an emoji or a text sign of.
func based(r rune) bool {
	return unicode.IsSymbol(r) || r >= '0' && r <= '9' || strings.ContainsRune("#*‼⁉〰〽", r)
}

// joining: a letter or a mark of a script in which letters join.
func joining(r rune) bool { return unicode.In(r, joined...) }

var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Balinese, unicode.Javanese,
}
