package anonym

import "encoding/base64"

const (
	// shortestCode is the length of what can be the base64 of a word, and
	// shortestHex of what can be its hexadecimal digits.
	shortestCode = 6
	shortestHex  = 8
	// readableStretch is how much text a word is found in, where it is decoded:
	// four letters come by chance in what was no text.
	readableStretch = 8
)

// coded looks into all that can be base64 or hexadecimal.
func (l *leaks) coded(text string) {
	stretches(text, isBase64, shortestCode, func(from, to int) {
		part := plainAlphabet(text[from:to])
		for shift := range 4 {
			l.decoded(part, shift, from)
		}
	})
	stretches(text, func(b byte) bool { return nibble(b) >= 0 }, shortestHex, func(from, to int) {
		for shift := range 2 {
			decoded := make([]byte, 0, (to-from)/2)
			for i := from + shift; i+1 < to; i += 2 {
				decoded = append(decoded, byte(nibble(text[i])<<4|nibble(text[i+1])))
			}
			l.search(string(decoded), readableStretch, l.coding(", hex", from))
		}
	})
}

func (l *leaks) decoded(part []byte, shift, from int) {
	if len(part)-shift < shortestCode {
		return
	}
	part = part[shift:]
	if len(part)%4 == 1 {
		part = part[:len(part)-1]
	}
	decoded := make([]byte, base64.RawStdEncoding.DecodedLen(len(part)))
	n, _ := base64.RawStdEncoding.Decode(decoded, part)
	l.search(string(decoded[:n]), readableStretch, l.coding(", base64", from))
}

// coding takes what is found in a stretch that is encoded.
func (l *leaks) coding(form string, at int) func(kind string, from, to int) {
	return func(kind string, _, _ int) { l.found = append(l.found, Leak{kind + form, at}) }
}

// stretches gives the longest runs of bytes of a kind that are long enough.
func stretches(text string, is func(byte) bool, least int, give func(from, to int)) {
	for i := 0; i < len(text); i++ {
		from := i
		for i < len(text) && is(text[i]) {
			i++
		}
		if i-from >= least {
			give(from, i)
		}
	}
}

func isBase64(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '+' || b == '/' || b == '-' || b == '_'
}

// plainAlphabet is base64 in the standard alphabet.
func plainAlphabet(text string) []byte {
	all := []byte(text)
	for i, b := range all {
		switch b {
		case '-':
			all[i] = '+'
		case '_':
			all[i] = '/'
		}
	}
	return all
}

func nibble(b byte) int {
	switch {
	case '0' <= b && b <= '9':
		return int(b - '0')
	case 'a' <= b|0x20 && b|0x20 <= 'f':
		return int(b|0x20-'a') + 10
	}
	return -1
}
