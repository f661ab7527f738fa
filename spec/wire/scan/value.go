package scan

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// A Value is the text of one JSON value without white space around it, or ""
// for a value that is absent. Its methods trust that the text is valid; Parse
// makes Values that are.
type Value string

// Parse checks text as Check does and returns a copy of it as a Value.
func Parse(text []byte, depth int) (Value, *Error) {
	if err := Check(text, depth); err != nil {
		return "", err
	}
	from, to := 0, len(text)
	for isSpace(text[from]) {
		from++
	}
	for isSpace(text[to-1]) {
		to--
	}
	return Value(text[from:to]), nil
}

// Kind tells what the value is: '{', '[', '"', '0' (any number), 't', 'f', 'n',
// or 0 for an absent one.
func (v Value) Kind() byte {
	if v == "" {
		return 0
	}
	if b := v[0]; b == '-' || b >= '0' && b <= '9' {
		return '0'
	}
	return v[0]
}

// None reports whether the value is absent or null.
func (v Value) None() bool { return v == "" || v[0] == 'n' }

// Text is the content of a string; ok is false for anything else. Escapes of
// lone surrogates become U+FFFD, since no UTF-8 text can hold them.
func (v Value) Text() (text string, ok bool) {
	if v.Kind() != '"' {
		return "", false
	}
	inner := string(v[1 : len(v)-1])
	if strings.IndexByte(inner, '\\') < 0 {
		return inner, true
	}
	return unescape(inner), true
}

// Bool is the value of true or false; ok is false for anything else.
func (v Value) Bool() (value, ok bool) { return v == "true", v == "true" || v == "false" }

// Int is the value of a number that is whole and fits; ok is false for anything
// else. 1.0 and 1e3 are whole.
func (v Value) Int() (value int64, ok bool) {
	if v.Kind() != '0' {
		return 0, false
	}
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || f > 1<<53 || f < -1<<53 || f != float64(int64(f)) {
		return 0, false
	}
	return int64(f), true
}

// Members iterates over an object's members in order; none for anything else.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.Kind() != '{' {
			return
		}
		for at := skipSpace(v, 1); v[at] != '}'; at = nextElement(v, at) {
			key, from := keyAt(v, at)
			if at = skip(v, from); !yield(key, v[from:at]) {
				return
			}
		}
	}
}

// Elements iterates over an array's elements in order; none for anything else.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != '[' {
			return
		}
		for at := skipSpace(v, 1); v[at] != ']'; at = nextElement(v, at) {
			end := skip(v, at)
			if !yield(v[at:end]) {
				return
			}
			at = end
		}
	}
}

// Get is the object's last member of that key, absent if there is none. It reads all
// of the object; for several keys an Object does so once.
func (v Value) Get(key string) (found Value) {
	if v.Kind() != '{' {
		return ""
	}
	for at := skipSpace(v, 1); v[at] != '}'; at = nextElement(v, at) {
		k, from := keyAt(v, at)
		if at = skip(v, from); k == key {
			found = v[from:at]
		}
	}
	return found
}

// Compact is the text without white space between its tokens.
func (v Value) Compact() string {
	from := v.spaceOutside()
	if from == len(v) {
		return string(v)
	}
	compact := append(make([]byte, 0, len(v)), v[:from]...)
	for at := from; at < len(v); {
		end := at + 1
		if v[at] == '"' {
			end, _ = skipString(v, at)
		}
		if !isSpace(v[at]) {
			compact = append(compact, v[at:end]...)
		}
		at = end
	}
	return string(compact)
}

// spaceOutside is where the first white space between tokens is; behind the end where
// there is none.
func (v Value) spaceOutside() int {
	if k := v.Kind(); k != '{' && k != '[' {
		return len(v)
	}
	for at := 0; at < len(v); {
		switch b := v[at]; {
		case b == '"':
			at, _ = skipString(v, at)
		case isSpace(b):
			return at
		default:
			at++
		}
	}
	return len(v)
}

func skipSpace(v Value, at int) int {
	for isSpace(v[at]) {
		at++
	}
	return at
}

// nextElement goes from behind an element to the next one or the closing byte.
func nextElement(v Value, at int) int {
	if at = skipSpace(v, at); v[at] == ',' {
		at = skipSpace(v, at+1)
	}
	return at
}

// skip returns the position behind the value that starts at at.
func skip(v Value, at int) int {
	switch v[at] {
	case '"':
		at, _ = skipString(v, at)
		return at
	case '{', '[':
		return skipContainer(v, at)
	}
	for at < len(v) && !isSpace(v[at]) && v[at] != ',' && v[at] != '}' && v[at] != ']' {
		at++
	}
	return at
}

// keyAt reads the key at a position, and goes to its value.
func keyAt(v Value, at int) (key string, next int) {
	end, escapes := skipString(v, at)
	key = string(v[at+1 : end-1])
	if escapes {
		key = unescape(key)
	}
	return key, skipSpace(v, skipSpace(v, end)+1)
}

// skipString goes from an opening quote behind the closing one, and says whether
// escapes are in between.
func skipString(v Value, at int) (end int, escapes bool) {
	for at++; ; {
		for at+8 <= len(v) {
			found := quoteOrSlash(load(v[at : at+8]))
			if found != 0 {
				at += bits.TrailingZeros64(found) / 8
				break
			}
			at += 8
		}
		switch v[at] {
		case '"':
			return at + 1, escapes
		case '\\':
			escapes = true
			at++
		}
		at++
	}
}

// quoteOrSlash is what special is of texts without control characters.
func quoteOrSlash(x uint64) uint64 {
	quote, slash := x^('"'*ones), x^('\\'*ones)
	return ((quote-ones)&^quote | (slash-ones)&^slash) & (0x80 * ones)
}

// load reads eight bytes as a number, the first the lowest.
func load[T ~string | ~[]byte](v T) uint64 {
	_ = v[7]
	return uint64(v[0]) | uint64(v[1])<<8 | uint64(v[2])<<16 | uint64(v[3])<<24 |
		uint64(v[4])<<32 | uint64(v[5])<<40 | uint64(v[6])<<48 | uint64(v[7])<<56
}

func skipContainer(v Value, at int) int {
	for open := 0; ; {
		switch v[at] {
		case '"':
			at, _ = skipString(v, at)
			continue
		case '{', '[':
			open++
		case '}', ']':
			if open--; open == 0 {
				return at + 1
			}
		}
		at++
	}
}
