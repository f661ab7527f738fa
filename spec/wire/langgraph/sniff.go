package langgraph

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A clue is what one record says of its dialect: how likely (0 to 100), and in
// which shape.
type clue struct {
	score  int
	sse    bool
	python bool
	v3     bool
}

// Sniff counts the records in a mode of LangGraph.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "in a mode of LangGraph", func(record []byte) int { return sniff(record).score })
}

// SniffVariant tells by the framing, and by the type that only Python gives to
// fragments.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	var all clue
	for _, record := range records {
		c := sniff(record)
		all.sse, all.python, all.v3 = all.sse || c.sse, all.python || c.python, all.v3 || c.v3
	}
	switch {
	case all.v3 && !all.sse:
		return v3Lines, "events of protocol v3, one a line"
	case all.v3 && all.python:
		return v3Python, "events of protocol v3, whose messages have the root's namespace"
	case all.v3:
		return v3, "events of protocol v3"
	case all.python && all.sse:
		return pythonSSE, "events with messages of type AIMessageChunk"
	case all.python:
		return python, "tuples with messages of type AIMessageChunk"
	case all.sse:
		return jsSSE, "events, and no message of type AIMessageChunk"
	}
	return js, "tuples, and no message of type AIMessageChunk"
}

// sniff reads one record as the decoder would, up to its payload.
func sniff(record []byte) clue {
	var room scan.Envelope
	if room.Read(record, wire.MaxDepth, "params", "data") != nil {
		return clue{}
	}
	f, why := parseFrame(&room)
	if e, ok := f.protocol(&room, new(scan.Object)); ok && why == "" {
		return e.clue(f.payload != "")
	}
	if why != "" || f.mode == "?" {
		return clue{}
	}
	c := clue{sse: room.Text.Kind() == '{' && room.Get("mode") == ""}
	c.score = f.likely()
	c.python = strings.Contains(string(f.payload), `"AIMessageChunk"`)
	return c
}

// clue is what a record of protocol v3 says. Only Python's messages have the
// namespace of the root.
func (e *protocolEvent) clue(sse bool) clue {
	c := clue{score: 100, sse: sse, v3: true}
	if e.method == "" {
		c.score = 60
	}
	c.python = e.method == "messages" && (len(e.path) == 0 || e.data.Kind() == '[')
	return c
}

// likely says how sure a mode and its payload are.
func (f *frame) likely() int {
	switch f.mode {
	case "messages", "messages-tuple":
		for v := range f.payload.Elements() {
			if v.Get("type") != "" || v.Get("lc") != "" || v.Get("role") != "" {
				return 100
			}
		}
	case "values", "updates", "tools", "tasks", "checkpoints", "messages/metadata":
		if f.payload.Kind() == '{' {
			return 90
		}
	case "messages/partial", "messages/complete":
		return 90
	case "custom", "debug", "__error__", "metadata", "error", "end", "events", "feedback", "heartbeat", "ping":
		return 60
	}
	return f.shapely()
}

// shapely is how sure a record of an unknown mode is, which has the shape of one
// all the same.
func (f *frame) shapely() int {
	if f.raw.Kind() == '[' || f.scoped && f.raw.Get("mode") != scan.Value("") {
		return 50
	}
	return 0
}
