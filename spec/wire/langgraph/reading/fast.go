package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A StreamDecoder reads records of the usual shape in one pass, and in that the message
// that one holds; the Scanner reads the others.
type StreamDecoder struct {
	*decoder
	interner scan.Interner
	paths    scan.Recent[namespace]   // namespaces
	places   scan.Recent[whereabouts] // metadata of messages
}

// Decode appends the events of one record.
func (d *StreamDecoder) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	if dst, ok := d.glimpse(dst, record, wire.MaxDepth); ok {
		return dst, nil
	}
	return d.decoder.Decode(dst, record)
}

// DecodeLine decodes a line that nobody checked (see wire.FastDecoder).
func (d *StreamDecoder) DecodeLine(dst []spec.Event, line []byte, depth int) ([]spec.Event, bool) {
	if dst, ok := d.glimpse(dst, line, depth); ok {
		return dst, true
	}
	return d.decoder.DecodeLine(dst, line, depth)
}

// glimpse decodes a line of the usual shape. A stream is in one shape, as a rule.
func (d *StreamDecoder) glimpse(dst []spec.Event, line []byte, depth int) ([]spec.Event, bool) {
	if d.framed {
		return dst, false
	}
	g := fastFrame{Cursor: scan.NewCursor(line, depth), decoder: d}
	if !g.frame() {
		return dst, false
	}
	d.Number++
	out := d.serve(dst, &g.read, func() { d.glanced(&g) })
	for i := len(dst); i < len(out); i++ {
		out[i].Record = d.Number
	}
	return out, true
}

// A fastFrame is the reading of one line in one pass: {ns, mode, payload} with any
// other members, and in the mode messages the message as well.
type fastFrame struct {
	scan.Cursor
	decoder *StreamDecoder
	read    frame
	message message
	place   whereabouts
	spoken  bool // message and whereabouts were read
}

// glanced serves what was read.
func (d *StreamDecoder) glanced(g *fastFrame) {
	if g.spoken {
		d.heard(&g.read, &g.message, g.place)
		return
	}
	d.frame(&g.read)
}

// modes are those of which the decoder needs no more than the payload.
var modes = map[string]bool{
	"values": true, "updates": true, "custom": true, "tools": true, "tasks": true, "metadata": true,
	"checkpoints": true, "debug": true, "events": true, "feedback": true, "heartbeat": true,
}

// frame reads the line; false where the line is of another shape.
func (g *fastFrame) frame() bool {
	var ns, mode, payload int
	for more := g.Open('{'); more; more = g.Next('}') {
		switch string(g.Key()) {
		case "ns":
			ns++
			path := g.decoder.paths.Read(&g.Cursor, readNamespace)
			g.read.path, g.read.scoped = path.segments, path.given
			if path.wrong {
				g.Fail()
			}
		case "mode":
			mode++
			g.read.mode = g.word()
		case "payload":
			payload++
			g.payload()
		case "event", "data", "id", "method":
			g.Fail()
		default:
			g.Value()
		}
	}
	return g.End() && ns <= 1 && mode == 1 && payload == 1 && (g.spoken || modes[g.read.mode])
}

// payload reads it by the mode, if that came before.
func (g *fastFrame) payload() {
	if g.read.mode != "messages" && g.read.mode != "messages-tuple" || g.Kind() != '[' {
		g.read.payload = scan.Value(g.Value())
		return
	}
	n := 0
	for more := g.Open('['); more; more = g.Next(']') {
		switch n++; n {
		case 1:
			g.readMessage()
		case 2:
			g.place = g.decoder.places.Read(&g.Cursor, readPlace)
		default:
			g.Value()
		}
	}
	if g.spoken = n > 0; g.message.role == roleUnknown {
		g.Fail()
	}
}

// readMessage is what parseMessage does.
func (g *fastFrame) readMessage() {
	m := &g.message
	m.role = roleUnknown
	kind := ""
	for more := g.Open('{'); more; more = g.Next('}') {
		switch key := g.Key(); string(key) {
		case "kwargs":
			g.Fail()
		case "id":
			m.id = g.word()
		case "type":
			kind = g.word()
		case "role":
			if role := g.word(); kind == "" {
				kind = role
			}
		default:
			m.member(string(key), g.value())
		}
	}
	m.is(kind)
}

// word is a string that comes again, "" for any other value.
func (g *fastFrame) word() string {
	if g.Kind() != '"' {
		g.Value()
		return ""
	}
	return g.decoder.interner.Word(g.Text())
}

// value is any value. Its text shares memory with others, and is not kept.
func (g *fastFrame) value() scan.Value {
	switch text := g.Value(); string(text) {
	case "[]":
		return "[]"
	case "{}":
		return "{}"
	default:
		return scan.Value(g.decoder.interner.Text(text, false))
	}
}

// New returns a decoder that takes undecidable records to be the variant's.
func New(variant string) *StreamDecoder {
	d := &StreamDecoder{decoder: newDecoder(IsPython(variant))}
	d.thread.pieces = variant == V3Pieces
	return d
}
