package secret

import (
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A shown is a text without the escapes of JSON, however deep.
type shown struct {
	text string
	// shifts are the places in the text from which on it lies so much further in
	// the original.
	at, by []int
}

func (s *shown) offset(i int) int {
	low, high := 0, len(s.at)
	for low < high {
		if mid := (low + high) / 2; s.at[mid] <= i {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 {
		return i
	}
	return i + s.by[low-1]
}

// unescape takes the escapes out of a text. How many backslashes an escape has
// says how deep it is nested, and means nothing here.
func unescape(text []byte) shown {
	var s shown
	var b strings.Builder
	rest := string(text)
	b.Grow(len(rest))
	for done := 0; ; {
		n := strings.IndexByte(rest, '\\')
		if n < 0 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:n])
		size, is := escape(rest[n:])
		b.WriteString(is)
		done += n + size
		rest = rest[n+size:]
		s.at, s.by = append(s.at, b.Len()), append(s.by, done-b.Len())
	}
	s.text = b.String()
	return s
}

// escape reads an escape and what it stands for; a lone backslash is one.
func escape(text string) (int, string) {
	n := 1
	for n < len(text) && text[n] == '\\' {
		n++
	}
	if n == len(text) {
		return n, `\`
	}
	switch c := text[n]; c {
	case '"', '/':
		return n + 1, string(c)
	case 'n', 'r':
		return n + 1, "\n"
	case 't', 'b', 'f':
		return n + 1, "\t"
	case 'u':
		if r, ok := hexUnit(text[n+1:]); ok {
			return n + 5, string(r)
		}
	}
	return n, `\`
}

func hexUnit(text string) (rune, bool) {
	if len(text) < 4 {
		return 0, false
	}
	var r rune
	for i := range 4 {
		d := strings.IndexByte("0123456789abcdef", text[i]|0x20)
		if d < 0 || d < 10 && text[i] > '9' {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

const (
	// shortestCode is the length of a stretch that is decoded; gitleaks' own.
	shortestCode = 16
	// around is what a decoded stretch is seen with: the name of what it is.
	around = 96
	// deepest is how often a stretch is decoded.
	deepest = 3
)

// encoded looks into the stretches of a text that can be base64, hexadecimal or
// percent-encoded.
func (s *finding) encoded(text string, offset func(int) int) {
	done := 0
	codes(text, func(at span) {
		from, to := max(at.from-around, done), min(at.to+around, len(text))
		done = at.from
		if from > at.from {
			from = at.from
		}
		s.decoded(text[from:to], func(int) int { return offset(at.from) })
	})
}

// decoded decodes a short text as often as something in it can be decoded, and
// looks at what comes out.
func (s *finding) decoded(text string, offset func(int) int) {
	var kinds []string
	for range deepest {
		next, kind := decodeOnce(text)
		if kind == "" {
			return
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		form := "/" + strings.Join(kinds, "+")
		s.search(next, form, offset)
		if spaced := unpercent(strings.ReplaceAll(text, "+", " ")); kind == "percent" && spaced != next {
			s.search(spaced, form, offset)
		}
		text = next
	}
}

// decodeOnce takes one kind of encoding out of a text and names it, or gives no
// name. Percent signs go first: a token in base64 may stand behind one.
func decodeOnce(text string) (decoded, kind string) {
	if plain := unpercent(text); plain != text {
		return plain, "percent"
	}
	if plain := codeUnits.ReplaceAllStringFunc(text, codeUnit); plain != text {
		return plain, "unicode"
	}
	if plain := hexStretch.ReplaceAllStringFunc(text, fromHex); plain != text {
		return plain, "hex"
	}
	if plain := base64Stretch.ReplaceAllStringFunc(text, fromBase64); plain != text {
		return plain, "base64"
	}
	return text, ""
}

var (
	codeUnits     = regexp.MustCompile(`(?i)\\u[0-9a-f]{4}|U\+[0-9a-f]{4}\s?`)
	hexStretch    = regexp.MustCompile(`[0-9A-Fa-f]{32,}`)
	base64Stretch = regexp.MustCompile(`[A-Za-z0-9_/+-]{16,}={0,2}`)
)

func codeUnit(code string) string {
	if r, ok := hexUnit(code[2:]); ok {
		return string(r)
	}
	return code
}

func fromHex(code string) string {
	if text, err := hex.DecodeString(code); err == nil && isPrintable(text) {
		return string(text)
	}
	return code
}

// fromBase64 decodes either alphabet, with padding or without.
func fromBase64(code string) string {
	bare := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(code, "="))
	if text, err := base64.RawStdEncoding.DecodeString(bare); err == nil && isPrintable(text) {
		return string(text)
	}
	return code
}

func isPrintable(text []byte) bool {
	return !slices.ContainsFunc(text, func(b byte) bool { return b < '\t' || b > '~' })
}

// unpercent decodes every %XX.
func unpercent(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
			r, _ := hexUnit("00" + text[i+1:i+3])
			b.WriteByte(byte(r))
			i += 2
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// codes gives the stretches that decode to printable text, as far as their first
// characters say; those with percent signs, as they are.
func codes(text string, give func(at span)) {
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case isCode[b]:
			to := i + 1
			for to < len(text) && isCode[text[to]] {
				to++
			}
			if to-i >= shortestCode && readable(text[i:to]) {
				give(span{i, to})
			}
			i = to
		case b == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]):
			to := i + 3
			for to < len(text) && text[to] > ' ' && text[to] != '"' {
				to++
			}
			give(span{i, to})
			i = to
		default:
			i++
		}
	}
}

var isCode = func() (is [256]bool) {
	for _, b := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_") {
		is[b] = true
	}
	return is
}()

func isHex(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f' }

// readable reports whether a stretch can be printable ASCII in base64 or in
// hexadecimal: whether its beginning is.
func readable(code string) bool {
	hex := len(code) >= 2*shortestCode
	for i := 0; hex && i < shortestCode; i += 2 {
		hex = isHex(code[i]) && isHex(code[i+1]) && (code[i]|0x20 >= '2' && code[i] < '8' || code[i] == '0')
	}
	return hex || printable(code[:shortestCode])
}

// printable reports whether whole groups of base64 are bytes of ASCII: whether
// each has its highest bit unset.
func printable(code string) bool {
	var bits, n uint
	for i := range len(code) {
		bits, n = bits<<6|uint(value(code[i])), n+6
		if n >= 8 {
			n -= 8
			if b := byte(bits >> n); b >= utf8.RuneSelf || b < '\t' {
				return false
			}
		}
	}
	return true
}

func value(b byte) byte {
	switch {
	case 'A' <= b && b <= 'Z':
		return b - 'A'
	case 'a' <= b && b <= 'z':
		return b - 'a' + 26
	case '0' <= b && b <= '9':
		return b - '0' + 52
	case b == '+' || b == '-':
		return 62
	}
	return 63
}
