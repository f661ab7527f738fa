package model_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The edges of turns", func() {
	It("ends only its own session's: a child's start and end change nothing of the parent", func() {
		parent := `
			{"kind":"turn.start","session":"p","turn":"t1"}
			{"kind":"text","session":"p","text":"I ask"}
			{"kind":"call.start","session":"p","call":"c1","name":"ask"}`
		before := session(open(derivedDialect, parent), "p")
		after := open(derivedDialect, parent+`
			{"kind":"turn.start","session":"c","parent":"p","turn":"x"}
			{"kind":"text","session":"c","text":"hm"}
			{"kind":"turn.end","session":"c","turn":"x"}`)
		Expect(session(after, "p")).To(Equal(before))
		Expect(after.Active).To(HaveLen(1))
	})

	It("ends a turn whose end was lost at the next start, as incomplete", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t1"}
			{"kind":"call.start","session":"s","call":"c1","name":"ls"}
			{"kind":"turn.start","session":"s","turn":"t2"}`)
		Expect(session(t, "s").Turns[0].Status).To(Equal(spec.Incomplete))
		Expect(ids(session(t, "s").Abandoned)).To(Equal([]string{"c1"}))
		Expect(t.Active).To(BeEmpty())
	})

	It("takes a repeated start of the open turn for the same turn", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t1"}
			{"kind":"text","session":"s","text":"a"}
			{"kind":"turn.start","session":"s","turn":"t1"}
			{"kind":"text","session":"s","text":"b"}`)
		Expect(session(t, "s").Turns).To(HaveLen(1))
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("ab"))
	})

	It("counts a terminal event for the turn that it names, however late", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t1"}
			{"kind":"turn.start","session":"s","turn":"t2"}
			{"kind":"turn.end","session":"s","turn":"t1"}`)
		Expect(session(t, "s").Turns[0].Status).To(Equal(spec.Completed))
		Expect(session(t, "s").Turns[1].Status).To(Equal(spec.Open))
	})

	It("lets turns overlap where the dialect does: a held-back result ends the turn of its index", func() {
		t := open(overlapDialect, `
			{"kind":"turn.start","turn":"0"}
			{"kind":"message.full","messages":[{"message":"m1","role":"assistant","parts":[{"kind":"text","slot":"0","text":"a"}]}]}
			{"kind":"turn.start","turn":"1"}
			{"kind":"message.full","messages":[{"message":"m2","role":"assistant","parts":[{"kind":"text","slot":"0","text":"b"}]}]}
			{"kind":"turn.end","turn":"0"}`)
		s := session(t, "")
		Expect(s.Turns[0].Status).To(Equal(spec.Completed))
		Expect(s.Turns[1].Status).To(Equal(spec.Open))
		Expect(s.Messages[1].Complete).To(BeFalse())
	})

	It("clears everything active in every session when the user's turn starts", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"p","turn":"t"}
			{"kind":"call.start","session":"p","call":"c","name":"ask"}
			{"kind":"turn.start","session":"c","parent":"p","turn":"t"}
			{"kind":"call.open","session":"c","call":"c","name":"ls"}
			{"kind":"user.turn","global":true}`)
		Expect(t.Active).To(BeEmpty())
		Expect(ids(session(t, "c").Abandoned)).To(Equal([]string{"c"}))
	})

	It("marks turn and calls cancelled at once, and keeps what comes later apart", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"text","session":"s","text":"a"}
			{"kind":"call.start","session":"s","call":"c","name":"ls"}
			{"kind":"cancel","global":true}
			{"kind":"text","session":"s","text":"b"}`)
		s := session(t, "s")
		Expect(s.Turns[0].Status).To(Equal(spec.Cancelled))
		Expect(s.Abandoned[0].Status).To(Equal(spec.Cancelled))
		Expect(rendered(s.Messages[0])).To(Equal("a"))
		Expect(s.Unattributed).To(Equal([]string{"b"}))
		Expect(kinds(t)).To(ConsistOf(spec.LateFragment))
	})

	It("opens a turn for a reader who joins in the middle", func() {
		t := open(derivedDialect, `
			{"kind":"text","session":"s","text":"mid"}
			{"kind":"turn.end","session":"s","turn":"t1"}`)
		Expect(session(t, "s").Turns).To(HaveLen(1))
		Expect(session(t, "s").Turns[0].Status).To(Equal(spec.Completed))
	})

	It("fails what a fatal error names and keeps the partial content", func() {
		t := open(namedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"text","session":"s","message":"m","text":"a"}
			{"kind":"call.open","session":"s","message":"m","call":"c","name":"ls"}
			{"kind":"error","session":"s","fatal":true,"error":"boom"}`)
		s := session(t, "s")
		Expect(s.Turns[0].Status).To(Equal(spec.Failed))
		Expect(*s.Turns[0].Error).To(Equal("boom"))
		Expect(rendered(s.Messages[0])).To(Equal("a[c]"))
		Expect(s.Messages[0].Calls[0].Status).To(Equal(spec.Abandoned))
	})

	It("changes nothing for an error that is not fatal", func() {
		lines := `{"kind":"turn.start","session":"s","turn":"t"}`
		Expect(open(namedDialect, lines+"\n"+`{"kind":"error","global":true,"error":"x"}`)).To(Equal(open(namedDialect, lines)))
	})
})

