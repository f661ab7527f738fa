package spec

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// JSONEqual reports whether two JSON texts are the same value. It ignores white
// space, escapes, the order of keys (the last of a repeated key counts) and the
// spelling of numbers; numbers are equal if they round to the same 64-bit
// float. Texts that are no JSON are equal only byte for byte.
func JSONEqual(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if spacedAlike(a, b) {
		return json.Valid(a) && json.Valid(b)
	}
	v, ok := decode(a)
	if !ok {
		return false
	}
	w, ok := decode(b)
	return ok && valuesEqual(v, w)
}

// spacedAlike reports whether two texts differ in white space outside of strings
// alone. Two JSON texts that do are the same tokens.
func spacedAlike(a, b []byte) bool {
	for inside := false; ; a, b = a[1:], b[1:] {
		if !inside {
			a, b = pastSpace(a), pastSpace(b)
		}
		switch {
		case len(a) == 0 || len(b) == 0:
			return len(a) == len(b)
		case a[0] != b[0]:
			return false
		case a[0] == '"':
			inside = !inside
		case a[0] == '\\' && inside:
			if len(a) < 2 || len(b) < 2 || a[1] != b[1] {
				return false
			}
			a, b = a[1:], b[1:]
		}
	}
}

// pastSpace is a text without what JSON allows between tokens at its beginning.
func pastSpace(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\n' || text[0] == '\r' || text[0] == '\t') {
		text = text[1:]
	}
	return text
}

// EmptyJSON reports whether a JSON text has no content: it is absent, null, or
// an empty string, array or object. False and 0 are content.
func EmptyJSON(b []byte) bool {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || string(b) == "null" || string(b) == `""` {
		return true
	}
	inside := bytes.TrimSpace(b[1 : len(b)-min(1, len(b)-1)])
	return len(inside) == 0 && (b[0] == '[' && b[len(b)-1] == ']' || b[0] == '{' && b[len(b)-1] == '}')
}

func decode(b []byte) (any, bool) {
	if !json.Valid(b) {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err == nil
}

func valuesEqual(v, w any) bool {
	switch v := v.(type) {
	case map[string]any:
		w, ok := w.(map[string]any)
		return ok && objectsEqual(v, w)
	case []any:
		w, ok := w.([]any)
		return ok && arraysEqual(v, w)
	case json.Number:
		w, ok := w.(json.Number)
		return ok && numbersEqual(string(v), string(w))
	}
	switch w.(type) {
	case map[string]any, []any:
		return false
	}
	return v == w
}

func objectsEqual(v, w map[string]any) bool {
	if len(v) != len(w) {
		return false
	}
	for key, x := range v {
		y, ok := w[key]
		if !ok || !valuesEqual(x, y) {
			return false
		}
	}
	return true
}

func arraysEqual(v, w []any) bool {
	if len(v) != len(w) {
		return false
	}
	for i := range v {
		if !valuesEqual(v[i], w[i]) {
			return false
		}
	}
	return true
}

// numbersEqual compares numbers as floats. A number out of range equals only
// its own spelling.
func numbersEqual(v, w string) bool {
	if v == w {
		return true
	}
	x, err := strconv.ParseFloat(v, 64)
	if err != nil {
		return false
	}
	y, err := strconv.ParseFloat(w, 64)
	return err == nil && x == y
}
