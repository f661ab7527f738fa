package openai_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quock-dev/quock/spec/wire/openai"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecode decodes the recordings, or the streams of the tests where there are none.
func BenchmarkDecode(b *testing.B) {
	seeds, err := wiretest.Seeds(openai.New(), streams, recordings+"/*.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	var all [][][]byte
	for _, text := range seeds {
		var records [][]byte
		for _, r := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
			if json.Valid(r) {
				records = append(records, r)
			}
		}
		all = append(all, records)
	}
	wiretest.Decoding(b, openai.New(), "", all...)
}
