package trace_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// BenchmarkImport measures the import of a stream against decoding alone, which
// knows the dialect and counts nothing; of each its best time, since others use
// the machine, too.
func BenchmarkImport(b *testing.B) {
	var text bytes.Buffer
	if _, err := bulk.Write(&text, bulk.Options{Dialect: "neutral", Bytes: 32 << 20, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	imported, decoded := time.Hour, time.Hour
	for b.Loop() {
		for range 10 {
			imported = min(imported, timed(func() { importAll(b, text.Bytes()) }))
			decoded = min(decoded, timed(func() { decodeAll(b, text.Bytes()) }))
		}
	}
	b.ReportMetric(decoded.Seconds()/imported.Seconds(), "import/decode")
	b.ReportMetric(float64(text.Len())/1e6/imported.Seconds(), "MB/s")
}

func decodeAll(b *testing.B, text []byte) {
	for _, err := range wire.Decode(neutral.New(), "", bytes.NewReader(text), wire.Limits{}) {
		if err != nil {
			b.Fatal(err)
		}
	}
}

func importAll(b *testing.B, text []byte) {
	i, err := trace.Open(bytes.NewReader(text), trace.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer i.Close()
	for _, err := range i.Batches() {
		if err != nil {
			b.Fatal(err)
		}
	}
}

func timed(do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start)
}
