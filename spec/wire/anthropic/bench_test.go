package anthropic_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire/anthropic"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecodeAnthropic decodes the samples with a text of a hundred pieces, as streams mostly are.
func BenchmarkDecodeAnthropic(b *testing.B) {
	piece := framed(`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"and so on, "}}`)
	records := slices.Concat(samples[:8], slices.Repeat([]string{piece}, 100), samples[8:])
	wiretest.Decoding(b, anthropic.New(), "", []byte(strings.Join(records, "\n")))
}
