package openai

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff counts the records that are events or requests.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "events of the Responses API", func(record []byte) int {
		likely, _ := look(record)
		return likely
	})
}

// SniffVariant implements wire.VariantSniffer: by the first record that has one.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		if likely, framed := look(record); likely > wire.Foreign && framed {
			return ResponsesSSE, "events whose data is one of the Responses API's"
		} else if likely > wire.Foreign {
			return Responses, "bare events"
		}
	}
	return "", ""
}

// look is how likely a record is one of this dialect, and whether it is framed as
// a server-sent event.
func look(record []byte) (likely int, framed bool) {
	v, err := scan.Parse(record, wire.MaxDepth)
	if err != nil {
		return wire.Foreign, false
	}
	p := pass{raw: v}
	p.take(v)
	switch {
	case p.kind != "":
	case p.conn != "" && (p.request != "" || p.event != "" || p.closed != ""):
		likely = wire.Shared
		p.take(p.event)
	case p.data != "":
		framed = true
		p.take(p.data)
		if textOf(p.data) == done {
			likely = wire.Shared
		}
	}
	switch {
	case strings.HasPrefix(p.kind, "response."):
		likely = wire.Certain
	case p.kind == "error" || p.kind == "keepalive" || p.kind == "ping":
		likely = max(likely, wire.Shared)
	}
	return likely, framed
}
