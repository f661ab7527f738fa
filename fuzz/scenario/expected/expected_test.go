package expected_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/expected"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// emission is a small scenario emitted in its natural order.
type emission struct {
	*scenario.Scenario
	emitted []script.Emitted
}

// emit emits the delegation in a dialect; edit changes it before.
func emit(f spec.Features, edit func(sc *scenario.Scenario)) *emission {
	sc := scenariotest.Delegation(f)
	if edit != nil {
		edit(sc)
	}
	Expect(sc.Check()).To(Succeed())
	var steps script.Script
	steps.Reset(sc)
	order := make(script.Order, len(steps.Groups))
	for i := range order {
		order[i] = int32(i)
	}
	return &emission{sc, script.Emit(nil, sc, &steps, order)}
}

// until is what is expected up to the first step of a kind; end after the end.
func (t *emission) until(k script.StepKind) spec.Transcript {
	for i := range t.emitted {
		if t.emitted[i].Kind == k {
			want, _ := expected.Transcript(t.Scenario, t.emitted[:i+1], "", spec.Policies{})
			return want
		}
	}
	Fail("no such step")
	return spec.Transcript{}
}

func (t *emission) end() spec.Transcript {
	want, _ := expected.Transcript(t.Scenario, t.emitted, spec.EOF, spec.Policies{})
	return want
}

// faulty puts a fault on the call.
func faulty(k fault.Kind) func(sc *scenario.Scenario) {
	return func(sc *scenario.Scenario) {
		sc.Faults = []scenario.Fault{{Kind: k, Rule: "missing/abandoned", Session: 0, Message: 0, Call: 0}}
		sc.Calls[0].Fault = scenario.NodeFault{Kind: k, By: 2}
	}
}

// wordsBehind gives the words to a message of their own, behind the call.
func wordsBehind(sc *scenario.Scenario) {
	sc.Items[0], sc.Items[1] = sc.Items[1], sc.Items[0]
	sc.Calls[0].Item = 0
	sc.Messages = []scenario.Message{sc.Messages[0], sc.Messages[0], sc.Messages[1]}
	sc.Messages[0].Items, sc.Messages[1].Items = scenario.Span{From: 0, To: 1}, scenario.Span{From: 1, To: 2}
	sc.Items[1].Message, sc.Items[2].Message = 1, 2
	sc.Turns[0].Messages, sc.Turns[1].Messages = scenario.Span{From: 0, To: 2}, scenario.Span{From: 2, To: 3}
}

var _ = Describe("what is expected of a small scenario", func() {
	neutral, agentc, langgraph := scenariotest.Dialects[0], scenariotest.Dialects[1], scenariotest.Dialects[2]

	It("is nothing before the first record", func() {
		want, ok := expected.Transcript(emit(neutral, nil).Scenario, nil, "", spec.Policies{})
		Expect(ok).To(BeTrue())
		Expect(want.Sessions).To(BeEmpty())
		Expect(want.Outcome).To(Equal(spec.OutcomeOpen))
	})

	It("has the text only as far as it was said", func() {
		want := emit(neutral, nil).until(script.TextPiece)
		Expect(want.Sessions[0].Messages[1].Parts[0].Text).To(Equal("I will"))
	})

	It("has the call preparing from its announcement and executing from its start", func() {
		t := emit(neutral, nil)
		Expect(t.until(script.CallOpens).Active).To(ConsistOf(spec.ActiveCall{Session: "main", Call: "c1", Name: "task", Phase: spec.Preparing}))
		Expect(t.until(script.CallStarts).Active).To(ConsistOf(spec.ActiveCall{Session: "main", Call: "c1", Name: "task", Phase: spec.Executing}))
	})

	It("knows no agent before the arguments are complete", func() {
		t := emit(neutral, nil)
		Expect(t.until(script.ArgsPiece).Agents).To(BeEmpty())
		Expect(t.until(script.ArgsEnd).Agents).To(HaveLen(1))
	})

	It("keeps the sub-session's words out of the parent and links the two", func() {
		want := emit(neutral, nil).end()
		Expect(want.Sessions).To(HaveLen(2))
		Expect(want.Sessions[0].Messages).To(HaveLen(2))
		Expect(*want.Sessions[0].Messages[1].Calls[0].Child).To(Equal("sub"))
		Expect(*want.Sessions[1].ParentCall).To(Equal("c1"))
		Expect(want.Outcome).To(Equal(spec.OutcomeCompleted))
	})

	It("attaches the call backward where the dialect leaves the owner to the reader", func() {
		want := emit(agentc, nil).end()
		Expect(want.Sessions[0].Messages[1].Parts).To(HaveLen(2))
		Expect(want.Sessions[0].Messages[1].Calls[0].Status).To(Equal(spec.Done))
	})

	It("holds a call that comes before any words, and hands it to the next message", func() {
		t := emit(agentc, wordsBehind)
		Expect(t.until(script.CallEnds).Sessions[0].Held).To(HaveLen(1))
		parts := t.end().Sessions[0].Messages[1].Parts
		Expect(parts[0].Kind).To(Equal(spec.CallPart))
		Expect(parts[1].Text).To(Equal("I will ask."))
	})

	It("marks a call that is never answered abandoned, its agent failed, at the turn's end and not before", func() {
		t := emit(neutral, faulty(fault.NeverAnswered))
		Expect(t.until(script.SessionEnds).Active).To(HaveLen(1))
		want := t.end()
		Expect(want.Sessions[0].Messages[1].Calls[0].Status).To(Equal(spec.Abandoned))
		Expect(want.Agents[0].Status).To(Equal(spec.Failed))
	})

	It("leaves the outcome unknown where the dialect says no end", func() {
		Expect(emit(langgraph, nil).end().Outcome).To(Equal(spec.OutcomeUnknown))
	})
})
