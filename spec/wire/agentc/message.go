package agentc

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// userMessage is a user's turn added to a session. The author is the inner
// message's, whatever the frame's role says.
func (d *decoder) userMessage(f *frame) spec.Event {
	e := d.in(f, spec.MessageFull)
	if f.message.Kind() != '{' {
		f.Mismatch("message")
	}
	e.Messages = []spec.Snapshot{{Role: "user", Parts: f.userParts(f.message.Get("content"))}}
	e.Complete = true
	return e
}

// userParts are the texts of a string or block list, each block's with its
// position. Images and documents are no part of a transcript.
func (f *frame) userParts(content scan.Value) []spec.SnapshotPart {
	if content.Kind() != '[' {
		text := f.TextOf("content", content)
		if text == "" {
			return nil
		}
		return []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}
	}
	var parts []spec.SnapshotPart
	for i, block := range f.elements("content", content) {
		if text := f.TextOf("text", block.Get("text")); text != "" {
			parts = append(parts, spec.SnapshotPart{Kind: spec.TextPart, Slot: strconv.Itoa(i), Text: text})
		}
	}
	return parts
}
