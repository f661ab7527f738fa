package aisdk

import (
	"github.com/quock-dev/quock/spec/wire/scan"
)

// need is the text of a member that a record must have.
func (p *pass) need(key string) string {
	text, ok := p.chunk.Get(key).Text()
	if !ok {
		p.fail(key)
	}
	return text
}

// may is the text of a member that a record may have; null is none.
func (p *pass) may(key string) string {
	v := p.chunk.Get(key)
	text, ok := v.Text()
	if !ok && !v.None() {
		p.fail(key)
	}
	return text
}

// flag is a member that is true or, if it is missing, false.
func (p *pass) flag(key string) bool {
	v := p.chunk.Get(key)
	value, ok := v.Bool()
	if !ok && !v.None() {
		p.fail(key)
	}
	return value
}

func (p *pass) fail(key string) {
	if p.wrong == "" {
		p.wrong = key + " is missing or has the wrong type"
	}
}

// bad reports that the record is a problem, so that nothing may come of it.
func (p *pass) bad() bool { return p.wrong != "" }

// whole is a JSON value as arguments; absent and null are none.
func whole(v scan.Value) (args string, value bool) {
	if v.None() {
		return "", false
	}
	return v.Compact(), true
}