var _ = Describe("The end of input", func() {
	DescribeTable("settles the outcome from the last root turn",
		func(f spec.Features, lines string, cause spec.Cause, want spec.Outcome) {
			t := model.Run(spec.Stream{Features: f, Events: events(lines), End: cause}, spec.Policies{})
			Expect(t.Outcome).To(Equal(want))
			Expect(t.Active).To(BeEmpty())
		},
		Entry("no events, terminal dialect", derivedDialect, ``, spec.EOF, spec.OutcomeIncomplete),
		Entry("no events, no terminal event", runDialect, ``, spec.EOF, spec.OutcomeUnknown),
		Entry("ended", derivedDialect, `{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"turn.end","session":"s","turn":"t"}`, spec.EOF, spec.OutcomeCompleted),
		Entry("not ended", derivedDialect, `{"kind":"turn.start","session":"s","turn":"t"}`, spec.EOF, spec.OutcomeIncomplete),
		Entry("no terminal event, nothing open", runDialect, `{"kind":"text","message":"m","text":"a"}
			{"kind":"message.close","message":"m"}`, spec.EOF, spec.OutcomeUnknown),
		Entry("no terminal event, cut", runDialect, `{"kind":"text","message":"m","text":"a"}
			{"kind":"message.close","message":"m"}`, spec.Cut, spec.OutcomeIncomplete),
		Entry("no terminal event, a call open", runDialect,
			`{"kind":"call.open","message":"m","call":"c","name":"ls"}`, spec.EOF, spec.OutcomeIncomplete),
		Entry("a failed run", runDialect, `{"kind":"text","message":"m","text":"a"}
			{"kind":"error","global":true,"fatal":true,"error":"x"}`, spec.EOF, spec.OutcomeFailed),
		Entry("failed before anything", runDialect, `{"kind":"error","global":true,"fatal":true}`, spec.EOF, spec.OutcomeFailed),
	)

	It("leaves what waits for a person waiting, neither abandoned nor completed", func() {
		t := ended(runDialect, `
			{"kind":"call.open","message":"m","call":"A","name":"task","args":"{\"subagent_type\":\"x\"}"}
			{"kind":"message.close","message":"m"}
			{"kind":"session.open","session":"c","parent":"","parent_call":"A"}
			{"kind":"call.open","session":"c","message":"n","call":"i","name":"rm"}
			{"kind":"wait","session":"c","wait":"w1"}
			{"kind":"wait","wait":"w1"}`)
		Expect(t.Outcome).To(Equal(spec.OutcomeInterrupted))
		Expect(session(t, "c").Messages[0].Calls[0].Status).To(Equal(spec.Waiting))
		Expect(session(t, "").Messages[0].Calls[0].Status).To(Equal(spec.Waiting))
		Expect(t.Active).To(HaveLen(2))
		Expect(t.Agents[0].Status).To(Equal(spec.Running))
	})

	It("marks only the waiting session's calls while the stream goes on", func() {
		t := open(runDialect, `
			{"kind":"call.open","message":"m","call":"A","name":"x"}
			{"kind":"call.open","session":"c","parent":"","message":"n","call":"i","name":"rm"}
			{"kind":"wait","session":"c","wait":"w1"}
			{"kind":"wait","wait":"w1"}`)
		Expect(session(t, "").Messages[0].Calls[0].Status).To(Equal(spec.Preparing))
		Expect(session(t, "").Turns[0].Status).To(Equal(spec.Waiting))
		Expect(session(t, "c").Messages[0].Calls[0].Status).To(Equal(spec.Waiting))
	})

	It("makes each call wait that is named, whatever id the wait has", func() {
		t := open(namedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"call.open","session":"s","message":"m","call":"c","name":"rm"}
			{"kind":"call.open","session":"s","message":"m","call":"d","name":"rm"}
			{"kind":"wait","session":"s","call":"c","wait":"w"}
			{"kind":"wait","session":"s","call":"d","wait":"w"}`)
		Expect(t.Active).To(HaveEach(HaveField("Phase", spec.Waiting)))
		Expect(t.Active).To(HaveLen(2))
	})

	It("changes nothing when it is called again, or events follow", func() {
		s := model.New(derivedDialect, spec.Policies{})
		s.End(spec.EOF)
		before := s.Transcript()
		s.Step(&spec.Event{Kind: spec.Text, Session: "s", Text: "x"})
		s.End(spec.Cut)
		Expect(s.Transcript()).To(Equal(before))
	})
})

var _ = Describe("A cancel", func() {
	It("cancels what waits for a person, too", func() {
		t := open(namedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"call.open","session":"s","message":"m","call":"c","name":"rm"}
			{"kind":"wait","session":"s","call":"c","wait":"w"}
			{"kind":"cancel","global":true}`)
		Expect(session(t, "s").Messages[0].Calls[0].Status).To(Equal(spec.Cancelled))
		Expect(t.Active).To(BeEmpty())
	})
})

