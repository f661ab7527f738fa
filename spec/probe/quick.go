package probe

import (
	"bytes"
	"encoding/json"
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
	q := &c.quick // one for all answers: the calls through members put it on the heap
	*q = quick{Cursor: scan.NewCursor(line, c.limits.Depth), text: string(line), strict: c.Unknown != nil && c.told < tellings}
	readStruct(q, c.answer, reply, replyMembers)
	defer func() { *q = quick{} }()
	return q.End()
}

// A member reads the value of one key into a struct. The members of a struct are in the
// order of its fields, and so are the fields of its shape.
type member[T any] struct {
	key  string
	read func(q *quick, below *shape, v *T)
}

// readStruct reads a struct with each of its keys at most once. Null leaves it empty.
func readStruct[T any](q *quick, s *shape, v *T, members []member[T]) {
	if q.null() {
		return
	}
	var seen uint64
	i := -1
	for more := q.Open('{'); more; more = q.Next('}') {
		switch i = q.member(s, i+1); {
		case i < 0 && !q.strict:
			q.Value()
		case i < 0 || seen&(1<<i) != 0:
			q.Fail()
		default:
			seen |= 1 << i
			members[i].read(q, s.fields[i].shape, v)
		}
	}
	if seen&s.need != s.need {
		q.Fail()
	}
}

// member goes past the next key, and returns which field that is; -1 for none. Most
// keys come in the order of the fields.
func (q *quick) member(s *shape, next int) int {
	for i := next; i < len(s.fields); i++ {
		if q.Past(s.fields[i].quoted) {
			return i
		}
	}
	return s.index(q.Key())
}

// readList reads a slice, with room for as many elements as the last one of its shape had.
func readList[T any](q *quick, s *shape, read func(q *quick, s *shape, v *T)) []T {
	if q.null() {
		return nil
	}
	if s == nil {
		s = &none
	}
	var all []T
	for more := q.Open('['); more; more = q.Next(']') {
		if all == nil {
			all = make([]T, 0, max(1, s.last))
		}
		var zero T
		all = append(all, zero)
		read(q, s.each, &all[len(all)-1])
	}
	if s != &none {
		s.last = min(len(all), mostRoom)
	}
	return all
}

// none is the shape that asks nothing.
var none shape

// mostRoom bounds what a long list makes the next one hold for nothing.
const mostRoom = 32

// readStructs reads a slice of structs.
func readStructs[T any](q *quick, s *shape, members []member[T]) []T {
	return readList(q, s, func(q *quick, s *shape, v *T) { readStruct(q, s, v, members) })
}

// present reads what may be null, which is nil.
func present[T any](q *quick, read func(v *T)) *T {
	if q.null() {
		return nil
	}
	v := new(T)
	read(v)
	return v
}

func (q *quick) null() bool {
	if q.Kind() != 'n' {
		return false
	}
	q.Bool() // goes past it
	return true
}

func (q *quick) string() string {
	inside, escapes := q.Text()
	if escapes {
		return scan.Unescaped(inside)
	}
	end := max(q.At()-1, len(inside)) // before the closing quote
	return q.text[end-len(inside) : end]
}

func (q *quick) optional() *string { return present(q, func(v *string) { *v = q.string() }) }

// raw reads any value as it is written; null, too.
func (q *quick) raw() json.RawMessage { return bytes.Clone(q.Value()) }

func (q *quick) int() int64 {
	if q.null() {
		return 0
	}
	n, err := strconv.ParseInt(string(q.Value()), 10, 64)
	if err != nil {
		q.Fail()
	}
	return n
}
