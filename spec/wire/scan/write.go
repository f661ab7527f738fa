package scan

import (
	"errors"
	"strconv"
	"unicode/utf8"
)

// A Writer appends JSON text piece by piece, on one line, and puts the commas
// where they belong. What no JSON text can hold makes Err an error that names
// the last key; the caller sees to it that keys, values and brackets match.
type Writer struct {
	Out   []byte
	Err   error
	start int
	key   string
}

// NewWriter returns a Writer that appends one JSON value to dst.
func NewWriter(dst []byte) Writer { return Writer{Out: dst, start: len(dst)} }

// Open begins an object or array with its bracket.
func (w *Writer) Open(bracket byte) {
	w.comma()
	w.Out = append(w.Out, bracket)
}

// Close ends an object or array with its bracket.
func (w *Writer) Close(bracket byte) { w.Out = append(w.Out, bracket) }

// Key begins a member of an object. The key is written as it is.
func (w *Writer) Key(key string) {
	w.comma()
	w.Out = append(append(append(w.Out, '"'), key...), `":`...)
	w.key = key
}

// Member writes a member of an object that is a string, as Text does.
func (w *Writer) Member(key, text string) {
	w.Key(key)
	w.Text(text)
}

// Optional writes a member as Member does, and none for an empty text.
func (w *Writer) Optional(key, text string) {
	if text != "" {
		w.Member(key, text)
	}
}

// Flag writes a member that is true or false.
func (w *Writer) Flag(key string, value bool) {
	w.Key(key)
	w.Bool(value)
}

// Number writes a member that is a number.
func (w *Writer) Number(key string, value int64) {
	w.Key(key)
	w.Int(value)
}

// Value writes a member that is any JSON value, as Raw does; null for none.
func (w *Writer) Value(key string, text []byte, depth int) {
	w.Key(key)
	if len(text) == 0 {
		w.Null()
		return
	}
	w.Raw(text, depth)
}

// Begin begins a member that is an object or array with its bracket.
func (w *Writer) Begin(key string, bracket byte) {
	w.Key(key)
	w.Open(bracket)
}

// Object writes a member that is an object with these members.
func (w *Writer) Object(key string, members func()) {
	w.Begin(key, '{')
	members()
	w.Close('}')
}

// Texts writes a member that is an array of strings.
func (w *Writer) Texts(key string, texts []string) {
	w.Begin(key, '[')
	for _, text := range texts {
		w.Text(text)
	}
	w.Close(']')
}

// Members writes the members of a JSON object, each as Value does.
func (w *Writer) Members(object string, depth int) {
	for key, v := range Value(object).Members() {
		w.Value(key, []byte(v), depth)
	}
}

// Text writes a string, which must be valid UTF-8.
func (w *Writer) Text(text string) {
	if !utf8.ValidString(text) {
		w.fail("no UTF-8")
	}
	w.comma()
	w.Out = AppendText(w.Out, text)
}

// Bool writes true or false.
func (w *Writer) Bool(value bool) {
	w.comma()
	w.Out = strconv.AppendBool(w.Out, value)
}

// Int writes a number.
func (w *Writer) Int(value int64) {
	w.comma()
	w.Out = strconv.AppendInt(w.Out, value, 10)
}

// Null writes null.
func (w *Writer) Null() {
	w.comma()
	w.Out = append(w.Out, "null"...)
}

// Raw writes a JSON value, without white space; it must be one.
func (w *Writer) Raw(text []byte, depth int) {
	v, err := Parse(text, depth)
	if err != nil {
		w.fail("no JSON value: " + err.Error())
		return
	}
	w.comma()
	w.Out = append(w.Out, v.Compact()...)
}

// comma writes one if an element or member stands before. A JSON text in its
// middle ends in one of these four only where none does.
func (w *Writer) comma() {
	if len(w.Out) == w.start {
		return
	}
	switch w.Out[len(w.Out)-1] {
	case '{', '[', ':':
	default:
		w.Out = append(w.Out, ',')
	}
}

func (w *Writer) fail(detail string) {
	if w.Err == nil {
		w.Err = errors.New(w.key + " is " + detail)
	}
}
