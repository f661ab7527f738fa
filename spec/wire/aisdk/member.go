package aisdk

import (
	"github.com/quock-dev/quock/spec/wire/scan"
)

// need is the text of a member that a record must have.
func (p *pass) need(key string) string { return p.Must(key, p.chunk.Get(key)) }

// may is the text of a member that a record may have; null is none.
func (p *pass) may(key string) string { return p.TextOf(key, p.chunk.Get(key)) }

// flag is a member that is true or, if it is missing, false.
func (p *pass) flag(key string) bool { return p.Flag(key, p.chunk.Get(key)) }

// bad reports that the record is a problem, so that nothing may come of it.
func (p *pass) bad() bool { return p.Wrong != "" }

// whole is a JSON value as arguments; absent and null are none.
func whole(v scan.Value) (args string, value bool) {
	if v.None() {
		return "", false
	}
	return v.Compact(), true
}
