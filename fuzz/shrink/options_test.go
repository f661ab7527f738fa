package shrink_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// atOnce runs all at once, in goroutines.
func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

// long is a case of a dialect with at least 40 events.
func long(dialect string) shrink.Subject {
	f := features(dialect)
	for seed := uint64(0); ; seed++ {
		if s := subject(f, seed); len(s.Stream.Events) >= 40 && s.Stream.Records() >= 20 {
			return s
		}
	}
}

// shown is all of a result, as text.
func shown(r shrink.Result) string {
	out := fmt.Sprintln(printed(r.Stream), r.Faults, r.Kept, r.Runs, r.Stopped, r.Free)
	for _, o := range r.Others {
		out += fmt.Sprintln(o.Signature, printed(o.Stream), o.Faults)
	}
	return out
}

// whimsical judges by numbers alone: what it holds a stream to, and what else it
// finds, is drawn, and neither makes sense or needs to get rarer as streams get
// smaller.
func whimsical(seed uint64) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		n := kinds(s.Stream)
		var found []shrink.Signature
		if k := spec.Kind(1 + seed%5*2); n[k] > 0 && n[k]+int(seed/7%3) >= 2 && (uint64(len(s.Stream.Events))+seed)%5 != 0 {
			found = append(found, hold)
		}
		if (uint64(len(s.Stream.Events))*seed)%3 == 1 {
			found = append(found, shrink.Signature{Kind: fmt.Sprint("odd ", seed%4)})
		}
		return found
	}
}

// snapshot is the one message of an event, if it has one.
func snapshot(e *spec.Event) spec.Snapshot {
	if len(e.Messages) == 0 {
		return spec.Snapshot{}
	}
	return e.Messages[0]
}

func properties(n int) *gopter.Properties {
	p := gopter.DefaultTestParameters()
	p.MinSuccessfulTests, p.Workers = n, 1
	p.Rng.Seed(4)
	return gopter.NewProperties(p)
}

