package scan

import "slices"

// An Envelope is a JSON text with the members of its object, and those of one of these.
// One that is read again uses the same memory; what it gave before stays.
type Envelope struct {
	Object       // the members; none unless the text is an object
	Text   Value // the text without white space around it, a copy

	copies Interner // of texts
	inner  Object   // of the member that was opened
	open   string   // the key of that, "" for none
}

// Read is what Parse is, and reads the members in the same pass. A member whose key
// opens names is opened as it is passed, if it is an object; Inner gives the last one.
// After an error the Envelope is of no use.
func (e *Envelope) Read(text []byte, depth int, opens ...string) *Error {
	if e.Fast(text, depth, opens...) {
		return nil
	}
	return e.Slow(text, depth)
}

// Fast is Read for an object that is right and usual; false, and the Envelope is of no
// use, for any other text.
func (e *Envelope) Fast(text []byte, depth int, opens ...string) bool {
	c := NewCursor(text, depth)
	if c.peek() != '{' {
		return false
	}
	from := c.at
	all := Value(e.copies.Text(text, false))
	e.Object, e.open = e.Object.empty(), ""
	for more := c.Open('{'); more; more = c.Next('}') {
		key, value := c.member(all)
		if slices.Contains(opens, key) {
			e.enter(&c, all, key)
		} else {
			c.skip()
		}
		e.Object = append(e.Object, member{key, all[value:c.at]})
	}
	e.Text = all[from:c.at]
	return c.End()
}

// enter reads the value of a member that is to be opened, from all, the copy of the
// text.
func (e *Envelope) enter(c *Cursor, all Value, key string) {
	if c.peek() != '{' {
		if e.open == key {
			e.open = ""
		}
		c.skip()
		return
	}
	e.inner, e.open = e.inner.empty(), key
	for more := c.Open('{'); more; more = c.Next('}') {
		key, value := c.member(all)
		c.skip()
		e.inner = append(e.inner, member{key, all[value:c.at]})
	}
}

// member goes from a key, which it gives of all, the copy of the text, to where the
// value begins.
func (c *Cursor) member(all Value) (key string, value int) {
	from := c.at + 1
	to := from + len(c.Key())
	if c.failed {
		return "", c.at
	}
	return string(all[from:to]), c.at
}

// Slow is Read for any text, in one pass for each thing that it does: it is what Fast
// is held to.
func (e *Envelope) Slow(text []byte, depth int) (err *Error) {
	if e.Text, err = Parse(text, depth); err == nil {
		e.Object.Read(e.Text)
		e.open = ""
	}
	return err
}

// Inner are the members of the member of that key; none unless that is an object. They
// are valid until Inner is asked for another key, or the Envelope is read again.
func (e *Envelope) Inner(key string) Object {
	if e.open != key {
		e.open = key
		e.inner.Read(e.Get(key))
	}
	return e.inner
}
