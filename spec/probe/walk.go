package probe

import (
	"encoding/json"
)

// A walk reads JSON that is known to be valid, to find out which keys are not
// there. It is much faster than a tokenizer, which has to doubt.
type walk struct {
	text []byte
	at   int
	// strange: there was a key that its object cannot have.
	strange bool
}

// missing returns the first key that a valid JSON value lacks by its shape, and
// whether there was one before it that the shape does not have.
func (s *shape) missing(valid []byte) (lacks *ProtocolError, strange bool) {
	w := walk{text: valid}
	lacks = w.value(s)
	return lacks, w.strange
}

// value reads one value. One of another kind than the shape's is passed over:
// the typed decoding has taken it.
func (w *walk) value(s *shape) *ProtocolError {
	switch kind := w.peek(); {
	case s != nil && s.each != nil && kind == '[':
		return w.elements(s.each)
	case s != nil && s.each == nil && kind == '{':
		return w.members(s)
	}
	w.skip()
	return nil
}

func (w *walk) elements(each *shape) *ProtocolError {
	w.at++
	for i := 0; w.peek() != ']'; i++ {
		if bad := w.value(each); bad != nil {
			bad.Path = under("["+number(i)+"]", bad.Path)
			return bad
		}
		if w.peek() == ',' {
			w.at++
		}
	}
	w.at++
	return nil
}

func (w *walk) members(s *shape) *ProtocolError {
	w.at++
	var seen uint64
	for w.peek() != '}' {
		key := w.key()
		i := s.index(key)
		w.strange = w.strange || i < 0
		w.at++ // the colon, behind any space
		var below *shape
		if i >= 0 {
			seen |= 1 << i
			below = s.fields[i].shape
		}
		if bad := w.value(below); bad != nil {
			bad.Path = under(s.fields[i].key, bad.Path)
			return bad
		}
		if w.peek() == ',' {
			w.at++
		}
	}
	w.at++
	return s.lacking(seen, int64(w.at-1))
}

// lacking names the first needed field that was not seen.
func (s *shape) lacking(seen uint64, at int64) *ProtocolError {
	for i, f := range s.fields {
		if f.need && seen&(1<<i) == 0 {
			return &ProtocolError{
				Reason: MissingField, Path: f.key, Offset: at,
				What: "is missing",
				Fix:  "report it (null or empty where there is nothing), or take its part out of observes",
			}
		}
	}
	return nil
}

// index finds a key among the fields; -1 for none.
func (s *shape) index(key []byte) int {
	for i := range s.fields {
		if s.fields[i].key == string(key) {
			return i
		}
	}
	return -1
}

// under puts a path below a step.
func under(step, path string) string {
	if path == "" || path[0] == '[' {
		return step + path
	}
	return step + "." + path
}

// peek is the first byte of what comes next, 0 at the end.
func (w *walk) peek() byte {
	for w.at < len(w.text) {
		switch c := w.text[w.at]; c {
		case ' ', '\t', '\n', '\r':
			w.at++
		default:
			return c
		}
	}
	return 0
}

// key reads a member's name and stops before its colon.
func (w *walk) key() []byte {
	from := w.at
	w.at = stringEnd(w.text, w.at+1) + 1
	raw := w.text[from:min(w.at, len(w.text))]
	w.peek()
	for _, c := range raw {
		if c == '\\' {
			return unescaped(raw)
		}
	}
	return raw[1 : len(raw)-1]
}

func unescaped(raw []byte) []byte {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return nil
	}
	return []byte(s)
}

// skip passes over one value.
func (w *walk) skip() {
	depth := 0
	for w.at < len(w.text) {
		switch w.text[w.at] {
		case '"':
			w.at = stringEnd(w.text, w.at+1)
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
		case ',':
			if depth == 0 {
				return
			}
		}
		w.at++
	}
}
