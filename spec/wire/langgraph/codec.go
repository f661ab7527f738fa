package langgraph

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// New returns the codec of the dialect langgraph.
func New() wire.Codec { return codec{} }

type codec struct{}

const dialect = "langgraph"

// The variants.
const (
	js        = "js"
	python    = "python"
	jsSSE     = "js-sse"
	pythonSSE = "python-sse"
)

// The variants of protocol v3.
const (
	v3       = "v3"             // JavaScript's server
	v3Lines  = "v3-lines"       // the same objects as JSON lines: a WebSocket's, and those of a process
	v3Python = "v3-python"      // Python's server
	v3Pieces = "v3-incremental" // Python's, where a block-delta has the next piece of arguments
)

// Name is "langgraph".
func (codec) Name() string { return dialect }

// Variants are js, python, both as Server-Sent Events, and those of protocol v3.
func (codec) Variants() []string {
	return []string{js, python, jsSSE, pythonSSE, v3, v3Lines, v3Python, v3Pieces}
}

// Features is the same for the variants of one protocol, but for names.
func (codec) Features(variant string) spec.Features {
	if variant == "" {
		variant = js
	}
	if isV3(variant) {
		return threadFeatures(variant)
	}
	return spec.Features{
		Dialect: dialect + ":" + variant,
		Owner:   spec.Named, MessageIDs: true, NextCloses: true, MessageEnd: true, UserMessages: true,
		Turns:     spec.TurnsRun,
		Preparing: true, ArgsDeltas: true, Slots: true, Packs: true, ArgsText: true, ErrorResults: true, NamelessRoot: true,
		ChildLink: true, ChildResult: true, Delegation: delegation,
		Waits: true, Snapshots: true, MessageUsage: true, StopReasons: true,
		Speakers: true, Errors: true, Duties: duties, Forms: forms(variant),
	}
}

// The forms by number; forms names them, first those of all variants.
const (
	beside     = iota // notes are records of all modes that say nothing
	openings          // a task or tool says that a sub-session opens
	objects           // a record is {ns, mode, payload}; in Server-Sent Events a restated message is one of the older mode
	classes           // JavaScript: messages are serialised constructors; Python: a text is a list of one
	inMessages        // notes with words are messages and blocks in mode messages; interrupts are all that a state says
	sparse            // metadata give the namespace under its other name, or not at all; it is one text in objects
	workers           // agents that share a session are nodes, half of them subgraphs, and not named otherwise
)

func forms(variant string) []string {
	all := []string{beside: "notes", openings: "openings", objects: "objects", classes: "constructors", inMessages: "in-messages", sparse: "sparse-metadata", workers: "worker-nodes"}
	if isSSE(variant) {
		all[objects] = "older-mode"
	}
	if isPython(variant) {
		all[classes] = "listed-texts"
	}
	return all
}

var delegation = spec.Delegation{
	Tool: "task", Aliases: []string{"mcp__*__task"},
	Argument: "subagent_type", Description: "description",
}

// Framing is SSE for the variants named so, else lines.
func (codec) Framing(variant string) wire.Framing {
	if isSSE(variant) {
		return wire.SSE
	}
	return wire.Lines
}

func isSSE(variant string) bool {
	return strings.HasSuffix(variant, "-sse") || isV3(variant) && variant != v3Lines
}
func isV3(variant string) bool { return strings.HasPrefix(variant, v3) }

func isPython(variant string) bool {
	return strings.HasPrefix(variant, python) || variant == v3Python || variant == v3Pieces
}

// Mode is the mode of a record, in whichever shape it came.
func (codec) Mode(record []byte) string { return Mode(record) }

// Mode is what the codec's Mode is.
func Mode(record []byte) string {
	var room scan.Envelope
	if room.Read(record, wire.MaxDepth, "params", "data") != nil {
		return ""
	}
	f, why := parseFrame(&room)
	if why != "" {
		return ""
	}
	if e, ok := f.protocol(&room, new(scan.Object)); ok {
		return spec.StreamMode(e.method) // a channel, which a client asks for as it does for a mode
	}
	return spec.StreamMode(f.mode)
}

// NewDecoder returns a decoder that takes undecidable records to be the
// variant's.
func (codec) NewDecoder(variant string) wire.Decoder { return decoderOf(variant) }

func decoderOf(variant string) *quick {
	d := &quick{decoder: newDecoder(isPython(variant))}
	d.thread.pieces = variant == v3Pieces
	return d
}
