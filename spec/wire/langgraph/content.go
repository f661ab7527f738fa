package langgraph

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A piece is one block of a message's content.
type piece struct {
	kind pieceKind
	text string
	slot string // the block's index, where it has one
	call string // the id of a call that the block repeats
}

type pieceKind uint8

const (
	pieceOther pieceKind = iota // reasoning and kinds to come
	pieceText
	pieceCall // repeats what tool_call_chunks or tool_calls say
	pieceMedia
)

// pieceKinds are the block types of the providers and of the library's own
// format.
var pieceKinds = map[string]pieceKind{
	"text": pieceText, "text_delta": pieceText, "output_text": pieceText, "text-plain": pieceMedia,
	"tool_use": pieceCall, "input_json_delta": pieceCall, "tool_call": pieceCall,
	"tool_call_chunk": pieceCall, "invalid_tool_call": pieceCall, "function_call": pieceCall,
	"image": pieceMedia, "image_url": pieceMedia, "audio": pieceMedia, "input_audio": pieceMedia,
	"video": pieceMedia, "file": pieceMedia, "document": pieceMedia,
}

// pieces lists the content: a string is one text, a list its blocks. Empty
// texts are left out.
func pieces(content scan.Value) []piece {
	if content.Kind() == '"' {
		if s := text(content); s != "" {
			return []piece{{kind: pieceText, text: s}}
		}
		return nil
	}
	var all []piece
	for block := range content.Elements() {
		if p := parsePiece(block); p.kind != pieceText || p.text != "" {
			all = append(all, p)
		}
	}
	return all
}

func parsePiece(block scan.Value) piece {
	if block.Kind() == '"' {
		return piece{kind: pieceText, text: text(block)}
	}
	var p piece
	for key, v := range block.Members() {
		switch key {
		case "type":
			kind, _ := v.Text()
			p.kind = pieceKinds[kind]
		case "text":
			p.text = text(v)
		case "index":
			p.slot = slot(v)
		case "id":
			p.call = word(v)
		}
	}
	return p
}

// joined is all text of a content.
func joined(content scan.Value) string {
	var all strings.Builder
	for _, p := range pieces(content) {
		if p.kind == pieceText {
			all.WriteString(p.text)
		}
	}
	return all.String()
}
