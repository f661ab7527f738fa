//go:build unix

package trace_test

import (
	"bytes"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkImport measures the import of a million events, and of ten, against
// decoding alone, which knows the dialect and counts nothing. Of the shorter
// runs, taken in turns, the best of each counts, since others use the machine,
// too; of the long one the best of three. The memory is that of the heap, looked
// at along the way, above what was in use before.
func BenchmarkImport(b *testing.B) {
	text, events := chunk(b)
	million := func() *looped { return &looped{text: text, times: 1_000_000 / events} }
	ten := func() *looped { return &looped{text: text, times: 10_000_000 / events} }
	for b.Loop() {
		short, decoded, long := time.Hour, time.Hour, time.Hour
		few, many := watch(b, million()), 0.0
		for range 7 {
			short = min(short, timed(b, func() { importAll(b, million(), nil) }))
			decoded = min(decoded, timed(b, func() { decodeAll(b, million()) }))
		}
		for range 2 {
			long = min(long, timed(b, func() { many = max(many, watch(b, ten())) }))
		}
		times := float64(ten().times) / float64(million().times)
		b.ReportMetric(decoded.Seconds()/short.Seconds(), "import/decode")
		b.ReportMetric(times*short.Seconds()/long.Seconds(), "10M/1M")
		b.ReportMetric(many, "peak-MB")
		b.ReportMetric(many-few, "growth-MB")
		b.ReportMetric(float64(ten().times*events)/1e6/long.Seconds(), "Mevents/s")
	}
}

// chunk is a stream that is read again and again as one: some MB of it, since
// neither import nor neutral decoder knows that it met it before.
func chunk(b *testing.B) (text []byte, events int) {
	var out bytes.Buffer
	stats, err := bulk.Write(&out, bulk.Options{Dialect: "neutral", Bytes: 4 << 20, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	return out.Bytes(), stats.Events
}

func timed(b *testing.B, do func()) time.Duration {
	before := wiretest.Worked(b)
	do()
	return wiretest.Worked(b) - before
}

// importAll imports a stream; look is asked now and then.
func importAll(b *testing.B, from io.ReadSeeker, look func()) {
	i, err := trace.Open(from, trace.Options{Size: 1 << 40})
	if err != nil {
		b.Fatal(err)
	}
	defer i.Close()
	for batch, err := range i.Batches() {
		if err != nil {
			b.Fatal(err)
		}
		if look != nil && batch.Record.Number%50_000 == 0 {
			look()
		}
	}
}

func decodeAll(b *testing.B, from io.Reader) {
	for _, err := range wire.Decode(neutral.New(), "", from, wire.Limits{}) {
		if err != nil {
			b.Fatal(err)
		}
	}
}

// watch is the most memory in use while a stream is imported, in MB.
func watch(b *testing.B, from io.ReadSeeker) float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, most := m.HeapInuse, m.HeapInuse
	importAll(b, from, func() {
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
	})
	return float64(most-before) / 1e6
}

// looped is a text so many times.
type looped struct {
	text      []byte
	times, at int
}

func (l *looped) Seek(int64, int) (int64, error) {
	l.at = 0
	return 0, nil
}

func (l *looped) Read(p []byte) (int, error) {
	if l.at >= l.times*len(l.text) {
		return 0, io.EOF
	}
	n := copy(p, l.text[l.at%len(l.text):])
	l.at += n
	return n, nil
}
