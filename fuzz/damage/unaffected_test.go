package damage_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// stream is what the lines say, one record each, in a dialect.
func stream(dialect, lines string) spec.Stream {
	GinkgoHelper()
	s := spec.Stream{End: spec.EOF}
	for i := range voices {
		if voices[i].Dialect == dialect {
			s.Features = voices[i].Features
		}
	}
	Expect(s.Features.Dialect).To(Equal(dialect))
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		e := spec.Event{Record: i + 1}
		Expect(json.Unmarshal([]byte(line), &e)).To(Succeed(), line)
		s.Events = append(s.Events, e)
	}
	return s
}

// unaffected are those of a stream and one that has a line more behind it.
func unaffected(dialect, lines, more string) []string {
	GinkgoHelper()
	a, b := stream(dialect, lines), stream(dialect, lines+"\n"+more)
	return damage.Unaffected(&a, &b)
}

// countAffected is how often a wrong model reads a session otherwise that damage does not
// touch.
func countAffected(leaky deviation.Deviation, f spec.Features) int {
	read := func(s *spec.Stream) spec.Transcript {
		sem, _ := leaky.New()
		m := model.NewWith(sem, s.Features, spec.Policies{})
		for i := range s.Events {
			m.Step(&s.Events[i])
		}
		m.End(s.End)
		return m.Transcript()
	}
	var h hand
	found := 0
	for n := range nightly.Count(uint64(700), 1200) {
		c := h.victim(&f, n)
		whole := damage.Apply(c.whole, c.edits.Harmless())
		if ids := damage.Unaffected(&whole, &c.broken); len(ids) > 0 {
			a, b := read(&whole), read(&c.broken)
			found += len(unaffectedDifferences(spec.AllParts(), ids, &a, &b))
		}
	}
	return found
}

