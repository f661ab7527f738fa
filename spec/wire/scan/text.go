package scan

import (
	"unicode/utf16"
	"unicode/utf8"
)

// unescape reads the inside of a valid JSON string.
func unescape(s string) string { return string(appendUnescaped(make([]byte, 0, len(s)), s)) }

// Unescaped is what the inside of a string says that a Cursor gave.
func Unescaped(inside []byte) string {
	return string(appendUnescaped(make([]byte, 0, len(inside)), inside))
}

// appendUnescaped appends what the inside of a valid JSON string says.
func appendUnescaped[T string | []byte](dst []byte, s T) []byte {
	for {
		n := 0
		for n < len(s) && s[n] != '\\' {
			n++
		}
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return dst
		}
		s = s[n+1:]
		if s[0] == 'u' {
			r, n := escapedRune(s)
			dst = utf8.AppendRune(dst, r)
			s = s[n:]
			continue
		}
		dst = append(dst, escaped(s[0]))
		s = s[1:]
	}
}

func escaped(b byte) byte {
	switch b {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return b
}

// escapedRune reads uXXXX, or uXXXX\uXXXX where that is a surrogate pair, and
// says how many bytes it took.
func escapedRune[T string | []byte](s T) (rune, int) {
	r := hexRune(s[1:5])
	if !utf16.IsSurrogate(r) {
		return r, 5
	}
	if len(s) >= 11 && s[5] == '\\' && s[6] == 'u' {
		if pair := utf16.DecodeRune(r, hexRune(s[7:11])); pair != utf8.RuneError {
			return pair, 11
		}
	}
	return utf8.RuneError, 5
}

func hexRune[T string | []byte](s T) (r rune) {
	for i := range len(s) {
		switch b := s[i]; {
		case b <= '9':
			r = r<<4 | rune(b-'0')
		default:
			r = r<<4 | rune(b|0x20-'a'+10)
		}
	}
	return r
}

// AppendText appends s as a JSON string. Bytes that are no UTF-8 become U+FFFD.
func AppendText(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		b := s[i]
		if b >= ' ' && b != '"' && b != '\\' && b < utf8.RuneSelf {
			i++
			continue
		}
		if b >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(append(dst, s[from:i]...), "\ufffd"...)
				from = i + 1
			}
			i += n
			continue
		}
		dst = append(dst, s[from:i]...)
		switch b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		}
		i++
		from = i
	}
	return append(append(dst, s[from:]...), '"')
}
