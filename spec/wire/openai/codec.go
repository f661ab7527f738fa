package openai

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// The variants.
const (
	// Responses are the events of the Responses API, one JSON object a line: what a
	// WebSocket carries in both directions, or the payloads of its events.
	Responses = "responses"
	// ResponsesSSE are the same events as the server sends them over HTTP. What the
	// client does with them is not seen, so that no stream of it is generated.
	ResponsesSSE = "responses-sse"
)

const (
	// Chat are chunks of Chat Completions, one a line, alone or in entries of a gateway's
	// log, which has the requests, too.
	Chat = "chat"
	// ChatSSE are the same chunks as server-sent events. They are read alone.
	ChatSSE = "chat-sse"
	// Agents are the events of a run of the Agents SDK, one a line. They are read alone.
	Agents = "agents"
)

const name = "openai"

type codec struct{}

// New returns the codec. Its decoders read every variant's records.
func New() wire.Codec { return codec{} }

// Name is "openai".
func (codec) Name() string { return name }

// Variants are the protocols, in their framings.
func (codec) Variants() []string { return []string{Responses, ResponsesSSE, Chat, ChatSSE, Agents} }

// Framing is lines or server-sent events.
func (codec) Framing(variant string) wire.Framing {
	if variant == ResponsesSSE || variant == ChatSSE {
		return wire.SSE
	}
	return wire.Lines
}

// Features is what a variant marks and leaves open.
func (codec) Features(variant string) spec.Features { return features(variant) }

// NewDecoder returns a decoder; records say what they are themselves.
func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

// NewEncoder returns an encoder of Responses, or of chat; other variants are read alone.
func (codec) NewEncoder(variant string) wire.Encoder {
	switch variant {
	case "", Responses:
		return newEncoder()
	case Chat:
		return newChatEncoder()
	}
	return wire.Unwritten(name + ":" + variant)
}
