package shrink_test

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("Reduce", func() {
	// How small exactly is the business of the certified minima (package minima);
	// here the bound leaves room for other cases of the generator.
	DescribeTable("finds a stream of a few events on which a wrong model is wrong",
		func(name, dialect string, events, runs int) {
			m, known := deviation.ByName(name)
			Expect(known).To(BeTrue())
			judge := against(m)
			s, hold, ok := failing(features(dialect), judge, 0)
			for from := uint64(300); !ok && from < 6000; from += 300 { // some are rare
				s, hold, ok = failing(features(dialect), judge, from)
			}
			Expect(ok).To(BeTrue())
			got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
			Expect(judge(&got.Subject)).To(ContainElement(hold))
			Expect(len(got.Stream.Events)).To(BeNumerically("<=", events), printed(got.Stream))
			Expect(got.Runs).To(BeNumerically("<=", runs))
			Expect(got.Stopped).To(BeFalse())
		},
		Entry("needs a turn, a message, and a call in each of two sessions", "session/results-anywhere", "neutral", 8, 200),
		Entry("needs a fragment that goes to the call of another session", "fragment/slot-of-any-session", "neutral", 8, 200),
		Entry("needs the end of a turn in which a call is open", "notify/turn-end-ignored", "neutral", 4, 100),
		Entry("needs arguments in one piece that name an agent", "identity/agent-never-ends", "neutral", 4, 200),
		Entry("needs two pieces of one text, which must not be joined", "step/each-piece-a-message", "neutral", 4, 100),
		Entry("needs one event", "session/nameless-dropped", "neutral", 1, 50),
		Entry("needs a result that carries its call, where a lost start loses nothing", "attach/by-arrival", "agentc", 6, 200),
	)

	It("keeps the signature on streams of every dialect", func() {
		// A pass that only fits one dialect would give another failure in others.
		for i, f := range everyDialect() {
			for j, m := range deviation.Models() {
				if (i+j)%nightly.Count(72, 24) > 0 {
					continue
				}
				judge := against(m)
				s, hold, ok := failing(f, judge, uint64(i))
				if !ok {
					continue
				}
				got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
				Expect(judge(&got.Subject)).To(ContainElement(hold), "%s of %s", m.Name, f.Dialect)
				Expect(len(got.Stream.Events)).To(BeNumerically("<=", 12), "%s of %s", m.Name, f.Dialect)
			}
		}
	})

	It("needs less than three times as many runs for twenty times as many events", func() {
		// Real traces are long, and a run of a candidate is dear.
		runs := func(events int) int {
			s, hold := bloated(features("neutral"), against(wrong("notify/turn-end-ignored")), events)
			got := shrink.Reduce(&s, hold, shrink.Options{Judge: counting(hold, spec.CallDone, 3)})
			Expect(kinds(got.Stream)).To(HaveKeyWithValue(spec.CallDone, 3))
			return got.Runs
		}
		Expect(runs(10_000)).To(BeNumerically("<", 3*runs(500)))
	})

	It("leaves a subject as it is whose failure is another one", func() {
		// The caller has to see that nothing was reduced, not an empty stream.
		s := subject(features("neutral"), 7)
		got := shrink.Reduce(&s, hold, shrink.Options{Judge: func(*shrink.Subject) []shrink.Signature {
			return []shrink.Signature{{Kind: "another"}}
		}})
		Expect(got.Runs).To(Equal(1))
		Expect(got.Stream.Events).To(Equal(s.Stream.Events))
		Expect(got.Faults).To(Equal(s.Faults))
		Expect(got.Others).To(HaveLen(1))
	})

	It("reduces what fails always to nothing, in any dialect", func() {
		// An empty stream is a stream: a reader may fail on the end of input alone.
		for _, f := range everyDialect() {
			s := subject(f, 11)
			got := shrink.Reduce(&s, hold, shrink.Options{Judge: always})
			Expect(got.Stream.Events).To(BeEmpty(), f.Dialect)
			for _, h := range got.Faults {
				Expect(h.Session.OK).To(BeFalse(), "%+v touches what is gone", h)
			}
			Expect(got.Kept).To(BeEmpty())
		}
	})

	It("bears an empty subject", func() {
		got := shrink.Reduce(&shrink.Subject{}, hold, shrink.Options{Judge: always})
		Expect(got.Stream.Events).To(BeEmpty())
	})

	It("never changes the subject that it is given", func() {
		// It may be a corpus entry that others read at the same time.
		s := subject(features("neutral"), 7)
		before := slices.Clone(s.Stream.Events)
		faults := slices.Clone(s.Faults)
		shrink.Reduce(&s, hold, shrink.Options{Judge: counting(hold, spec.CallOpen, 2)})
		Expect(s.Stream.Events).To(Equal(before))
		Expect(s.Faults).To(Equal(faults))
	})

	It("never asks twice about the same candidate, and counts each once", func() {
		// A run of a process is dear.
		m := wrong("session/results-anywhere")
		s, hold, _ := failing(features("neutral"), against(m), 0)
		seen := map[string]int{}
		judge := func(c *shrink.Subject) []shrink.Signature {
			seen[printed(c.Stream)+fmt.Sprint(c.Faults)]++
			return against(m)(c)
		}
		got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
		Expect(got.Runs).To(Equal(len(seen)))
		for candidate, times := range seen {
			Expect(times).To(Equal(1), candidate)
		}
	})

	It("gives the judge records that are numbered from 1 without gaps", func() {
		// A codec writes one line a record.
		s := subject(features("claudecode:partial"), 3)
		shrink.Reduce(&s, hold, shrink.Options{Judge: func(c *shrink.Subject) []shrink.Signature {
			last := 0
			for _, e := range c.Stream.Events {
				Expect(e.Record).To(Or(Equal(last), Equal(last+1)))
				last = e.Record
			}
			return counting(hold, spec.MessageFull, 2)(c)
		}})
	})
})

// hold is the signature of the judges made by hand.
var hold = shrink.Signature{Rule: "made/by-hand", Kind: "it fails"}

func always(*shrink.Subject) []shrink.Signature { return []shrink.Signature{hold} }

func wrong(name string) deviation.Deviation {
	m, known := deviation.ByName(name)
	Expect(known).To(BeTrue())
	return m
}

// printed writes a stream, one event a line.
func printed(s spec.Stream) string {
	out := string(s.End)
	for _, e := range s.Events {
		usage, limit := "", ""
		if e.Usage != nil {
			usage, e.Usage = fmt.Sprintf(" %+v", *e.Usage), nil
		}
		if e.Limit != nil {
			limit, e.Limit = fmt.Sprintf(" %+v", *e.Limit), nil
		}
		out += fmt.Sprintf("\n%d %s %+v%s%s", e.Record, e.Kind, e, usage, limit)
	}
	return out
}

func kinds(s spec.Stream) map[spec.Kind]int {
	n := map[spec.Kind]int{}
	for i := range s.Events {
		n[s.Events[i].Kind]++
	}
	return n
}
