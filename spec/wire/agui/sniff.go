package agui

import (
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff counts the events of a known type.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "AG-UI events", func(record []byte) int {
		var e event
		if v, err := scan.Parse(record, wire.MaxDepth); err != nil || !e.read(v) {
			return wire.Foreign
		}
		return e.score()
	})
}

// score is how much an event looks like one of this dialect: its types are its
// own, and each names what it is about.
func (e *event) score() int {
	switch {
	case handlers[e.kind] == nil:
		return 0
	case e.runID.Kind() == '"' && e.threadID.Kind() == '"':
		return 100
	case e.message.Kind() == '"' || e.call.Kind() == '"' || e.agentID.Kind() == '"':
		return 95
	}
	return 80
}

// SniffVariant implements wire.VariantSniffer: a server-sent event's record holds
// the event as its data.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		v, err := scan.Parse(record, wire.MaxDepth)
		if err == nil && v.Get("type").Kind() == '"' {
			return Lines, "events stand alone"
		}
	}
	return SSE, "events are the data of server-sent events"
}
