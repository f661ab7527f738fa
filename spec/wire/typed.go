package wire

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A Typed reads values that have to be of one type, for a decoder that embeds it: null is
// as good as absent, and the first value that is of another type makes the record a
// Problem.
type Typed struct {
	// Wrong says what is wrong with the record, "" where nothing is.
	Wrong string
}

// Refuse says what is wrong, unless something was before.
func (t *Typed) Refuse(detail string) {
	if t.Wrong == "" {
		t.Wrong = detail
	}
}

// Mismatch is Refuse for the value under a key.
func (t *Typed) Mismatch(key string) {
	if t.Wrong == "" {
		t.Wrong = key + " is missing or has the wrong type"
	}
}

// Problem is the record's, nil where nothing is wrong.
func (t *Typed) Problem() *Problem {
	if t.Wrong == "" {
		return nil
	}
	return &Problem{Reason: Malformed, Detail: t.Wrong}
}

// Must is a text that has to be there.
func (t *Typed) Must(key string, v scan.Value) string {
	text, ok := v.Text()
	if !ok {
		t.Mismatch(key)
	}
	return text
}

// May is a text that may be absent.
func (t *Typed) May(key string, v scan.Value) (text string, there bool) {
	text, there = v.Text()
	if !there && !v.None() {
		t.Mismatch(key)
	}
	return text, there
}

// TextOf is May for those whom absent is "".
func (t *Typed) TextOf(key string, v scan.Value) string {
	text, _ := t.May(key, v)
	return text
}

// Flag is true, or false, or absent.
func (t *Typed) Flag(key string, v scan.Value) bool {
	value, ok := v.Bool()
	if !ok && !v.None() {
		t.Mismatch(key)
	}
	return value
}

// Int is an integer, 0 where it is absent.
func (t *Typed) Int(key string, v scan.Value) int64 {
	n, ok := v.Int()
	if !ok && !v.None() {
		t.Mismatch(key)
	}
	return n
}

// List is an array that may be absent.
func (t *Typed) List(key string, v scan.Value) scan.Value {
	if v.Kind() != '[' && !v.None() {
		t.Mismatch(key)
	}
	return v
}

// Usage is the usage of two figures under one key, nil where both are absent.
func (t *Typed) Usage(key string, in, out scan.Value) *spec.Usage {
	if in.None() && out.None() {
		return nil
	}
	return &spec.Usage{Input: t.Int(key, in), Output: t.Int(key, out)}
}
