package probe

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A quick reads an answer in one pass: it checks the JSON, fills in the struct and
// looks for what is missing. Whatever is wrong or unusual makes it fail; the JSON
// library then reads the line again, and says what it is. What both read is the same.
type quick struct {
	scan.Cursor
	text string // the line; the strings of the answer are parts of it
	// strict: a key that nobody knows is unusual.
	strict bool
}

// quickly reads a line into an empty reply, and reports whether that was all.
func (c *Contract) quickly(line []byte, reply *RunReply) bool {
	if len(line) > c.limits.Line || !bytes.HasPrefix(line, []byte{'{'}) {
		return false
	}
	q := quick{Cursor: scan.NewCursor(line, c.limits.Depth), text: string(line), strict: c.Unknown != nil && c.told < tellings}
	q.object(c.answer, reflect.ValueOf(reply).Elem())
	return q.End()
}

// value reads what comes next into v, which is zero. Null leaves it so, but for raw
// JSON, which keeps it.
func (q *quick) value(s *shape, v reflect.Value) {
	switch kind := v.Kind(); {
	case kind == reflect.String:
		v.SetString(q.string())
	case kind == reflect.Bool:
		v.SetBool(q.Bool())
	case kind == reflect.Slice && v.Type() == rawType:
		v.SetBytes(bytes.Clone(q.Value()))
	case q.Kind() == 'n':
		q.Bool() // goes past it
	case kind == reflect.Int || kind == reflect.Int64:
		v.SetInt(q.int())
	case kind == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		q.value(s, v.Elem())
	case kind == reflect.Struct && s != nil:
		q.object(s, v)
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8: // a chunk reads itself
		q.list(s, v)
	default:
		q.Fail()
	}
}

var rawType = reflect.TypeFor[json.RawMessage]()

// list reads a slice, with room for as many elements as the last one of its shape had.
func (q *quick) list(s *shape, v reflect.Value) {
	if s == nil {
		s = &shape{}
	}
	n := 0
	for more := q.Open('['); more; more = q.Next(']') {
		v.Grow(max(1, s.last-n))
		v.SetLen(n + 1)
		q.value(s.each, v.Index(n))
		n++
	}
	s.last = min(n, mostRoom)
}

// mostRoom bounds what a long list makes the next one hold for nothing.
const mostRoom = 32

// object reads a struct with each of its keys at most once. Most come in its order.
func (q *quick) object(s *shape, v reflect.Value) {
	var seen uint64
	i := -1
	for more := q.Open('{'); more; more = q.Next('}') {
		if i++; i >= len(s.fields) || !q.Past(s.fields[i].quoted) {
			i = s.index(q.Key())
		}
		switch {
		case i < 0 && !q.strict:
			q.Value()
		case i < 0 || seen&(1<<i) != 0:
			q.Fail()
		default:
			seen |= 1 << i
			q.value(s.fields[i].shape, v.Field(s.fields[i].at))
		}
	}
	if seen&s.need != s.need {
		q.Fail()
	}
}

func (q *quick) string() string {
	inside, escapes := q.Text()
	if escapes {
		return scan.Unescaped(inside)
	}
	end := max(q.At()-1, len(inside)) // before the closing quote
	return q.text[end-len(inside) : end]
}

func (q *quick) int() int64 {
	n, err := strconv.ParseInt(string(q.Value()), 10, 64)
	if err != nil {
		q.Fail()
	}
	return n
}
