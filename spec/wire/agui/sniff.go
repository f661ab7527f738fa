package agui

import (
	"fmt"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff scores the best event, less where most of the records are none.
func (codec) Sniff(records [][]byte) (score int, why string) {
	events := 0
	for _, record := range records {
		var e event
		if v, err := scan.Parse(record, wire.MaxDepth); err != nil || !e.read(v) {
			continue
		}
		if s := e.score(); s > 0 {
			events++
			score = max(score, s)
		}
	}
	if 2*events < len(records) {
		score /= 2
	}
	return score, fmt.Sprintf("%d of %d records are AG-UI events", events, len(records))
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
