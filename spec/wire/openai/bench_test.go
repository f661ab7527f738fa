package openai_test

import (
	"testing"

	"github.com/quock-dev/quock/spec/wire/openai"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecodeOpenAI decodes the recordings, and the streams of the tests.
func BenchmarkDecodeOpenAI(b *testing.B) {
	seeds, err := wiretest.Seeds(openai.New(), streams, recordings+"/*.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	wiretest.Decoding(b, openai.New(), "", seeds...)
}
