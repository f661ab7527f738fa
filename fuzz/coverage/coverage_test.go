package coverage_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/coverage"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
	"github.com/quock-dev/quock/spec/wire/agentc"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func TestCoverage(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Coverage")
}

var _ = Describe("A symbol", func() {
	It("knows for each dialect that it can show all that is generated of it", func() {
		var g perform.Generator
		for _, c := range dialects.Generated() {
			f := c.Features("")
			if f.Document {
				continue
			}
			for seed := range uint64(300) {
				for _, e := range g.Case(&f, perform.Level(seed%2), seed).Stream.Events {
					s := coverage.SymbolOf(&e)
					Expect(s.Possible(&f)).To(BeTrue(), "%s shows %s", f.Dialect, s)
				}
			}
		}
	})
})

var _ = Describe("A step", func() {
	textOf := func(session, parent string) spec.Event {
		e := spec.Event{Kind: spec.Text, Session: session, Message: "m", Text: "a"}
		if parent != "" {
			e.Parent = spec.To(parent)
		}
		return e
	}

	It("says behind whom its session speaks, and how deep that is", func() {
		t := coverage.NewSteps(spec.Features{})
		var relations []coverage.SessionRelation
		var roles []coverage.Depth
		for _, e := range []spec.Event{textOf("r", ""), textOf("r", ""), textOf("a", "r"), textOf("b", "r"), {Kind: spec.UserTurn, Global: true}, textOf("r", ""), textOf("c", "a"), textOf("b", "")} {
			step := t.Next(&e)
			relations, roles = append(relations, step.Relation), append(roles, t.Depth(step.Session))
		}
		Expect(relations).To(Equal([]coverage.SessionRelation{
			coverage.SameSession, coverage.SameSession, coverage.BehindParent, coverage.BehindSibling,
			coverage.SameSession, coverage.BehindChild, coverage.BehindOther, coverage.BehindOther,
		}))
		Expect(roles).To(Equal([]coverage.Depth{
			coverage.Root, coverage.Root, coverage.Child, coverage.Child, coverage.Nobody, coverage.Root, coverage.Deep, coverage.Child,
		}))
	})

	It("counts what is open beside it", func() {
		t := coverage.NewSteps(spec.Features{})
		for _, e := range []spec.Event{textOf("r", ""), textOf("a", "r"), {Kind: spec.CallOpen, Session: "a", Call: "c"}} {
			t.Next(&e)
		}
		e := textOf("a", "")
		step := t.Next(&e)
		Expect(t.Others(step.Session)).To(Equal(1))
		Expect(t.Calls(step.Session)).To(Equal(1))
		Expect(step.Found.Has(follow.MessageKnown)).To(BeTrue())
		t.Reset()
		Expect(t.Next(&e).Found.Has(follow.MessageKnown)).To(BeFalse())
	})
})

var _ = Describe("What finds the steps", func() {
	It("forgets in a stream that never repeats an id and never ends anything, and says the same each time", func() {
		var seen [2]map[coverage.Shown]bool
		for n := range seen {
			seen[n] = map[coverage.Shown]bool{}
			t := coverage.NewSteps(spec.Features{})
			for i := range 200_000 {
				e := spec.Event{Kind: spec.SessionOpen, Session: fmt.Sprint("an-id-of-some-length-", i), Parent: spec.To("root")}
				if i%2 == 1 {
					e = spec.Event{Kind: spec.CallOpen, Session: "root", Call: e.Session}
				}
				step := t.Next(&e)
				step.Session = 0
				seen[n][step] = true
				if i%1000 == 0 {
					Expect(coverage.Known(t)).To(BeNumerically("<=", coverage.MostNames+3))
				}
			}
		}
		Expect(seen[0]).To(Equal(seen[1]))
	})

	It("keeps no more of very long ids than it has room for", func() {
		t := coverage.NewSteps(spec.Features{})
		for i := range 200 {
			t.Next(&spec.Event{Kind: spec.TurnStart, Session: strings.Repeat("x", 1<<18) + fmt.Sprint(i)})
		}
		Expect(coverage.Known(t)).To(BeNumerically("<=", 17))
	})

	It("allocates nothing an event once it is warm", func() {
		s := perform.Generate(agentc.New().Features(""), perform.Clean, 3).Stream
		t := coverage.NewSteps(s.Features)
		Expect(testing.AllocsPerRun(100, func() {
			t.Reset()
			for i := range s.Events {
				t.Next(&s.Events[i])
			}
		})).To(BeZero())
	})
})

func BenchmarkNext(b *testing.B) {
	var streams []spec.Stream
	events := 0
	for seed := range uint64(50) {
		streams = append(streams, perform.Generate(agentc.New().Features(""), perform.Degraded, seed).Stream)
		events += len(streams[seed].Events)
	}
	t := coverage.NewSteps(streams[0].Features)
	for b.Loop() {
		for i := range streams {
			t.Reset()
			for j := range streams[i].Events {
				t.Next(&streams[i].Events[j])
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events)/float64(b.N), "ns/event")
}
