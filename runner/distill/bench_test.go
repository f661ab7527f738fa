package distill_test

import (
	"bufio"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// A bulkFile is a generated file of neutral NDJSON.
type bulkFile struct {
	path   string
	size   int64
	events int
}

func recorded(b *testing.B, size int64, events int) bulkFile {
	b.Helper()
	path := filepath.Join(b.TempDir(), "recording.jsonl")
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	stats, err := bulk.Write(w, bulk.Options{Dialect: "neutral", Bytes: size, Events: events, Seed: 1})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		b.Fatal(err)
	}
	return bulkFile{path, stats.Bytes, stats.Events}
}

// over reads the first bytes of a recording, and returns the time that the
// processors worked on it: what else the machine does counts little.
func (r bulkFile) over(b *testing.B, size int64, do func(from io.Reader)) time.Duration {
	b.Helper()
	file, err := os.Open(r.path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	before := wiretest.Worked(b)
	do(io.LimitReader(file, size))
	return wiretest.Worked(b) - before
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
		if _, err := distill.Kept(reading(from)); err != nil {
			b.Fatal(err)
		}
	}
}

// reading is a recording that can be read once.
func reading(from io.Reader) *distill.Recording {
	return &distill.Recording{Dialect: "neutral", Cause: eof, Batches: func() iter.Seq2[wire.Batch, error] {
		return wire.Decode(neutral.New(), "", from, wire.Limits{})
	}}
}

const (
	mebi = 1 << 20
	gibi = 1 << 30
)

// BenchmarkDistil1GB holds the pass over 1 GiB, of ten million events at least,
// against decoding it, and against the pass over 64 MiB of the same, and looks at
// its memory. Short ones are taken before and behind the long one.
func BenchmarkDistil1GB(b *testing.B) {
	r := recorded(b, gibi, 10_000_000)
	for b.Loop() {
		var short []float64
		some := func() {
			for range 5 {
				short = append(short, 64*mebi/r.over(b, 64*mebi, keep(b)).Seconds())
			}
		}
		some()
		debug.FreeOSMemory()
		stop := make(chan uint64)
		go peak(stop)
		took := r.over(b, r.size, keep(b))
		stop <- 0
		b.ReportMetric(float64(<-stop)/mebi, "peak-MB")
		some()
		decode := r.over(b, r.size, decodeOnly(b))
		slices.Sort(short)
		rate := float64(r.size) / took.Seconds()
		b.ReportMetric(decode.Seconds()/took.Seconds(), "of-decode")
		b.ReportMetric(rate/mebi, "MB/s")
		b.ReportMetric(float64(r.events)/took.Seconds()/1e6, "Mevents/s")
		b.ReportMetric(float64(r.events)/1e6, "Mevents")
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

// BenchmarkCover holds what is chosen of 64 MiB against a greedy cover of all its
// segments, and counts behaviours that are lost.
func BenchmarkCover(b *testing.B) {
	r := recorded(b, 64*mebi, 0)
	for b.Loop() {
		var shows []behaviour.Set
		var events []int
		r.over(b, r.size, func(from io.Reader) { shows, events = offline(b, from) })
		var chosen []*distill.Piece
		r.over(b, r.size, func(from io.Reader) {
			pass, err := distill.Kept(reading(from))
			if err != nil {
				b.Fatal(err)
			}
			chosen = distill.Choose(pass.Pieces)
		})
		ours, have := 0, behaviour.Set{}
		for _, p := range chosen {
			ours += len(p.Stream.Events)
			have = have.Union(p.Shows)
		}
		b.ReportMetric(float64(ours)/float64(greedy(shows, events)), "of-greedy")
		b.ReportMetric(float64(union(shows).Minus(have).Len()), "lost")
		b.ReportMetric(float64(have.Len()), "behaviours")
	}
}

// offline are the behaviours and lengths of all segments.
func offline(b *testing.B, from io.Reader) (shows []behaviour.Set, events []int) {
	c := neutral.New()
	cutter, tracker := segment.NewCutter(c.Features(""), segment.Options{}), behaviour.NewTracker(c.Features(""))
	take := func(s *segment.Segment) error {
		shows, events = append(shows, tracker.Of(s.Stream.Events)), append(events, len(s.Stream.Events))
		return nil
	}
	for batch, err := range wire.Decode(c, "", from, wire.Limits{}) {
		if err == nil {
			err = cutter.Add(batch.Events, take)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := cutter.End(spec.EOF, take); err != nil {
		b.Fatal(err)
	}
	return shows, events
}

// greedy is how many events the segments have that show most of what is missing
// for their length, one after the other.
func greedy(shows []behaviour.Set, events []int) int {
	total := 0
	for missing := union(shows); missing != (behaviour.Set{}); {
		best, ratio := 0, 0.0
		for i, s := range shows {
			if r := float64(missing.Len()-missing.Minus(s).Len()) / float64(events[i]); r > ratio {
				best, ratio = i, r
			}
		}
		total += events[best]
		missing = missing.Minus(shows[best])
	}
	return total
}
