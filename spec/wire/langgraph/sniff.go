package langgraph

import (
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
)

// Sniff counts the records in a mode of LangGraph.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "in a mode of LangGraph", func(record []byte) int { return reading.Sniff(record).Score })
}

// SniffVariant tells by the framing, and by the type that only Python gives to
// fragments.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	var all reading.Clue
	for _, record := range records {
		c := reading.Sniff(record)
		all.SSE, all.Python, all.V3 = all.SSE || c.SSE, all.Python || c.Python, all.V3 || c.V3
	}
	switch {
	case all.V3 && !all.SSE:
		return reading.V3Lines, "events of protocol v3, one a line"
	case all.V3 && all.Python:
		return reading.V3Python, "events of protocol v3, whose messages have the root's namespace"
	case all.V3:
		return reading.V3, "events of protocol v3"
	case all.Python && all.SSE:
		return reading.PythonSSE, "events with messages of type AIMessageChunk"
	case all.Python:
		return reading.Python, "tuples with messages of type AIMessageChunk"
	case all.SSE:
		return reading.JSSSE, "events, and no message of type AIMessageChunk"
	}
	return reading.JS, "tuples, and no message of type AIMessageChunk"
}
