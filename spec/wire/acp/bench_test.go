package acp_test

import (
	"slices"
	"testing"

	"github.com/quock-dev/quock/spec/wire/acp"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecode decodes the samples with a text of a hundred pieces, as streams mostly are.
func BenchmarkDecode(b *testing.B) {
	piece := update("S", `"sessionUpdate":"agent_message_chunk","messageId":"m2","content":{"type":"text","text":"and so on, "}`)
	var records [][]byte
	for _, r := range slices.Concat(samples[:7], slices.Repeat([]string{piece}, 100), samples[7:]) {
		records = append(records, []byte(r))
	}
	wiretest.Decoding(b, acp.New(), "", records)
}
