package codex_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecodeExec decodes the recordings, and the streams of the tests.
func BenchmarkDecodeExec(b *testing.B) { decode(b, codex.Exec, streams, recordings+"/lab/*.jsonl") }

// BenchmarkDecodeRollout decodes the recorded session files.
func BenchmarkDecodeRollout(b *testing.B) {
	decode(b, codex.Rollout, func(string, spec.Features) []spec.Stream { return nil }, rollouts+"/*/rollout*.jsonl")
}

// decode decodes texts one behind the other, as one stream.
func decode(b *testing.B, variant string, streams wiretest.Source, pattern string) {
	seeds, err := wiretest.Seeds(codex.New(), streams, pattern)
	if err != nil {
		b.Fatal(err)
	}
	wiretest.Decoding(b, codex.New(), variant, bytes.Join(seeds, []byte("\n")))
}