var _ = Describe("The options of Reduce", func() {
	It("give the same result for any number of judges at work, whatever they say", func() {
		// Otherwise a finding would depend on the machine that it was reduced on. Half
		// of the streams are damaged ones, which must not break the reducer either.
		p, dialects := properties(60), everyDialect()
		p.Property("the same for any width", prop.ForAll(func(seed uint64) string {
			s := subject(dialects[seed%uint64(len(dialects))], seed)
			if seed%2 == 1 {
				damaged := perform.Generate(dialects[seed%uint64(len(dialects))], perform.Hostile, seed)
				s = shrink.Subject{Stream: damaged.Stream, Faults: damaged.Faults}
			}
			o := shrink.Options{Judge: whimsical(seed), Runs: 30 + int(seed%300)}
			one := shown(shrink.Reduce(&s, hold, o))
			for _, width := range []int{2, 3, 8} {
				o.Map, o.Width = atOnce, width
				if other := shown(shrink.Reduce(&s, hold, o)); other != one {
					return fmt.Sprintf("width %d: %s\nwidth 1: %s", width, other, one)
				}
			}
			return ""
		}, gen.UInt64()))
		Expect(p.Run(gopter.ConsoleReporter(false))).To(BeTrue())
	})

	It("keep labels, so that what is left reads as a producer writes it", func() {
		// A call without a name is read otherwise than any that there is.
		f := features("neutral")
		for _, labels := range []bool{false, true} {
			s, nameless := shrink.Subject{Stream: spec.Stream{Features: f, End: spec.EOF, Events: []spec.Event{
				{Record: 1, Kind: spec.SessionOpen, Session: "a"},
				{Record: 2, Kind: spec.TurnStart, Session: "a", Turn: "t"},
				{Record: 3, Kind: spec.MessageOpen, Session: "a", Message: "m", Role: "assistant"},
				{Record: 4, Kind: spec.CallOpen, Session: "a", Message: "m", Call: "c", Name: "search", Slot: "3"},
				{Record: 5, Kind: spec.CallArgs, Session: "a", Message: "m", Slot: "3", Text: "{}"},
				{
					Record: 6, Kind: spec.MessageFull, Session: "a", Complete: true,
					Messages: []spec.Snapshot{{Message: "m", Role: "assistant", Agent: "x", StopReason: "tool_use"}},
				},
			}}}, 0
			got := shrink.Reduce(&s, hold, shrink.Options{Labels: labels, Judge: func(s *shrink.Subject) []shrink.Signature {
				n := kinds(s.Stream)
				if n[spec.CallOpen]+n[spec.CallArgs]+n[spec.MessageFull] < 3 {
					return nil
				}
				return []shrink.Signature{hold}
			}})
			for _, e := range got.Stream.Events {
				for _, label := range map[spec.Kind][]string{
					spec.CallOpen: {e.Name, e.Slot}, spec.CallArgs: {e.Slot}, spec.MessageFull: {snapshot(&e).StopReason, snapshot(&e).Agent},
				}[e.Kind] {
					if label == "" {
						nameless++
					}
				}
			}
			Expect(nameless == 0).To(Equal(labels), printed(got.Stream))
			Expect(printed(got.Stream)).NotTo(ContainSubstring("search"), "names are made plain")
		}
	})

	It("let judges work at once", func() {
		// Width is for slow processes: what it gains shows in no result.
		pairs := 0
		s := long("neutral")
		got := shrink.Reduce(&s, hold, shrink.Options{Judge: counting(hold, spec.Text, 3), Width: 2, Map: func(n int, do func(int)) {
			Expect(n).To(Equal(2))
			pairs++
			atOnce(n, do)
		}})
		Expect(pairs).To(BeNumerically(">", got.Runs/4))
	})

	It("give each judge the list of records, also where none is left", func() {
		// nil stands for all, so that a judge with the bytes of each would be wrong of nothing.
		s := shrink.Subject{Stream: spec.Stream{Features: features("neutral"), End: spec.EOF, Events: []spec.Event{
			{Record: 1, Kind: spec.TurnStart, Session: "s", Turn: "1"},
			{Record: 2, Kind: spec.Text, Session: "s", Message: "a", Text: "one"},
			{Record: 3, Kind: spec.Text, Session: "s", Message: "b", Text: "two"},
			{Record: 4, Kind: spec.CallOpen, Session: "s", Message: "c", Call: "k", Slot: "1", Name: "ls"},
		}}}
		for width := range 4 {
			var all, nothing atomic.Int32
			judge := func(c *shrink.Subject) []shrink.Signature {
				switch {
				case c.Kept == nil:
					all.Add(1)
				case len(c.Kept) == 0:
					nothing.Add(1)
				}
				return counting(hold, spec.CallOpen, 1)(c)
			}
			got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge, Records: true, Width: width + 1, Map: atOnce})
			Expect(got.Kept).To(ContainElement(4))
			Expect(all.Load()).To(BeZero(), "width %d", width+1)
			Expect(nothing.Load()).To(BeEquivalentTo(1))
		}
	})

	It("stop after so many runs, with what is smallest until then", func() {
		m := against(wrong("session/results-anywhere"))
		s, hold, _ := failing(features("neutral"), m, 0)
		whole := shrink.Reduce(&s, hold, shrink.Options{Judge: m})
		last := len(s.Stream.Events)
		for runs := 1; runs < whole.Runs; runs += 7 {
			asked := 0
			got := shrink.Reduce(&s, hold, shrink.Options{Runs: runs, Judge: func(c *shrink.Subject) []shrink.Signature {
				asked++
				return m(c)
			}})
			Expect(got.Runs).To(Equal(runs))
			Expect(asked).To(Equal(runs))
			Expect(got.Stopped).To(BeTrue())
			Expect(m(&got.Subject)).To(ContainElement(hold))
			Expect(len(got.Stream.Events)).To(BeNumerically("<=", last))
			last = len(got.Stream.Events)
		}
	})

	It("stop when they are told to, before the next run", func() {
		s, asked := long("neutral"), 0
		got := shrink.Reduce(&s, hold, shrink.Options{
			Judge: func(c *shrink.Subject) []shrink.Signature { asked++; return always(c) },
			Stop:  func() bool { return asked == 1 },
		})
		Expect(asked).To(Equal(1))
		Expect(got.Stopped).To(BeTrue())
		Expect(got.Stream.Events).To(HaveLen(len(s.Stream.Events)))
	})

	It("leave records as they were, where only whole ones may go", func() {
		// The judge may have bytes, which nothing else can be said about.
		for _, dialect := range []string{"claudecode:partial", "agentc", "cagent:d1"} {
			s := long(dialect)
			for i := range s.Stream.Events {
				s.Stream.Events[i].Record *= 3 // as in a file with records that mean nothing
			}
			byRecord := map[int][]spec.Event{}
			for _, e := range s.Stream.Events {
				byRecord[e.Record] = append(byRecord[e.Record], e)
			}
			judge := counting(hold, spec.Text, 2)
			got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge, Records: true})
			Expect(len(got.Kept)).To(BeNumerically("<", len(byRecord)))
			var want []spec.Event
			for i, record := range got.Kept {
				for _, e := range byRecord[record] {
					e.Record = i + 1
					want = append(want, e)
				}
			}
			Expect(got.Stream.Events).To(Equal(want), dialect)
			Expect(slices.IsSorted(got.Kept)).To(BeTrue())
			Expect(got.Free).To(BeEmpty())
		}
	})

	It("say of each candidate which records it keeps", func() {
		s := long("neutral")
		shrink.Reduce(&s, hold, shrink.Options{Judge: func(c *shrink.Subject) []shrink.Signature {
			Expect(c.Kept).To(HaveLen(len(slices.Compact(slices.Clone(c.Kept)))))
			Expect(len(c.Kept)).To(BeNumerically(">=", c.Stream.Records()))
			return counting(hold, spec.Text, 3)(c)
		}})
	})

	It("keep other failures that are met on the way, each on its smallest stream", func() {
		// A reduction that slides over another bug has found it.
		another := shrink.Signature{Kind: "no call"}
		judge := func(c *shrink.Subject) []shrink.Signature {
			found := counting(hold, spec.Text, 1)(c)
			if kinds(c.Stream)[spec.CallOpen] == 0 {
				found = append(found, another)
			}
			return found
		}
		s := long("neutral")
		got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
		Expect(got.Others).To(HaveLen(1))
		Expect(got.Others[0].Signature).To(Equal(another))
		Expect(judge(&got.Others[0].Subject)).To(ContainElement(another))
		Expect(len(got.Others[0].Stream.Events)).To(BeNumerically("<", len(got.Stream.Events)+2))
	})
})
