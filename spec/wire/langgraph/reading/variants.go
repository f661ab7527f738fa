package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Name is the name of the dialect.
const Name = "langgraph"

// The variants.
const (
	JS        = "js"
	Python    = "python"
	JSSSE     = "js-sse"
	PythonSSE = "python-sse"
)

// The variants of protocol v3.
const (
	V3       = "v3"             // JavaScript's server
	V3Lines  = "v3-lines"       // the same objects as JSON lines: a WebSocket's, and those of a process
	V3Python = "v3-python"      // Python's server
	V3Pieces = "v3-incremental" // Python's, where a block-delta has the next piece of arguments
)

// IsSSE reports whether the records of a variant are Server-Sent Events.
func IsSSE(variant string) bool {
	return strings.HasSuffix(variant, "-sse") || IsV3(variant) && variant != V3Lines
}

// IsV3 reports whether a variant is one of protocol v3.
func IsV3(variant string) bool { return strings.HasPrefix(variant, V3) }

// IsPython reports whether Python writes a variant.
func IsPython(variant string) bool {
	return strings.HasPrefix(variant, Python) || variant == V3Python || variant == V3Pieces
}

// Delegation is the call that makes a sub-agent, and its arguments.
var Delegation = spec.Delegation{
	Tool: "task", Aliases: []string{"mcp__*__task"},
	Argument: "subagent_type", Description: "description",
}
