package anonym

import "strings"

// A token is a string, number or word of a JSON text.
type token struct {
	span          // without the quotes of a string
	key      bool // it names a member
	quoted   bool
	unclosed bool     // the text ends inside of it
	path     []string // of the value; of a key, with the key
}

// A tokenizer reads JSON as far as a text is JSON, and goes on at what is none:
// texts may be cut off, or be something else. It never fails.
type tokenizer struct {
	text  string
	at    int
	path  []string
	open  []byte // the brackets that are open
	keyed bool   // the next string is a key, in an object
	emit  func(t token)
}

// tokens gives the tokens of a text in order. The path that each bears begins
// with the names given, and is valid until emit returns.
func tokens(text string, root []string, emit func(t token)) {
	k := tokenizer{text: text, path: append([]string(nil), root...), emit: emit}
	for k.at < len(text) {
		k.step()
	}
}

func (k *tokenizer) step() {
	switch b := k.text[k.at]; b {
	case '{', '[':
		k.at++
		k.enter(b)
	case '}', ']':
		k.at++
		k.leave()
	case ',':
		k.at++
		k.keyed = k.inObject()
		k.unname()
	case '"':
		k.str()
	case ' ', '\t', '\r', '\n', ':':
		k.at++
	default:
		k.bare()
	}
}

func (k *tokenizer) inObject() bool { return len(k.open) > 0 && k.open[len(k.open)-1] == '{' }

func (k *tokenizer) enter(b byte) {
	k.open = append(k.open, b)
	k.keyed = b == '{'
	k.path = append(k.path, element)
	k.unname()
}

// unname forgets the name of the last member.
func (k *tokenizer) unname() {
	if len(k.open) > 0 {
		k.path[len(k.path)-1] = element
	}
}

func (k *tokenizer) leave() {
	if len(k.open) > 0 {
		k.open, k.path = k.open[:len(k.open)-1], k.path[:len(k.path)-1]
	}
	k.keyed = false
}

func (k *tokenizer) str() {
	from := k.at + 1
	end := from
	for end < len(k.text) && k.text[end] != '"' {
		if k.text[end] == '\\' {
			end++
		}
		end++
	}
	t := token{span: span{from, min(end, len(k.text))}, key: k.keyed, quoted: true, unclosed: end >= len(k.text)}
	k.at = min(end+1, len(k.text))
	if k.keyed {
		k.path[len(k.path)-1] = plain(k.text[t.from:t.to])
		k.keyed = false
	}
	t.path = k.path
	k.emit(t)
}

// bare reads what stands outside of strings: a number, a word, or no JSON.
func (k *tokenizer) bare() {
	from := k.at
	for k.at < len(k.text) && strings.IndexByte("{}[],:\" \t\r\n", k.text[k.at]) < 0 {
		k.at++
	}
	k.emit(token{span: span{from, k.at}, path: k.path})
}

// plain is the inside of a JSON string without its escapes, as far as those are
// some.
func plain(inside string) string {
	if strings.IndexByte(inside, '\\') < 0 {
		return inside
	}
	var b strings.Builder
	for i := 0; i < len(inside); {
		r, end := unescaped(inside, i)
		if r < 0 {
			b.WriteString(inside[i:end])
		} else {
			b.WriteRune(r)
		}
		i = end
	}
	return b.String()
}

// unescaped reads one character of the inside of a JSON string; one of several
// bytes comes byte by byte, as -1.
func unescaped(inside string, i int) (rune, int) {
	if inside[i] != '\\' || i+1 == len(inside) {
		return -1, i + 1
	}
	if at := strings.IndexByte(`"\/bfnrt`, inside[i+1]); at >= 0 {
		return rune("\"\\/\b\f\n\r\t"[at]), i + 2
	}
	if _, ok := hexUnit(inside, i+1); ok {
		c := backslash(inside, i)
		return c.r, c.end
	}
	return -1, i + 1
}
