package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// A spoiler reads the neutral dialect with the model, and spoils the answer to
// streams that it does not like.
type spoiler struct {
	dislikes func(events []spec.Event) bool
	spoil    func(*spec.Transcript)
	bytes    bool
	lacks    []string
}

func (s *spoiler) Hello() probe.HelloReply {
	h := probe.HelloReply{
		Probe: probe.Version, Name: "spoiler", Role: probe.Reducer, Dialects: []string{"neutral"},
		Lacks:    s.lacks,
		Observes: []string{"outcome", "sessions", "turns", "messages", "calls", "active", "agents", "quota", "anomalies"},
	}
	if s.bytes {
		h.Intake = probe.IntakeBytes
	}
	return h
}

func (s *spoiler) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	records := req.Events
	for _, chunk := range req.Chunks {
		records = append(records, []byte(strings.TrimSpace(string(chunk))))
	}
	decoder := neutral.New().NewDecoder("")
	state := model.New(neutral.New().Features(""), plan.WithDefaults(spec.Policies{}))
	reply, observe, seen := &probe.RunReply{}, req.Observe, []spec.Event(nil)
	look := func(at int) {
		if len(observe) > 0 && observe[0] == at {
			reply.Observations = append(reply.Observations, s.answer(state, seen))
			observe = observe[1:]
		}
	}
	look(0)
	for i, record := range records {
		events, _ := decoder.Decode(nil, record)
		for j := range events {
			state.Step(&events[j])
			seen = append(seen, events[j])
		}
		look(i + 1)
	}
	state.End(map[probe.End]spec.Cause{"": spec.EOF, probe.EOF: spec.EOF, probe.Cut: spec.Cut}[req.End])
	final := s.answer(state, seen)
	reply.Final = &final
	return reply, nil
}

func (s *spoiler) answer(state *model.State, seen []spec.Event) spec.Transcript {
	t := state.Transcript()
	if s.dislikes != nil && s.dislikes(seen) {
		s.spoil(&t)
	}
	return t
}

func loseMessages(t *spec.Transcript) {
	for i := range t.Sessions {
		t.Sessions[i].Messages = nil
	}
}

// judgeOf is a judge of a value in this process.
func judgeOf(c probe.Candidate) *attribute.Attributor {
	GinkgoHelper()
	worker := candidate.NewWorker(candidate.Value{New: func() probe.Candidate { return c }}, candidate.NewLimits(0, 0))
	DeferCleanup(worker.Close)
	j, err := attribute.New(context.Background(), worker, 1)
	Expect(err).NotTo(HaveOccurred())
	return j
}

// bearing is a generated neutral case that has a fault of that name, and at
// least two more.
func bearing(name string) *plan.Case {
	GinkgoHelper()
	for n := range uint64(5000) {
		p := perform.Generate(neutral.New().Features(""), perform.Degraded, perform.CaseSeed(3, n))
		has := slices.ContainsFunc(p.Faults, func(h spec.Fault) bool { return h.Name == name })
		if !has || len(p.Faults) < 3 {
			continue
		}
		c, err := plan.Generated(fmt.Sprint("test/", n), neutral.New(), "", p)
		Expect(err).NotTo(HaveOccurred())
		return c
	}
	Fail("no case bears " + name)
	return nil
}

func resultTwice(events []spec.Event) bool {
	done := map[[2]string]int{}
	for i := range events {
		e := &events[i]
		switch key := [2]string{e.Session, e.Call}; e.Kind {
		case spec.CallOpen, spec.CallStart:
			done[key] = 0
		case spec.CallDone:
			if done[key]++; done[key] > 1 && !e.Restated {
				return true
			}
		}
	}
	return false
}

