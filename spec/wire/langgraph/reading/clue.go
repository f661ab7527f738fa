package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A Clue is what one record says of its dialect: how likely (0 to 100), and in
// which shape.
type Clue struct {
	Score  int
	SSE    bool
	Python bool
	V3     bool
}

// Sniff reads one record as the decoder would, up to its payload.
func Sniff(record []byte) Clue {
	var room scan.Envelope
	if room.Read(record, wire.MaxDepth, "params", "data") != nil {
		return Clue{}
	}
	f, why := parseFrame(&room)
	if e, ok := f.protocol(&room, new(scan.Object)); ok && why == "" {
		return e.clue(f.payload != "")
	}
	if why != "" || f.mode == "?" {
		return Clue{}
	}
	c := Clue{SSE: room.Text.Kind() == '{' && room.Get("mode") == ""}
	c.Score = f.likely()
	c.Python = strings.Contains(string(f.payload), `"AIMessageChunk"`)
	return c
}

// clue is what a record of protocol v3 says. Only Python's messages have the
// namespace of the root.
func (e *protocolEvent) clue(sse bool) Clue {
	c := Clue{Score: 100, SSE: sse, V3: true}
	if e.method == "" {
		c.Score = 60
	}
	c.Python = e.method == "messages" && (len(e.path) == 0 || e.data.Kind() == '[')
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
