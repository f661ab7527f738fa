package claudecode_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecodeStream decodes every seed, one behind the other.
func BenchmarkDecodeStream(b *testing.B) {
	decode(b, "", streams, recordings+"/*.jsonl", recordings+"/lab/*.jsonl")
}

// BenchmarkDecodeSession is the same of session files, which are mostly what the program
// told the model.
func BenchmarkDecodeSession(b *testing.B) {
	nothing := func(string, spec.Features) []spec.Stream { return nil }
	decode(b, reading.Session, nothing, kept+"/*/session.jsonl", kept+"/*/bundle.jsonl")
}

func decode(b *testing.B, variant string, streams wiretest.Source, patterns ...string) {
	b.Helper()
	seeds, err := wiretest.Seeds(claudecode.New(), streams, patterns...)
	if err != nil {
		b.Fatal(err)
	}
	wiretest.Decoding(b, claudecode.New(), variant, bytes.Join(seeds, []byte("\n")))
}