var _ = Describe("bystanders", func() {
	two := `{"kind":"text","session":"a","message":"m","text":"x"}
		{"kind":"text","session":"b","message":"m","text":"y"}`

	DescribeTable("of one record more",
		func(dialect, lines, more string, want ...string) {
			Expect(unaffected(dialect, lines, more)).To(ConsistOf(want))
		},
		Entry("are the sessions that it does not name", "neutral", two, `{"kind":"text","session":"b","message":"m","text":"!"}`, "a"),
		Entry("are all where it names one that was not there", "neutral", two, `{"kind":"text","session":"c","message":"m","text":"!"}`, "a", "b"),
		Entry("are none where it is global", "neutral", two, `{"kind":"cancel","global":true}`),
		Entry("are none where somebody is asked: while one waits, all do", "neutral", two, `{"kind":"wait","session":"b","wait":"w"}`),
		Entry("are none where it may declare things of all sessions void", "neutral", two, `{"kind":"retract","session":"b","retracts":["e1"]}`),
		Entry("are no children of its session where a result ends them", "langgraph:js",
			`{"kind":"text","message":"m","text":"x"}
			{"kind":"session.open","session":"tools:a","parent":""}`, `{"kind":"call.done","call":"c"}`),
		Entry("are children of its session where they end by themselves", "neutral",
			`{"kind":"text","session":"a","message":"m","text":"x"}
			{"kind":"session.open","session":"b","parent":"a"}`, `{"kind":"call.done","session":"a","call":"c"}`, "b"),
		Entry("share no call with its session where ids are global", "claudecode:full",
			`{"kind":"call.done","session":"a","call":"c"}
			{"kind":"call.done","session":"b","call":"c"}`, `{"kind":"call.done","session":"b","call":"c"}`),
		Entry("are none where events belong to what is open", "cagent:d1", two, `{"kind":"text","session":"b","message":"m","text":"!"}`),
		Entry("are none where the root has them in its runs", "agui:sse",
			`{"kind":"turn.start","turn":"r"}
			{"kind":"session.open","session":"b","parent":""}`, `{"kind":"turn.end","turn":"r"}`),
	)

	It("are those whose events are void as they were, where ids are shared", func() {
		a := stream("neutral", `{"kind":"text","session":"a","id":"e1","message":"m","text":"x"}
			{"kind":"text","session":"b","id":"e2","message":"m","text":"y"}`)
		b := stream("neutral", `{"kind":"text","session":"a","id":"e2","message":"m","text":"x"}
			{"kind":"text","session":"b","id":"e2","message":"m","text":"y"}`)
		Expect(damage.Unaffected(&a, &b)).To(BeEmpty(), "the words of b came under an id that a took")
	})

	It("are none where the input ends otherwise", func() {
		a, b := stream("neutral", two), stream("neutral", two)
		b.End = spec.Cut
		Expect(damage.Unaffected(&a, &b)).To(BeEmpty())
	})

	It("find out readers that let sessions touch each other, in every dialect that names them", func() {
		for _, leak := range []struct{ mutant, dialect string }{
			{"session/stays-with-child", "agentc"}, {"session/child-speaks-in-parent", "agentc"},
			{"session/child-calls-in-parent", "neutral"}, {"session/child-speaks-in-parent", "langgraph:js"},
		} {
			leaky, known := deviation.ByName(leak.mutant)
			Expect(known).To(BeTrue(), leak.mutant)
			Expect(countAffected(leaky, stream(leak.dialect, `{"kind":"note"}`).Features)).To(BeNumerically(">", 0), leak.mutant+" "+leak.dialect)
		}
	})

	It("are compared without what links them to others, and without what is not theirs", func() {
		child, agent := "k", "scout"
		was := spec.Transcript{Outcome: spec.OutcomeCompleted, Sessions: []spec.Session{{
			ID: "a", Agent: &agent, Messages: []spec.Message{{Calls: []spec.Call{{ID: "c", Child: &child}}}},
		}}, Anomalies: []spec.Anomaly{{Kind: spec.UnlinkedChild, Session: "a"}, {Kind: spec.OrphanResult, Session: "b"}}}
		is := spec.Transcript{Outcome: spec.OutcomeFailed, Sessions: []spec.Session{{
			ID: "a", ParentCall: &child, Messages: []spec.Message{{Calls: []spec.Call{{ID: "c"}}}},
		}, {ID: "b"}}}
		Expect(unaffectedDifferences(spec.AllParts(), []string{"a"}, &was, &is)).To(BeEmpty())
		is.Sessions[0].Messages[0].Calls[0].Name = "ls"
		Expect(unaffectedDifferences(spec.AllParts(), []string{"a"}, &was, &is)).To(HaveLen(1))
		Expect(was.Sessions[0].Messages[0].Calls[0].Child).NotTo(BeNil(), "neither is changed")
	})
})

var _ = Describe("renamed faults", func() {
	It("touch what bears the id in the damaged stream, sessions that are paths included", func() {
		edits := damage.Edits{{ID: 64, Op: damage.Rename, Names: []damage.Naming{
			{From: "c1", To: damage.Name{Style: damage.Property}}, {From: "a", To: damage.Name{Style: damage.Digits}},
		}}}
		faults := []spec.Fault{{Session: spec.To("tools:a|tools:b"), Call: "c1", Message: "m"}, {Call: "c2"}}
		edits.RenameFaults(faults)
		Expect(faults).To(Equal([]spec.Fault{{Session: spec.To("tools:0|tools:b"), Call: "__proto__", Message: "m"}, {Call: "c2"}}))
	})

	It("name calls and messages that the damaged stream has, wherever the undamaged one has them", func() {
		for i := range shapes {
			for seed := range nightly.Count(uint64(400), 1200) {
				c := perform.Generate(shapes[i].Features, perform.Hostile, seed)
				if len(c.Edits) == 0 || len(c.Edits.Harmless()) < len(c.Edits) {
					continue
				}
				before, after := text(c.Undamaged()), text(c.Stream)
				plain := perform.Generate(shapes[i].Features, perform.Degraded, seed)
				for n, h := range plain.Faults {
					if h.Call != "" && strings.Contains(before, quote(h.Call)) {
						Expect(after).To(ContainSubstring(quote(c.Faults[n].Call)), c.String())
					}
				}
			}
		}
	})
})

func quote(id string) string { return text(id) }