var _ = Describe("A turn of a dialect that marks starts and no ends", func() {
	const (
		starts = `{"kind":"turn.start","session":"s","turn":"0"}` + "\n"
		next   = `{"kind":"turn.start","session":"s","turn":"1"}` + "\n"
		asks   = `{"kind":"message.full","session":"s","complete":true,"messages":[{"message":"u1","role":"user","parts":[{"kind":"text","text":"go"}]}]}` + "\n"
		calls  = `{"kind":"message.full","session":"s","messages":[{"message":"m1","role":"assistant","parts":[{"kind":"call","slot":"0","call":"c1","name":"ls","args":"{}","args_value":true}]}]}` + "\n"
		result = `{"kind":"call.done","session":"s","call":"c1","result":"a"}` + "\n"
		says   = `{"kind":"message.full","session":"s","messages":[{"message":"m2","role":"assistant","parts":[{"kind":"text","slot":"0","text":"so"}]}]}` + "\n"
		fails  = `{"kind":"error","session":"s","error":"gone"}` + "\n"
	)
	DescribeTable("ends by the next one as by the end of the input", func(lines string, status spec.Status, outcome spec.Outcome) {
		first := func(t spec.Transcript) spec.Turn { return session(t, "s").Turns[0] }
		atInput := ended(endlessDialect, starts+lines)
		Expect(first(atInput).Status).To(Equal(status))
		Expect(atInput.Outcome).To(Equal(outcome))
		Expect(first(open(endlessDialect, starts+lines)).Status).To(Equal(spec.Open))
		Expect(first(open(endlessDialect, starts+lines+next)).Status).To(Equal(status))
		cut := model.Run(spec.Stream{Features: endlessDialect, Events: events(starts + lines), End: spec.Cut}, spec.Policies{})
		Expect(first(cut).Status).To(Equal(spec.Incomplete), "a cut completes nothing")
	},
		Entry("completed where it has its answer", asks+calls+result+says, spec.Completed, spec.OutcomeUnknown),
		Entry("incomplete where nothing was said", "", spec.Incomplete, spec.OutcomeIncomplete),
		Entry("incomplete where a prompt waits for an answer", asks, spec.Incomplete, spec.OutcomeIncomplete),
		Entry("incomplete where a result does", asks+calls+result, spec.Incomplete, spec.OutcomeIncomplete),
		Entry("incomplete where a call is open", asks+calls+says, spec.Incomplete, spec.OutcomeIncomplete),
		Entry("failed where an error is the latest", asks+says+fails, spec.Failed, spec.OutcomeFailed),
		Entry("completed where it went on behind an error", asks+fails+says, spec.Completed, spec.OutcomeUnknown),
	)

	It("has its messages complete once it is", func() {
		t := open(endlessDialect, starts+asks+says+next)
		Expect(session(t, "s").Messages[1].Complete).To(BeTrue())
	})
})
