package openai_test

import (
	"testing"

	"github.com/quock-dev/quock/spec/wire/openai"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecode decodes the recordings, and the streams of the tests.
func BenchmarkDecode(b *testing.B) {
	seeds, err := wiretest.Seeds(openai.New(), streams, recordings+"/*.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	wiretest.Decoding(b, openai.New(), "", seeds...)
}
