package model

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// What a decoder gives may share memory with a whole record, or a block of
// records. These functions copy what a State keeps for good, once, where it is
// new: the model of a long stream keeps what it says and not its bytes.

// owned is a copy of a text that is kept. Slots are of one byte mostly.
func owned(text string) string {
	if len(text) == 1 && text[0] < 0x80 {
		return ascii[text[0] : text[0]+1]
	}
	return strings.Clone(text)
}

var ascii = func() string {
	var all [0x80]byte
	for i := range all {
		all[i] = byte(i)
	}
	return string(all[:])
}()

// kept is the text that takes the place of have.
func kept(have, text string) string {
	if text == have {
		return have
	}
	return owned(text)
}

func keptRef(r spec.Ref) spec.Ref { return spec.Ref{ID: owned(r.ID), OK: r.OK} }

// shared is a key that is like a text which is kept, as that text.
func shared(key, like string) string {
	if key == like {
		return like
	}
	return owned(key)
}
