package model_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("Attachment where the dialect leaves the owner open", func() {
	const start = `{"kind":"turn.start","session":"s","turn":"t1"}`

	It("puts a completed call on the latest message of its turn, because that message explains it", func() {
		t := open(derivedDialect, start+`
			{"kind":"text","session":"s","text":"I look."}
			{"kind":"call.start","session":"s","call":"c1","name":"ls","args":"{}"}
			{"kind":"message.close","session":"s","stop_reason":"tool_use"}
			{"kind":"call.done","session":"s","call":"c1","name":"ls","args":"{}","result":"\"a\""}`)
		m := session(t, "s").Messages[0]
		Expect(rendered(m)).To(Equal("I look.[c1]"))
		Expect(m.Calls[0].Status).To(Equal(spec.Done))
		Expect(*m.StopReason).To(Equal("tool_use"))
	})

	It("shows only completed calls on messages; an open one is active and nowhere else", func() {
		t := open(derivedDialect, start+`
			{"kind":"text","session":"s","text":"x"}
			{"kind":"call.open","session":"s","call":"c1","name":"ls"}`)
		Expect(session(t, "s").Messages[0].Calls).To(BeEmpty())
		Expect(t.Active).To(ConsistOf(spec.ActiveCall{Session: "s", Call: "c1", Name: "ls", Phase: spec.Preparing, At: 3}))
	})

	It("adds a second batch to the first instead of replacing it", func() {
		t := open(derivedDialect, start+`
			{"kind":"text","session":"s","text":"x"}
			{"kind":"call.done","session":"s","call":"c1","name":"ls"}
			{"kind":"note","session":"s","note":"boundary"}
			{"kind":"call.done","session":"s","call":"c2","name":"ls"}`)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("x[c1][c2]"))
	})

	It("holds the calls of a turn that begins with tools, in order, for its next message", func() {
		t := open(derivedDialect, start+`
			{"kind":"call.done","session":"s","call":"c1","name":"a"}
			{"kind":"call.done","session":"s","call":"c2","name":"b"}`)
		Expect(ids(session(t, "s").Held)).To(Equal([]string{"c1", "c2"}))

		t = open(derivedDialect, start+`
			{"kind":"call.done","session":"s","call":"c1","name":"a"}
			{"kind":"call.done","session":"s","call":"c2","name":"b"}
			{"kind":"text","session":"s","text":"done"}`)
		Expect(session(t, "s").Held).To(BeEmpty())
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("[c1][c2]done"))
	})

	It("lets a policy take held calls only when the message ends", func() {
		s := model.New(derivedDialect, spec.Policies{HeldAttach: "end"})
		for _, e := range events(start + `
			{"kind":"call.done","session":"s","call":"c1","name":"a"}
			{"kind":"text","session":"s","text":"done"}`) {
			s.Step(&e)
		}
		Expect(ids(session(s.Transcript(), "s").Held)).To(Equal([]string{"c1"}))
		s.Step(&spec.Event{Kind: spec.MessageClose, Session: "s"})
		Expect(rendered(session(s.Transcript(), "s").Messages[0])).To(Equal("[c1]done"))
	})

	It("never looks back over the edge of a turn: a tool-first second turn does not decorate the first", func() {
		t := open(derivedDialect, start+`
			{"kind":"text","session":"s","text":"first"}
			{"kind":"turn.end","session":"s","turn":"t1"}
			{"kind":"turn.start","session":"s","turn":"t2"}
			{"kind":"call.done","session":"s","call":"c1","name":"a"}`)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("first"))
		Expect(ids(session(t, "s").Held)).To(Equal([]string{"c1"}))
	})

	It("keeps what a silent turn holds as held, for good", func() {
		t := ended(derivedDialect, start+`
			{"kind":"call.done","session":"s","call":"c1","name":"a"}
			{"kind":"turn.end","session":"s","turn":"t1"}
			{"kind":"turn.start","session":"s","turn":"t2"}
			{"kind":"text","session":"s","text":"later"}
			{"kind":"turn.end","session":"s","turn":"t2"}`)
		Expect(ids(session(t, "s").Held)).To(Equal([]string{"c1"}))
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("later"))
	})

	It("takes a user message for the edge of a turn that has content, and of no other", func() {
		user := `{"kind":"message.full","session":"s","messages":[{"role":"user","parts":[{"kind":"text","text":"hi"}]}]}`
		t := open(derivedDialect, start+"\n"+user+`
			{"kind":"text","session":"s","text":"a"}`+"\n"+user+`
			{"kind":"call.done","session":"s","call":"c1","name":"x"}`)
		s := session(t, "s")
		Expect(s.Turns).To(HaveLen(2))
		Expect(s.Turns[0].Status).To(Equal(spec.Incomplete))
		Expect(s.Messages[1].Complete).To(BeFalse(), "its end was lost with the turn's")
		Expect(ids(s.Held)).To(Equal([]string{"c1"}))
	})

	It("joins the turn that a user message opened when the start comes", func() {
		t := open(derivedDialect, `
			{"kind":"message.full","session":"s","messages":[{"role":"user","parts":[{"kind":"text","text":"hi"}]}]}
			{"kind":"turn.start","session":"s","turn":"t1"}
			{"kind":"turn.end","session":"s","turn":"t1"}`)
		Expect(session(t, "s").Turns).To(HaveLen(1))
	})

	It("completes a call whose start was lost from what its completion carries", func() {
		t := open(derivedDialect, start+`
			{"kind":"text","session":"s","text":"x"}
			{"kind":"call.done","session":"s","call":"c1","name":"ls","args":"{\"a\":1}","result":"2"}`)
		Expect(session(t, "s").Messages[0].Calls[0].Args).To(Equal(`{"a":1}`))
		Expect(kinds(t)).To(ConsistOf(spec.StartLost))
	})

	It("keeps a result apart whose call was never named", func() {
		t := open(derivedDialect, start+`
			{"kind":"call.done","session":"s","call":"c9","result":"\"r\""}`)
		Expect(session(t, "s").Orphans).To(HaveLen(1))
		Expect(kinds(t)).To(ConsistOf(spec.OrphanResult))
	})

	It("gives a late result to its own call, in its own turn, without reviving it", func() {
		t := open(derivedDialect, start+`
			{"kind":"text","session":"s","text":"one"}
			{"kind":"call.start","session":"s","call":"c1","name":"ls"}
			{"kind":"turn.end","session":"s","turn":"t1"}
			{"kind":"turn.start","session":"s","turn":"t2"}
			{"kind":"text","session":"s","text":"two"}
			{"kind":"call.done","session":"s","call":"c1","name":"ls","result":"1"}`)
		s := session(t, "s")
		Expect(rendered(s.Messages[0])).To(Equal("one[c1]"))
		Expect(s.Messages[0].Calls[0].Status).To(Equal(spec.Abandoned))
		Expect(s.Abandoned).To(BeEmpty())
		Expect(kinds(t)).To(ConsistOf(spec.LateResult))
	})

	It("reports malformed arguments that only the late result brings", func() {
		t := open(derivedDialect, start+`
			{"kind":"call.open","session":"s","call":"c1","name":"ls"}
			{"kind":"turn.end","session":"s","turn":"t1"}
			{"kind":"call.done","session":"s","call":"c1","name":"ls","args":"{\"a\":","result":"1"}`)
		Expect(kinds(t)).To(ConsistOf(spec.LateResult, spec.MalformedArguments))
	})

	It("makes a call of a second completion in a later turn, and reports one in the same turn", func() {
		again := `{"kind":"call.done","session":"s","call":"c1","name":"ls","result":"2"}`
		t := open(derivedDialect, start+`
			{"kind":"text","session":"s","text":"one"}
			{"kind":"call.start","session":"s","call":"c1","name":"ls"}
			{"kind":"call.done","session":"s","call":"c1","name":"ls","result":"1"}`+"\n"+again+`
			{"kind":"turn.end","session":"s","turn":"t1"}
			{"kind":"turn.start","session":"s","turn":"t2"}
			{"kind":"text","session":"s","text":"two"}`+"\n"+again)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("one[c1]"))
		Expect(rendered(session(t, "s").Messages[1])).To(Equal("two[c1]"))
		Expect(kinds(t)).To(Equal([]spec.AnomalyKind{spec.ResultTwice, spec.StartLost}))
	})

	DescribeTable("an id that was used before is a new call or none",
		func(between, again string, active int) {
			t := open(derivedDialect, start+`
				{"kind":"call.open","session":"s","call":"c1","name":"ls"}
				{"kind":"call.done","session":"s","call":"c1","name":"ls"}`+"\n"+between+"\n"+again)
			Expect(t.Active).To(HaveLen(active))
		},
		Entry("a repeated selection revives nothing", "", `{"kind":"call.open","session":"s","call":"c1","name":"ls"}`, 0),
		Entry("after a new model call it is new", `{"kind":"note","session":"s","note":"boundary"}`,
			`{"kind":"call.open","session":"s","call":"c1","name":"ls"}`, 1),
		Entry("a start between makes it new", "", `{"kind":"call.start","session":"s","call":"c1","name":"ls"}`, 1),
		Entry("nothing opens after the turn's end", `{"kind":"turn.end","session":"s","turn":"t1"}`,
			`{"kind":"call.start","session":"s","call":"c2","name":"ls"}`, 0),
	)
})
