package openai

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff counts the records that are events or requests.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "events of OpenAI's protocols", func(record []byte) int {
		likely, _, _ := look(record)
		return likely
	})
}

// SniffVariant implements wire.VariantSniffer: by the first record that has one.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		switch _, protocol, framed := look(record); {
		case protocol == sdkProtocol:
			return Agents, "events of a run"
		case protocol == chatProtocol && framed:
			return ChatSSE, "events whose data is a chunk"
		case protocol == chatProtocol:
			return Chat, "chunks, or requests of messages"
		case protocol == responsesProtocol && framed:
			return ResponsesSSE, "events whose data is one of the Responses API's"
		case protocol == responsesProtocol:
			return Responses, "bare events"
		}
	}
	return "", ""
}

// look is how likely a record is one of this dialect, of which protocol, and
// whether it is framed as a server-sent event.
func look(record []byte) (likely int, of protocol, framed bool) {
	var e scan.Envelope
	if err := e.Read(record, wire.MaxDepth, "data", "event", "request"); err != nil {
		return wire.Foreign, anyProtocol, false
	}
	var p pass
	p.take(e.Object)
	switch {
	case p.kind != "" || p.choices != "":
	case p.conn != "" && (p.request != "" || p.event != "" || p.closed != ""):
		likely = wire.Shared
		p.take(e.Inner("event"))
		p.take(e.Inner("request"))
	case p.data != "":
		framed = true
		if textOf(p.data) == done {
			likely = wire.Shared
		}
		p.take(e.Inner("data"))
	}
	of = p.protocol()
	switch {
	case of != anyProtocol && !strings.HasPrefix(p.kind, "__"):
		likely = wire.Certain
	case p.kind == "error" || p.kind == "keepalive" || p.kind == "ping":
		likely = max(likely, wire.Shared)
	}
	return likely, of, framed
}
