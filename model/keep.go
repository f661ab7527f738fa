package model

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A decoder's events may share memory with a whole record, or a block of
// records. These functions copy what a State keeps, once, when it is new. So
// the model of a long stream keeps its content and not its bytes.

// owned returns a copy of a text to keep. Most slots have one byte.
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

// kept returns text to be stored in place of have. It copies it unless both are
// equal.
func kept(have, text string) string {
	if text == have {
		return have
	}
	return owned(text)
}

func keptRef(r spec.Ref) spec.Ref { return spec.Ref{ID: owned(r.ID), OK: r.OK} }

// shared returns like if key equals it, so that both share memory, else a copy
// of key.
func shared(key, like string) string {
	if key == like {
		return like
	}
	return owned(key)
}

// texts copies short texts to keep, many into one piece of memory.
type texts struct{ piece strings.Builder }

func (t *texts) owned(text string) string {
	const size = 1024
	if len(text) > size/8 {
		return strings.Clone(text)
	}
	if t.piece.Cap()-t.piece.Len() < len(text) {
		t.piece = strings.Builder{}
		t.piece.Grow(size)
	}
	at := t.piece.Len()
	t.piece.WriteString(text)
	return t.piece.String()[at:]
}
