package acp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire/acp"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecodeACP decodes the samples with a text of a hundred pieces, as streams mostly are.
func BenchmarkDecodeACP(b *testing.B) {
	piece := update("S", `"sessionUpdate":"agent_message_chunk","messageId":"m2","content":{"type":"text","text":"and so on, "}`)
	records := slices.Concat(samples[:7], slices.Repeat([]string{piece}, 100), samples[7:])
	wiretest.Decoding(b, acp.New(), "", []byte(strings.Join(records, "\n")))
}
