package codex_test

import (
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds, err := wiretest.Seeds(codex.New(), streams, recordings+"/lab/*.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: codex.New(), Seeds: seeds, Also: func(s spec.Stream) { events(s.Events).means() }})
}
