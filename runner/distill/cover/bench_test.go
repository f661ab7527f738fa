package cover_test

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/distill/cover"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// A recording is a generated file of neutral NDJSON.
type recording struct {
	path string
	size int64
}

func recorded(b *testing.B, size int64) recording {
	b.Helper()
	path := filepath.Join(b.TempDir(), "recording.jsonl")
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	stats, err := bulk.Write(w, bulk.Options{Dialect: "neutral", Bytes: size, Seed: 1})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		b.Fatal(err)
	}
	return recording{path, stats.Bytes}
}

// over reads the first bytes of a recording.
func (r recording) over(b *testing.B, size int64, do func(from io.Reader)) time.Duration {
	b.Helper()
	file, err := os.Open(r.path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	start := time.Now()
	do(io.LimitReader(file, size))
	return time.Since(start)
}

func decodeOnly(b *testing.B) func(io.Reader) {
	return func(from io.Reader) {
		for _, err := range wire.Decode(neutral.New(), "", from, wire.Limits{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func keep(b *testing.B) func(io.Reader) {
	return func(from io.Reader) {
		c := neutral.New()
		if _, err := cover.Kept(wire.Decode(c, "", from, wire.Limits{}), c.Features(""), func() spec.Cause { return spec.EOF }); err != nil {
			b.Fatal(err)
		}
	}
}

const (
	mebi = 1 << 20
	gibi = 1 << 30
)

// BenchmarkDistil1GB holds the pass over 1 GiB against decoding it, and against
// the pass over 64 MiB of the same, and looks at its memory.
func BenchmarkDistil1GB(b *testing.B) {
	r := recorded(b, gibi)
	for b.Loop() {
		debug.FreeOSMemory()
		stop := make(chan uint64)
		go peak(stop)
		took := r.over(b, r.size, keep(b))
		stop <- 0
		b.ReportMetric(float64(<-stop)/mebi, "peak-MB")
		decode := r.over(b, r.size, decodeOnly(b))
		var short []float64
		for range 9 {
			short = append(short, 64*mebi/r.over(b, 64*mebi, keep(b)).Seconds())
		}
		slices.Sort(short)
		rate := float64(r.size) / took.Seconds()
		b.ReportMetric(decode.Seconds()/took.Seconds(), "of-decode")
		b.ReportMetric(rate/mebi, "MB/s")
		b.ReportMetric(rate/short[len(short)/2], "of-64-MB")
	}
}

// peak looks at the memory that is held, until it is told to stop; then it sends
// the most that it saw.
func peak(stop chan uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	most := uint64(0)
	for {
		metrics.Read(sample)
		most = max(most, sample[0].Value.Uint64()-sample[1].Value.Uint64())
		select {
		case <-stop:
			stop <- most
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}
