// Command cmd writes a large recorded stream to standard output, and says on
// standard error what it wrote and where each placed failure begins.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/fuzz/bulk"
)

func main() {
	log.SetFlags(0)
	var o bulk.Options
	flag.StringVar(&o.Dialect, "dialect", "neutral", "the stream's `dialect`, bare or with a variant")
	flag.IntVar(&o.Events, "events", 0, "how many `events` at least")
	flag.Func("bytes", "how many bytes at least: `200MB`, 1GB, 500KB or a number", func(text string) (err error) {
		o.Bytes, err = size(text)
		return err
	})
	flag.Uint64Var(&o.Seed, "seed", 1, "the `seed` of all that is drawn")
	flag.TextVar(&o.Level, "level", o.Level, "clean or degraded, the `level` of the cases")
	flag.Func("plant", "a `rule` or fault to plant, and @EVENT behind it for its place; again for more", func(text string) (err error) {
		p := bulk.Fault{}
		at := ""
		if p.Rule, at, _ = strings.Cut(text, "@"); at != "" {
			p.At, err = strconv.Atoi(at)
		}
		o.Faults = append(o.Faults, p)
		return err
	})
	shape := flag.String("shape", "", "instead, a stream that is large in one way: giant-line, deltas, sessions, …")
	n := flag.Int("n", 1_000_000, "how large, with -shape")
	flag.Parse()
	if *shape != "" {
		s, err := bulk.ShapeNamed(*shape)
		if err == nil {
			err = s.Write(os.Stdout, *n)
		}
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	stats, err := bulk.Write(os.Stdout, o)
	if err != nil {
		log.Fatal(err)
	}
	printStats(&o, &stats)
}

func printStats(o *bulk.Options, s *bulk.Stats) {
	log.Printf("%s, seed %d: %d bytes, %d records, %d events in %d stretches", o.Dialect, o.Seed, s.Bytes, s.Records, s.Events, s.Stretches)
	for _, p := range s.Placed {
		log.Printf("planted %s at record %d: %d events from event %d on", p.Rule, p.Record, p.Events, p.Event)
	}
}

// size is a number of bytes, with a unit of a thousand's power.
func size(text string) (int64, error) {
	for i, unit := range []string{"KB", "MB", "GB"} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseInt(number, 10, 64)
			for range i + 1 {
				n *= 1000
			}
			return n, err
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("no number of bytes: %w", err)
	}
	return n, nil
}
