package claudecode

import (
	"bytes"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A quick decoder reads the head of a record in one pass, with that of the
// common stream events the rest too.
type quick struct {
	decoder
	keeper  scan.Interner
	refused bool // Quick did not take the record that comes
	// The present record's, here so that no record allocates them.
	glance glance
	pass   pass
}

// Decode implements wire.Decoder.
func (d *quick) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	if !d.refused {
		if dst, ok := d.read(dst, record, wire.MaxDepth); ok {
			return dst, nil
		}
	}
	d.refused = false
	return d.decoder.Decode(dst, record)
}

// DecodeLine decodes a line that nobody checked (see wire.FastDecoder).
func (d *quick) DecodeLine(dst []spec.Event, line []byte, depth int) ([]spec.Event, bool) {
	dst, ok := d.read(dst, bytes.Trim(line, " \t\r"), depth)
	d.refused = !ok
	return dst, ok
}

// Strict is the decoder without the quick way.
func (d *quick) Strict() wire.Decoder { return &d.decoder }

// read decodes a record; false, and nothing has changed, if it is wrong or
// unusual.
func (d *quick) read(dst []spec.Event, record []byte, depth int) ([]spec.Event, bool) {
	g, p := &d.glance, &d.pass
	*g = glance{Cursor: scan.NewCursor(record, depth), keeper: &d.keeper}
	g.frame()
	if !g.End() || g.head.Type == "" {
		return dst, false
	}
	d.record++
	d.violations = d.violations[:0]
	*p = pass{decoder: &d.decoder, head: g.head, text: record, out: dst}
	p.recall()
	if g.streams() {
		p.streamed(&g.stream)
	} else if problem := p.dispatch(); problem != nil {
		d.record--
		return dst, false
	}
	return p.end(len(dst)), true
}

// A glance is the reading of one record in one pass.
type glance struct {
	scan.Cursor
	keeper *scan.Interner
	head   head
	stream streamFrame // of a stream event
	types  int         // members named type
	events int         // members named event, and read
	early  bool        // a stream event's own member came before its type
}

const streamType = "stream_event"

// streams reports whether the record is a stream event, which was read whole.
func (g *glance) streams() bool { return g.head.Type == streamType }

// frame reads the members of a record. Records but stream events are read again.
func (g *glance) frame() {
	for more := g.Open('{'); more; more = g.Next('}') {
		switch string(g.Key()) {
		case "type":
			g.types++
			g.head.Type = g.word()
		case "subtype":
			g.head.Subtype = g.word()
		case "uuid":
			g.head.UUID = g.unique()
		case "parent_tool_use_id":
			g.head.Scope = g.word()
		case "subagent_type":
			g.own(func() { g.stream.Agent = g.word() })
		case "agent_id":
			g.own(func() { g.stream.Task = g.word() })
		case "api_message_id":
			g.own(func() { g.stream.Message = g.word() })
		case "event":
			g.own(g.flow)
		case "abandoned_blocks":
			g.own(g.Fail)
		default:
			g.Value()
		}
	}
	if g.types != 1 || g.streams() && (g.early || g.events != 1) {
		g.Fail()
	}
}

// own reads a member that means something in stream events.
func (g *glance) own(read func()) {
	if g.streams() {
		read()
		return
	}
	g.early = g.early || g.head.Type == ""
	g.Value()
}

// flow reads an event of a message's stream, but for the start of a message.
func (g *glance) flow() {
	g.events++
	f := &g.stream.Event
	deltas, usages := 0, 0
	for more := g.Open('{'); more; more = g.Next('}') {
		switch string(g.Key()) {
		case "type":
			f.Type = g.word()
		case "index":
			f.Index = g.index()
		case "content_block":
			f.Block = bytes.Clone(g.Value())
		case "delta":
			deltas++
			g.delta(&f.Delta)
		case "usage":
			usages++
			f.Usage = g.usage()
		case "message":
			g.Fail()
		default:
			g.Value()
		}
	}
	if deltas > 1 || usages > 1 || f.Type == "" {
		g.Fail()
	}
}

func (g *glance) delta(d *delta) {
	for more := g.Open('{'); more; more = g.Next('}') {
		switch string(g.Key()) {
		case "type":
			d.Type = g.word()
		case "text":
			d.Text = g.text()
		case "thinking":
			d.Thinking = g.text()
		case "signature":
			d.Signature = g.text()
		case "partial_json":
			d.JSON = g.text()
		case "stop_reason":
			d.StopReason = g.word()
		default:
			g.Value()
		}
	}
}

func (g *glance) usage() *usage {
	u := &usage{}
	for more := g.Open('{'); more; more = g.Next('}') {
		switch string(g.Key()) {
		case "input_tokens":
			u.Input = g.number()
		case "cache_creation_input_tokens":
			u.Write = g.number()
		case "cache_read_input_tokens":
			u.Read = g.number()
		case "output_tokens":
			u.Output = g.number()
		default:
			g.Value()
		}
	}
	return u
}

// word is a string that comes again, text one that is new, unique an id that is
// kept. Null is the empty one.
func (g *glance) word() string { return g.keeper.Word(g.Text()) }

func (g *glance) text() string { return g.keeper.Text(g.Text()) }

func (g *glance) unique() string {
	inside, escapes := g.Text()
	if escapes {
		g.Fail()
	}
	return string(inside)
}

func (g *glance) index() *int {
	n, ok := g.whole()
	if !ok {
		return nil
	}
	i := int(n)
	return &i
}

func (g *glance) number() *int64 {
	n, ok := g.whole()
	if !ok {
		return nil
	}
	return &n
}

// whole is a number of a few digits; false for null.
func (g *glance) whole() (n int64, ok bool) {
	text := g.Value()
	if len(text) > 9 || len(text) == 0 {
		g.Fail()
		return 0, false
	}
	if text[0] == 'n' {
		return 0, false
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || text[0] == '-' {
		g.Fail()
	}
	return n, true
}
