package openai_test

import (
	"testing"

	"github.com/quock-dev/quock/spec/wire/openai"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds, err := wiretest.Seeds(openai.New(), streams, recordings+"/*.jsonl", recordings+"/*.sse")
	if err != nil {
		f.Fatal(err)
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: openai.New(), Seeds: seeds})
}
