package scan

// Recent remembers what the last few long values that a Cursor came by were
// read as, where the same ones come again and again: metadata that each fragment
// of a message repeats. The zero value is ready.
type Recent[T any] struct {
	entries []remembered[T]
	last    int // the entry that was right, or filled, last
}

type remembered[T any] struct {
	text  string
	depth int // the levels that might be opened where it was checked
	read  T
}

// A Recent holds so many values, of at most so many bytes each.
const (
	recentValues = 8
	recentLength = 4 << 10
)

// Read gives what the object or array that is next in the text was read as, and
// goes behind it. Where it is new, it is checked and read by the function given.
func (r *Recent[T]) Read(c *Cursor, read func(Value) T) (got T) {
	if entry := r.find(c); entry != nil {
		c.at += len(entry.text)
		return entry.read
	}
	depth, container := c.depth, c.peek() == '{' || c.peek() == '['
	value := Value(c.Value())
	if c.failed {
		return got
	}
	got = read(value)
	if container && len(value) <= recentLength {
		r.put(remembered[T]{string(value), depth, got})
	}
	return got
}

// find looks where it was last, first. An object or array that a text goes on
// with is all of the value, since its own end closes it.
func (r *Recent[T]) find(c *Cursor) *remembered[T] {
	if c.failed {
		return nil
	}
	for i := range r.entries {
		entry := &r.entries[(r.last+i)%len(r.entries)]
		end := c.at + len(entry.text)
		if end <= len(c.text) && c.depth >= entry.depth && string(c.text[c.at:end]) == entry.text {
			r.last = (r.last + i) % len(r.entries)
			return entry
		}
	}
	return nil
}

func (r *Recent[T]) put(entry remembered[T]) {
	if len(r.entries) < recentValues {
		r.entries = append(r.entries, entry)
		r.last = len(r.entries) - 1
		return
	}
	r.last = (r.last + recentValues - 1) % recentValues
	r.entries[r.last] = entry
}
