package claudecode_test

import (
	"testing"

	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	seeds, err := wiretest.Seeds(claudecode.New(), streams, recordings+"/*.jsonl", recordings+"/lab/*.jsonl", kept+"/*/*.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: claudecode.New(), Seeds: seeds})
}
