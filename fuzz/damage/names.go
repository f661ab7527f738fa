package damage

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A Name is a name for an id that readers trip over. It is given by its style, so
// that a long one is not written out wherever it is kept.
type Name struct {
	Style Style `json:"style"`
	// N distinguishes names of one style; Of is the id that it almost is.
	N  int    `json:"n,omitempty"`
	Of string `json:"of,omitempty"`
}

// Style is what is hostile about a name.
type Style uint8

// The styles of names.
const (
	_          Style = iota
	Property         // a property of every object in some languages
	Digits           // digits only, which some take for an index
	Spaced           // nothing but spaces, or spaces around
	Escaped          // a NUL, quotes, a backslash, a line separator
	Foreign          // not ASCII
	Cased            // another id but for its case
	Composed         // an é in one code point
	Decomposed       // an é in two, which looks the same
	Literal          // a literal of JSON
	Long             // 64 KiB
	styles
)

var styleNames = [styles]string{
	Property: "property", Digits: "digits", Spaced: "spaced", Escaped: "escaped", Foreign: "foreign",
	Cased: "cased", Composed: "composed", Decomposed: "decomposed", Literal: "literal", Long: "long",
}

// String is the style's name.
func (s Style) String() string {
	if s == 0 || s >= styles {
		return fmt.Sprintf("style(%d)", uint8(s))
	}
	return styleNames[s]
}

// MarshalText writes the style's name.
func (s Style) MarshalText() ([]byte, error) {
	if s == 0 || s >= styles {
		return nil, fmt.Errorf("damage: no style %d", uint8(s))
	}
	return []byte(styleNames[s]), nil
}

// UnmarshalText reads a style's name; an unknown name is an error.
func (s *Style) UnmarshalText(b []byte) error {
	for i := Property; i < styles; i++ {
		if styleNames[i] == string(b) {
			*s = i
			return nil
		}
	}
	return fmt.Errorf("damage: no style of names %q", b)
}

// names are those of the styles that have a few; a number beyond them is written
// behind the last.
var names = [styles][]string{
	Property: {"__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype", "length", "__defineGetter__", "then"},
	Digits:   {"0", "-1", "00", "1e3", "4294967296", "9007199254740993"},
	Spaced:   {" ", "  ", " a", "a ", "a b", "\ta"},
	Escaped:  {"a\x00b", "\x00", `a"b`, `a\b`, "a\u2028b", "a/b", `a\u0000b`},
	Foreign:  {"日本", "🦆", "ключ", "مفتاح", "ß", "ſ"},
	Literal:  {"true", "false", "undefined", "NaN", "{}", "[]"},
}

// longest is the length of a long name: what does not fit a buffer of 64 KiB.
const longest = 64 << 10

// String is the name.
func (n Name) String() string {
	switch n.Style {
	case Cased:
		return swapCase(n.Of)
	case Composed:
		return "caf\u00e9" + number(n.N)
	case Decomposed:
		return "cafe\u0301" + number(n.N)
	case Long:
		return strings.Repeat("long-id-", longest/8) + strconv.Itoa(n.N)
	}
	if n.Style == 0 || n.Style >= styles {
		return ""
	}
	few := names[n.Style]
	if n.N < len(few) {
		return few[max(n.N, 0)]
	}
	return few[len(few)-1] + strconv.Itoa(n.N)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// swapCase is the name in the other case: different from it as soon as it has a
// letter.
func swapCase(name string) string {
	return strings.Map(func(r rune) rune {
		if up := unicode.ToUpper(r); up != r {
			return up
		}
		return unicode.ToLower(r)
	}, name)
}
