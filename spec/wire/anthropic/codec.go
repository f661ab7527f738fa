package anthropic

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

const name = "anthropic"

// The variants.
const (
	SSE   = "sse"   // server-sent events
	Lines = "lines" // one event a line
)

type codec struct{}

// New returns the codec.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return []string{SSE, Lines} }

func (codec) Framing(variant string) wire.Framing {
	if variant == Lines {
		return wire.Lines
	}
	return wire.SSE
}

func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

func (codec) NewEncoder(variant string) wire.Encoder { return newEncoder(variant) }

// Features is the profile as data.
func (codec) Features(variant string) spec.Features {
	if variant == "" {
		variant = SSE
	}
	return spec.Features{
		Dialect: name + ":" + variant, MessageTurns: true, StopsAlways: true, StopWords: []string{"end_turn", "tool_use", "max_tokens"},
		Owner: spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, Thoughts: true, TextSlots: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnStops: true, Terminal: true,
		Preparing: true, ArgsDeltas: true, Slots: true, ArgsMarker: true, ArgsText: true, ErrorResults: true,
		NamelessRoot: true, Children: spec.ChildrenNone, Serves: true, Asides: true, Waits: true,
		MessageUsage: true, StopReasons: true, Metadata: true, Errors: true, Duties: duties,
		Forms: forms, Notes: []spec.Note{spec.NoteHeartbeat, spec.NoteUnknown},
		// The end of a message ends its turn, and its start begins one; a fragment names
		// its block by the index alone; only results of the server's tools are here.
		NotRepresentable: []string{
			"turn-start-lost", "turn-end-late", "message-end-lost", "open-together", "one-message", "equal-message",
			"drifting-slot", "slotless", "ambiguous", "never-answered", "result-twice", "late-result", "out-of-order",
			"result-between-frames", "result-across-messages", "late-arguments", "progress-after", "selected-again",
			"asked", "refused", "reused-id", "clashing-id", "orphan-result", "own-content", "error-not-fatal", "no-session",
		},
	}
}

// Sniff looks for the events that only this stream has. A ping or an error is anybody's.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "events of a Messages stream", likely)
}

func likely(record []byte) int {
	v, problem := wire.Parse(record, 1)
	if problem != nil {
		return wire.Foreign
	}
	event := eventOf(v)
	kind, _ := event.Get("type").Text()
	switch kind {
	case "message_start":
		if event.Get("message").Kind() == '{' {
			return wire.Certain
		}
	case "content_block_start":
		if event.Get("content_block").Kind() == '{' {
			return wire.Certain
		}
	case "content_block_delta", "message_delta":
		if event.Get("delta").Kind() == '{' {
			return wire.Certain
		}
	case "content_block_stop":
		if event.Get("index").Kind() == '0' {
			return wire.Certain
		}
	case "message_stop", "ping", "error":
		return wire.Shared
	}
	return wire.Foreign
}

// SniffVariant implements wire.VariantSniffer.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		if v, problem := wire.Parse(record, 1); problem == nil && v.Get("type") != "" {
			return Lines, "events stand alone"
		}
	}
	return SSE, "events are the data of server-sent events"
}

// eventOf is the event that a record is, or that it frames.
func eventOf(v scan.Value) scan.Value {
	if data := v.Get("data"); data.Kind() == '{' && v.Get("type") == "" {
		return data
	}
	return v
}
