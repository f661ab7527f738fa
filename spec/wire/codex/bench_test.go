package codex_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecode decodes the recordings, and the streams of the tests.
func BenchmarkDecode(b *testing.B) {
	seeds, err := wiretest.Seeds(codex.New(), streams, recordings+"/lab/*.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	var records [][]byte
	for _, text := range seeds {
		records = append(records, bytes.Split(bytes.TrimSpace(text), []byte("\n"))...)
	}
	wiretest.Decoding(b, codex.New(), "", records)
}
