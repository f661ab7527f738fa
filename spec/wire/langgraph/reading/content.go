package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A piece is one block of a message's content.
type piece struct {
	kind pieceKind
	text string
	mind string // what a block of reasoning says
	slot string // the block's index, where it has one
	call string // the id of a call that the block repeats
}

type pieceKind uint8

const (
	pieceOther pieceKind = iota // kinds to come
	pieceText
	pieceCall // repeats what tool_call_chunks or tool_calls say
	pieceMedia
	pieceThought
)

// pieceKinds are the block types of the providers and of the library's own
// format.
var pieceKinds = map[string]pieceKind{
	"text": pieceText, "text_delta": pieceText, "output_text": pieceText, "text-plain": pieceMedia,
	"tool_use": pieceCall, "input_json_delta": pieceCall, "tool_call": pieceCall,
	"tool_call_chunk": pieceCall, "invalid_tool_call": pieceCall, "function_call": pieceCall,
	"reasoning": pieceThought, "thinking": pieceThought,
	"image": pieceMedia, "image_url": pieceMedia, "audio": pieceMedia, "input_audio": pieceMedia,
	"video": pieceMedia, "file": pieceMedia, "document": pieceMedia,
}

// pieces lists the content: a string is one text, a list its blocks. Empty
// texts are left out.
func pieces(content scan.Value) []piece {
	if content.Kind() == '"' {
		if s := wire.Text(content); s != "" {
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
		return piece{kind: pieceText, text: wire.Text(block)}
	}
	var p piece
	for key, v := range block.Members() {
		switch key {
		case "type":
			kind, _ := v.Text()
			p.kind = pieceKinds[kind]
		case "text":
			p.text = wire.Text(v)
		case "reasoning", "thinking":
			p.mind = wire.Text(v)
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

// A nesting follows the brackets of a JSON text that comes in fragments, so that
// its end is seen without reading it again.
type nesting struct {
	depth             int
	begun, broken     bool // an object or array began; something else is there
	inString, escaped bool
}

// feed reads a fragment and reports whether the outermost object or array is
// closed behind it. It does not check what is between.
func (n *nesting) feed(fragment string) bool {
	for i := range len(fragment) {
		n.next(fragment[i])
	}
	return n.begun && n.depth == 0 && !n.broken
}

func (n *nesting) next(b byte) {
	switch {
	case n.escaped:
		n.escaped = false
	case n.inString:
		n.inString, n.escaped = b != '"', b == '\\'
	case b == '{' || b == '[':
		n.broken = n.broken || n.begun && n.depth == 0
		n.begun = true
		n.depth++
	case b == ' ' || b == '\n' || b == '\r' || b == '\t':
	case n.depth == 0:
		n.broken = true
	case b == '}' || b == ']':
		n.depth--
	default:
		n.inString = b == '"'
	}
}
