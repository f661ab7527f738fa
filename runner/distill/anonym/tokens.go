package anonym

import (
	"encoding/json"
	"strings"
)

// A token is a string, number or literal of a JSON text, or the rest of a text
// from where it stops being JSON.
type token struct {
	span          // without the quotes of a string
	key      bool // it names a member
	quoted   bool
	unclosed bool // the text ends, or stops being JSON, inside of it
	rest     bool
	path     []string // of the value; of a key, with the key
}

// A tokenizer reads JSON texts, one behind the other, which may be cut off or torn
// anywhere.
type tokenizer struct {
	text string
	at   int
	path []string
	open []byte // the brackets that are open
	want want
	// wrong counts what stands where JSON has none.
	wrong int
	emit  func(t token)
}

// A want is what may come next beside white space.
type want uint8

const (
	aValue       want = iota
	valueOrClose      // behind [
	keyOrClose        // behind {
	aKey              // behind , in an object
	aColon
	commaOrClose
)

// tokens gives the tokens of a text in order. The path of each begins with the
// names given, and is valid until emit returns.
func tokens(text string, root []string, emit func(t token)) {
	k := tokenizer{text: text, path: append([]string(nil), root...), emit: emit}
	for k.at < len(text) {
		k.step()
	}
}

// mostWrong is how many brackets, commas and so on may stand where JSON has none,
// as where a fragment is missing, before a text stops being JSON.
const mostWrong = 8

func (k *tokenizer) step() {
	b := k.text[k.at]
	if strings.IndexByte(" \t\r\n", b) >= 0 {
		k.at++
		return
	}
	if !k.may(b) {
		k.wrong++
	}
	switch {
	case k.wrong > mostWrong:
		k.end()
	case b == '{' || b == '[':
		k.enter(b)
	case b == '}' || b == ']':
		k.leave()
	case b == ',':
		k.at++
		if k.want = aValue; k.inside('{') {
			k.want = aKey
		}
		if len(k.open) > 0 {
			k.path[len(k.path)-1] = element
		}
	case b == ':':
		k.at++
		k.want = aValue
	case b == '"':
		k.str()
	case !k.bare():
		k.end()
	}
}

// may reports whether what begins with a byte may stand here.
func (k *tokenizer) may(b byte) bool {
	value := k.want <= valueOrClose
	switch b {
	case '}':
		return k.inside('{') && (k.want == keyOrClose || k.want == commaOrClose)
	case ']':
		return k.inside('[') && (k.want == valueOrClose || k.want == commaOrClose)
	case ',':
		return k.want == commaOrClose
	case ':':
		return k.want == aColon
	case '"':
		return value || k.key()
	}
	return value
}

func (k *tokenizer) key() bool { return k.want == keyOrClose || k.want == aKey }

// end takes all that is left for no JSON.
func (k *tokenizer) end() {
	k.emit(token{span: span{k.at, len(k.text)}, rest: true, path: k.path})
	k.at = len(k.text)
}

func (k *tokenizer) inside(bracket byte) bool {
	return len(k.open) > 0 && k.open[len(k.open)-1] == bracket
}

func (k *tokenizer) enter(b byte) {
	k.at++
	k.open, k.path = append(k.open, b), append(k.path, element)
	if k.want = valueOrClose; b == '{' {
		k.want = keyOrClose
	}
}

func (k *tokenizer) leave() {
	k.at++
	if n := len(k.open); n > 0 {
		k.open, k.path = k.open[:n-1], k.path[:len(k.path)-1]
	}
	k.valued()
}

// valued goes on behind a value.
func (k *tokenizer) valued() {
	if k.want = aValue; len(k.open) > 0 {
		k.want = commaOrClose
	}
}

func (k *tokenizer) str() {
	from := k.at + 1
	end, closed := stringEnd(k.text, from)
	t := token{span: span{from, end}, key: k.key() && k.inside('{'), quoted: true, unclosed: !closed}
	k.at = min(end+1, len(k.text))
	if k.valued(); t.key {
		k.path[len(k.path)-1] = plain(k.text[from:end])
		k.want = aColon
	}
	t.path = k.path
	k.emit(t)
}

// stringEnd is where the inside of a JSON string ends. It is the end of the text
// where that comes first, or where the string is wrong.
func stringEnd(text string, i int) (end int, closed bool) {
	for i < len(text) && text[i] >= ' ' {
		switch {
		case text[i] == '"':
			return i, true
		case text[i] != '\\':
			i++
		default:
			r, next := escapeAt(text, i)
			if r < 0 {
				return len(text), false
			}
			i = next
		}
	}
	return len(text), false
}

// bare reads a number or literal, which may be cut off by the end of the text.
func (k *tokenizer) bare() bool {
	n := strings.IndexAny(k.text[k.at:], "{}[],:\" \t\r\n")
	cut := n < 0
	if cut {
		n = len(k.text) - k.at
	}
	word := k.text[k.at : k.at+n]
	if !json.Valid([]byte(word)) && !(cut && (json.Valid([]byte(word+"0")) || beginsLiteral(word))) {
		return false
	}
	t := token{span: span{k.at, k.at + n}, path: k.path}
	k.at += n
	k.valued()
	k.emit(t)
	return true
}

func beginsLiteral(word string) bool {
	for all := range literal {
		if strings.HasPrefix(all, word) {
			return true
		}
	}
	return false
}
