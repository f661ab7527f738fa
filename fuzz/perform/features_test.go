package perform_test

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agentc"
	"github.com/quock-dev/quock/spec/wire/agui"
	"github.com/quock-dev/quock/spec/wire/aisdk"
	"github.com/quock-dev/quock/spec/wire/cagent"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/deepagents"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// voice is a dialect, in one variant.
type voice struct {
	codec   wire.Codec
	variant string
	spec.Features
}

func voiced(c wire.Codec, variant string) voice { return voice{c, variant, c.Features(variant)} }

// voices are the dialects whose features differ; wires all that differ in bytes.
var (
	voices = []voice{
		voiced(neutral.New(), ""), voiced(agentc.New(), ""), voiced(langgraph.New(), "js"),
		voiced(claudecode.New(), "full"), voiced(claudecode.New(), "partial"), voiced(codex.New(), ""),
		voiced(cagent.New(), "d1"), voiced(cagent.New(), "d2"), voiced(aisdk.New(), "v4"), voiced(aisdk.New(), "v5"), voiced(agui.New(), "sse"),
		voiced(deepagents.New(), "poll"),
	}
	wires = append(voices[:len(voices):len(voices)],
		voiced(langgraph.New(), "python"), voiced(langgraph.New(), "js-sse"), voiced(langgraph.New(), "python-sse"),
		voiced(cagent.New(), "d0"), voiced(aisdk.New(), "v5-lines"), voiced(agui.New(), "lines"), voiced(deepagents.New(), "stream"))
)
