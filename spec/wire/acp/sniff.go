package acp

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

const maxDepth = wire.MaxDepth

// Sniff looks for methods and results that only this protocol has. Others speak
// JSON-RPC, too.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "messages of the Agent Client Protocol", likely)
}

func likely(record []byte) int {
	v, problem := wire.Parse(record, 1)
	if problem != nil {
		return wire.Foreign
	}
	l, msg, marked := lineOf(v)
	if marked {
		l, _, _ = lineOf(msg)
	}
	method, _ := l.method.Text()
	switch {
	case l.version != `"2.0"`:
		return wire.Foreign
	case strings.HasPrefix(method, "session/"), l.params.Get("protocolVersion").Kind() == '0', l.res.Get("protocolVersion").Kind() == '0', l.res.Get("stopReason") != "":
		return wire.Certain
	}
	return wire.Shared
}

// drafted are the kinds of update that only version 2 has.
var drafted = map[string]bool{
	"state_update": true, "user_message": true, "agent_message": true, "agent_thought": true,
	"tool_call_content_chunk": true, "terminal_update": true, "terminal_output_chunk": true,
}

// SniffVariant implements wire.VariantSniffer: the version that initialize agreed on, or
// an update that only version 2 has.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		v, problem := wire.Parse(record, 1)
		if problem != nil {
			continue
		}
		l, msg, marked := lineOf(v)
		if marked {
			l, _, _ = lineOf(msg)
		}
		if l.res.Get("protocolVersion") == "2" || drafted[kindOf(l.params)] {
			return V2, "its version is 2"
		}
	}
	return V1, "nothing says that its version is 2"
}

func kindOf(params scan.Value) string {
	kind, _ := params.Get("update").Get("sessionUpdate").Text()
	return kind
}
