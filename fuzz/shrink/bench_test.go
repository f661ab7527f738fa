package shrink_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// bloated is a failing case of a wrong model behind and between others of its
// dialect, interleaved record by record, with at least so many events.
func bloated(f spec.Features, judge shrink.Judge, events int) (shrink.Subject, shrink.Signature) {
	s, hold, ok := failing(f, judge, 0)
	if !ok {
		panic("no case fails")
	}
	lanes := [][][]spec.Event{recordsOf(s, 0)}
	n := len(s.Stream.Events)
	for i := 1; n < events; i++ {
		more := subject(f, uint64(5000+i))
		lanes = append(lanes, recordsOf(more, i))
		n += len(more.Stream.Events)
	}
	slices.Reverse(lanes) // so that the failing one begins last
	s.Stream.Events = nil
	for record := 1; len(lanes) > 0; {
		// Eight streams at a time, in turn.
		for i := 0; i < min(8, len(lanes)); i++ {
			for _, e := range lanes[i][0] {
				e.Record = record
				s.Stream.Events = append(s.Stream.Events, e)
			}
			record++
			lanes[i] = lanes[i][1:]
		}
		lanes = slices.DeleteFunc(lanes, func(l [][]spec.Event) bool { return len(l) == 0 })
	}
	return s, hold
}

// recordsOf are the records of a subject, all of its names made its own.
func recordsOf(s shrink.Subject, lane int) [][]spec.Event {
	r := relation.NewRenamer(&s.Stream.Features, func(_ byte, id string) string { return fmt.Sprintf("%s.%d", id, lane) })
	var all [][]spec.Event
	last := 0
	for _, e := range s.Stream.Events {
		if e.Kind == spec.UserTurn || e.Kind == spec.Cancel || e.Kind == spec.Error && e.Fatal && e.Global {
			continue // it would end the turns of the others
		}
		r.Event(&e)
		if len(all) == 0 || e.Record != last {
			all = append(all, nil)
		}
		last = e.Record
		all[len(all)-1] = append(all[len(all)-1], e)
	}
	return all
}

// BenchmarkReduce prints the runs that a reduction takes from streams of a few
// lengths, the events that are left, and its time without the judge's.
func BenchmarkReduce(b *testing.B) {
	for _, name := range []string{"fragment/slot-of-any-session", "notify/turn-end-ignored", "session/results-anywhere"} {
		m, _ := deviation.ByName(name)
		judge := against(m)
		for _, events := range []int{50, 1000, 10000} {
			b.Run(fmt.Sprintf("%s/%d", name, events), func(b *testing.B) {
				s, hold := bloated(features("neutral"), judge, events)
				var got shrink.Result
				for b.Loop() {
					got = shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
				}
				b.ReportMetric(float64(got.Runs), "runs")
				b.ReportMetric(float64(len(s.Stream.Events)), "before")
				b.ReportMetric(float64(len(got.Stream.Events)), "events")
			})
		}
	}
}

// BenchmarkCheapJudge is the time of the reducer itself: its judge only counts.
func BenchmarkCheapJudge(b *testing.B) {
	m, _ := deviation.ByName("notify/turn-end-ignored")
	s, _ := bloated(features("neutral"), against(m), 10000)
	hold := shrink.Signature{Kind: "results"}
	judge := counting(hold, spec.CallDone, 2)
	for b.Loop() {
		shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
	}
}

// counting fails where there are so many events of a kind.
func counting(hold shrink.Signature, k spec.Kind, n int) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		seen := 0
		for i := range s.Stream.Events {
			if s.Stream.Events[i].Kind == k {
				seen++
			}
		}
		if seen >= n {
			return []shrink.Signature{hold}
		}
		return nil
	}
}
