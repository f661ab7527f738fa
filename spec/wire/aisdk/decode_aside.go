package aisdk

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// aside reads a chunk that a transcript has no place for; false if the type is
// unknown.
func (p *pass) aside(kind string) bool {
	switch kind {
	case "file", "reasoning-file":
		p.need("mediaType")
		p.note(spec.NoteMedia, p.need("url"))
	case "source-url":
		p.need("sourceId")
		p.note(spec.NoteCustom, p.need("url"))
	case "source-document":
		p.need("sourceId")
		p.need("mediaType")
		p.note(spec.NoteCustom, p.need("title"))
	case "custom":
		p.note(spec.NoteCustom, p.need("kind"))
	case "message-metadata", "steering-message":
		p.note(spec.NoteCustom, "")
	default:
		if !strings.HasPrefix(kind, "data-") {
			return false
		}
		text, _ := p.chunk.Get("data").Text()
		p.note(spec.NoteCustom, text)
	}
	return true
}

// quote is text as a JSON string.
func quote(text string) json.RawMessage { return scan.AppendText(nil, text) }