var _ = Describe("Charging", func() {
	attributionOf := func(c probe.Candidate, of *plan.Case) *attribute.Attribution {
		GinkgoHelper()
		j := judgeOf(c)
		t, err := j.Try(context.Background(), of)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).NotTo(Equal(spec.Pass), "the case must fail for this test")
		found, err := j.Attribute(context.Background(), t)
		Expect(err).NotTo(HaveOccurred())
		return found
	}

	It("leaves no fault in the case that can be taken away", func() {
		c := bearing("result-twice")
		found := attributionOf(&spoiler{dislikes: resultTwice, spoil: loseMessages}, c)
		Expect(found.Findings).To(HaveExactElements(HaveField("Rule", "repeat/result-twice")))
		Expect(len(found.Trial.Case.Faults)).To(BeNumerically("<", len(c.Faults)))
	})

	It("cuts the case behind the first record that makes a difference", func() {
		found := attributionOf(&spoiler{dislikes: resultTwice, spoil: loseMessages}, bearing("result-twice"))
		small := found.Trial.Case
		Expect(resultTwice(small.Stream.Events)).To(BeTrue())
		Expect(resultTwice(upToForTest(small, len(small.Records)-1))).To(BeFalse())
		Expect(found.Findings[0].Position).To(Equal(len(small.Records)))
	})

	It("charges base rules where the candidate fails with no fault at all", func() {
		always := func([]spec.Event) bool { return true }
		found := attributionOf(&spoiler{dislikes: always, spoil: func(t *spec.Transcript) {
			for i := range t.Active {
				t.Active[i].Phase = spec.Waiting
			}
		}}, bearing("result-twice"))
		Expect(found.Findings).To(HaveExactElements(HaveField("Rule", "notify/lifecycle")))
		Expect(found.Trial.Case.Faults).To(BeEmpty())
	})

	It("charges base rules too where the same goes wrong without faults in other cases", func() {
		j := judgeOf(&spoiler{dislikes: resultTwice, spoil: loseMessages})
		j.Known = ask.BaseRules{"step/by-message-id": true, "attach/explicit-owner": true, "missing/no-loss": true}
		t, err := j.Try(context.Background(), bearing("result-twice"))
		Expect(err).NotTo(HaveOccurred())
		found, err := j.Attribute(context.Background(), t)
		Expect(err).NotTo(HaveOccurred())
		for _, f := range found.Findings {
			Expect(j.Known).To(HaveKey(f.Rule))
		}
	})

	It("charges nothing where the case ends otherwise the second time", func() {
		answers := 0
		found := attributionOf(&spoiler{
			dislikes: func([]spec.Event) bool { answers++; return answers == 1 }, spoil: func(t *spec.Transcript) { t.Outcome = "odd" },
		}, bearing("result-twice"))
		Expect(found.Findings).To(HaveExactElements(And(HaveField("Rule", ""), HaveField("Detail", ContainSubstring("once more")))))
	})

	It("does not charge a fault that is there only because another needs it", func() {
		t := &ask.Trial{Case: &plan.Case{Faults: []spec.Fault{
			{ID: 1, Rule: "session/parallel"}, {ID: 2, Rule: "session/scoped-ids", Needs: []int{1}},
		}}}
		Expect(attribute.FaultRules(t, spec.AllParts())).To(Equal([]string{"session/scoped-ids"}))
	})

	It("does not charge a rule that the candidate does not observe", func() {
		t := &ask.Trial{Case: &plan.Case{Faults: []spec.Fault{{ID: 1, Rule: "notify/lifecycle"}}}}
		Expect(attribute.FaultRules(t, spec.PartsOf(spec.ObserveMessages))).To(BeEmpty())
	})

	It("cannot tell anything where the clean twin fails too", func() {
		corpus, err := plan.LoadCorpus()
		Expect(err).NotTo(HaveOccurred())
		at := slices.IndexFunc(corpus.Cases, func(c *plan.Case) bool { return c.Written.Breaking && c.Dialect == "neutral" })
		always := func([]spec.Event) bool { return true }
		Expect(attributionOf(&spoiler{dislikes: always, spoil: loseMessages}, corpus.Cases[at])).To(BeNil())
	})
})

// upToForTest are the events of the first records.
func upToForTest(c *plan.Case, record int) []spec.Event {
	var events []spec.Event
	for _, e := range c.Stream.Events {
		if e.Record <= record {
			events = append(events, e)
		}
	}
	return events
}

var _ = Describe("A replay file", func() {
	It("reads back as the case that failed, with its expectation", func() {
		j := judgeOf(&spoiler{dislikes: resultTwice, spoil: loseMessages})
		t, err := j.Try(context.Background(), bearing("result-twice"))
		Expect(err).NotTo(HaveOccurred())
		found, err := j.Attribute(context.Background(), t)
		Expect(err).NotTo(HaveOccurred())
		file, err := newReplay(found, j.Capabilities)
		Expect(err).NotTo(HaveOccurred())
		Expect(file.Name).To(MatchRegexp(`^repeat-result-twice-[0-9a-f]{8}\.txtar$`))
		Expect(string(file.Text)).To(And(
			HavePrefix("A case that a candidate failed."), ContainSubstring("fault: result-twice (repeat/result-twice)"),
		))
		again, rules, err := replay.Read(file.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(rules).To(Equal([]string{"repeat/result-twice"}))
		Expect(again.Records).To(Equal(found.Trial.Case.Records))
		failing, err := j.Try(context.Background(), again)
		Expect(err).NotTo(HaveOccurred())
		Expect(failing.Verdict).To(Equal(spec.Fail))
		passing, err := judgeOf(&spoiler{}).Try(context.Background(), again)
		Expect(err).NotTo(HaveOccurred())
		Expect(passing.Verdict).To(Equal(spec.Pass))
	})

	It("whose expectation is not the model's any more is our error, not the candidate's", func() {
		c := bearing("result-twice")
		want, err := ask.Expect(c, plan.WithDefaults(spec.Policies{}))
		Expect(err).NotTo(HaveOccurred())
		want.Final.Outcome = spec.OutcomeCancelled
		c.Performed, c.Written = nil, &plan.Written{Policies: plan.WithDefaults(spec.Policies{}), Golden: map[int]*spec.Transcript{spec.AtEnd: &want.Final}}
		t, err := judgeOf(&spoiler{}).Try(context.Background(), c)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).To(Equal(spec.HarnessError))
		Expect(t.Detail).To(ContainSubstring("the oracles disagree"))
	})
})

var _ = Describe("A candidate that takes the raw stream", func() {
	It("gets a chunk a record, so that positions count the same", func() {
		t, err := judgeOf(&spoiler{bytes: true}).Try(context.Background(), bearing("result-twice"))
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).To(Equal(spec.Pass), t.Detail)
	})
})

var _ = Describe("The positions of a generated case", func() {
	It("increase, lie within the stream, are few, and are the same every time", func() {
		c := bearing("result-twice")
		Expect(slices.IsSorted(c.Observe)).To(BeTrue())
		Expect(len(c.Observe)).To(BeNumerically("<=", plan.MostObserved))
		Expect(c.Observe[0]).To(BeNumerically(">", 0))
		Expect(c.Observe[len(c.Observe)-1]).To(BeNumerically("<=", len(c.Records)))
		Expect(plan.Positions(c)).To(Equal(c.Observe))
	})
})
