package probe

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A fastReader reads an answer in one pass: it checks the JSON, fills in the struct and
// looks for what is missing. Whatever is wrong or unusual makes it fail; the JSON
// library then reads the line again, and says what it is. What both read is the same.
type fastReader struct {
	scan.Cursor
	text string // the line; the strings of the answer are parts of it
	// strict: a key that nobody knows is unusual.
	strict bool
	answer int // how many were read before, and this one
	// empties: the answer gives an empty value in place of none (normal.go).
	empties bool
}

// readFast reads a line into an empty reply, and reports whether that was all.
func (c *Contract) readFast(line []byte, reply *RunReply) bool {
	if len(line) > c.limits.Line || !bytes.HasPrefix(line, []byte{'{'}) {
		return false
	}
	q := &c.fast // one for all answers: the calls through members put it on the heap
	*q = fastReader{
		Cursor: scan.NewCursor(line, c.limits.Depth), text: string(line),
		strict: c.Unknown != nil && c.reported < mostInspected, answer: q.answer + 1,
	}
	readStruct(q, c.answer, reply, replyMembers)
	return q.End()
}

// A member reads the value of one key into a struct. The members of a struct are in the
// order of its fields, and so are the fields of its shape.
type member[T any] struct {
	key  string
	read func(q *fastReader, below *shape, v *T)
}

// readStruct reads a struct with each of its keys at most once. Null leaves it empty.
func readStruct[T any](q *fastReader, s *shape, v *T, members []member[T]) {
	if q.Null() {
		return
	}
	var seen uint64
	last := -1
	for i := q.first(s); i != noMore; i = q.next(s, last) {
		switch {
		case i == unknown && !q.strict:
			q.Value()
		case i == unknown || seen&(1<<i) != 0:
			q.Fail()
		default:
			seen |= 1 << i
			members[i].read(q, s.fields[i].shape, v)
			last = i
		}
	}
	if seen&s.need != s.need {
		q.Fail()
	}
}

// What first and next return in place of a field.
const (
	unknown = -1 // a key that is none of the shape
	noMore  = -2 // the object has no more keys
)

// first goes into an object and past its first key, and returns which field that is of. Most
// objects have the keys of the last one of their shape, in its order.
func (q *fastReader) first(s *shape) int {
	if !q.Open('{') {
		return noMore
	}
	if next := s.follows[0]; next >= 0 && q.Past(&s.fields[next].asFirst) {
		return next
	}
	return q.found(s, &s.follows[0])
}

// next goes past the key behind the field last, -1 where no key was known, and returns which
// field that is of. Behind the last key it goes behind the object.
func (q *fastReader) next(s *shape, last int) int {
	next := &s.follows[last+1]
	if *next >= 0 && q.Past(&s.fields[*next].asNext) {
		return *next
	}
	if !q.Next('}') {
		*next = noMore
		return noMore
	}
	return q.found(s, next)
}

// found reads a key, and keeps in next which field it is of.
func (q *fastReader) found(s *shape, next *int) int {
	i := s.index(q.Key())
	if i >= 0 {
		*next = i
	}
	return i
}

// readList reads a slice.
func readList[T any](q *fastReader, s *shape, read func(q *fastReader, s *shape, v *T)) []T {
	if q.Null() || !q.Open('[') {
		return nil
	}
	if s == nil {
		s = &shape{}
	}
	r, _ := s.room.(*room[T])
	if r == nil {
		r = &room[T]{}
		s.room = r
	}
	r.enter(q.answer)
	from := len(r.all)
	for more := true; more; more = q.Next(']') {
		r.all = slices.Grow(r.all, 1)[:len(r.all)+1] // zero, as nothing was taken out
		read(q, s.each, &r.all[len(r.all)-1])
	}
	return slices.Clip(r.all[from:])
}

// A room is where the elements of all lists of one shape in an answer lie.
type room[T any] struct {
	answer int
	all    []T
}

// enter makes the room for an answer, as large as the one before needed, up to a limit.
func (r *room[T]) enter(answer int) {
	if r.answer != answer {
		r.answer, r.all = answer, make([]T, 0, min(len(r.all), mostRoom))
	}
}

// mostRoom bounds what a long list makes the next one hold for nothing.
const mostRoom = 64

// readStructs reads a slice of structs.
func readStructs[T any](q *fastReader, s *shape, members []member[T]) []T {
	return readList(q, s, func(q *fastReader, s *shape, v *T) { readStruct(q, s, v, members) })
}

// present reads what may be null, which is nil.
func present[T any](q *fastReader, read func(v *T)) *T {
	if q.Null() {
		return nil
	}
	v := new(T)
	read(v)
	return v
}

func (q *fastReader) string() string {
	if n := q.Short(); n >= 0 {
		end := q.At() - 1 // before the closing quote
		return q.text[end-n : end]
	}
	inside, escapes := q.Text()
	if escapes {
		return scan.Unescaped(inside)
	}
	end := max(q.At()-1, len(inside))
	return q.text[end-len(inside) : end]
}

func (q *fastReader) optional() *string {
	return present(q, func(v *string) {
		*v = q.string()
		q.empties = q.empties || *v == ""
	})
}

// raw reads any value as it is written; null, too.
func (q *fastReader) raw() json.RawMessage {
	v := q.Value()
	q.empties = q.empties || spec.EmptyJSON(v)
	return bytes.Clone(v)
}
