package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/internal/cli"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDistill is the processor time of quock distill for a recording of
// 1.2 MB, from its bytes to the fixtures in a new folder.
func BenchmarkDistill(b *testing.B) {
	var text bytes.Buffer
	if _, err := bulk.Write(&text, bulk.Options{Dialect: "claudecode:partial", Events: 3000, Bytes: 1200 << 10, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	trace := filepath.Join(b.TempDir(), "trace.jsonl")
	if err := os.WriteFile(trace, text.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	var used time.Duration
	for b.Loop() {
		before := wiretest.Worked(b)
		var out, errs bytes.Buffer
		if code := cli.Main(context.Background(), []string{"distill", "--into", filepath.Join(b.TempDir(), "fixtures"), trace}, nil, &out, &errs); code != 0 {
			b.Fatalf("distill ends with %d: %s", code, errs.String())
		}
		used += wiretest.Worked(b) - before
	}
	b.ReportMetric(used.Seconds()/float64(b.N), "processor-s")
}
