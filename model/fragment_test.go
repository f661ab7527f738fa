package model_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("Fragments", func() {
	It("belong to the call of the same session, message and slot, whatever was seen last", func() {
		t := open(runDialect, `
			{"kind":"call.open","message":"m","slot":"0","call":"a","name":"x"}
			{"kind":"call.open","session":"k","message":"n","slot":"0","call":"b","name":"y"}
			{"kind":"args","message":"m","slot":"0","text":"{\"p\":"}
			{"kind":"args","session":"k","message":"n","slot":"0","text":"{}"}
			{"kind":"args","message":"m","slot":"0","text":"1}"}`)
		Expect(session(t, "").Messages[0].Calls[0].Args).To(Equal(`{"p":1}`))
		Expect(session(t, "k").Messages[0].Calls[0].Args).To(Equal(`{}`))
	})

	It("go to the new call when a slot is used again, though the old one never completed", func() {
		t := open(runDialect, `
			{"kind":"call.open","message":"m","slot":"0","call":"a","name":"x"}
			{"kind":"args","message":"m","slot":"0","text":"{\"cut"}
			{"kind":"call.open","message":"m","slot":"0","call":"b","name":"x"}
			{"kind":"args","message":"m","slot":"0","text":"{}"}`)
		calls := session(t, "").Messages[0].Calls
		Expect(calls[0].Args).To(Equal(`{"cut`))
		Expect(calls[1].Args).To(Equal(`{}`))
	})

	It("whose id is the word null name no call, and belong to their slot", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","slot":"0","call":"a","name":"x"}
			{"kind":"args","session":"s","message":"m","slot":"0","call":"null","text":"{}"}`)
		Expect(session(t, "s").Messages[0].Calls[0].Args).To(Equal(`{}`))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("belong to a call that is named null, where there is one", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","slot":"0","call":"a","name":"x"}
			{"kind":"call.open","session":"s","message":"m","slot":"1","call":"null","name":"y"}
			{"kind":"args","session":"s","message":"m","slot":"0","call":"null","text":"{}"}`)
		Expect(session(t, "s").Messages[0].Calls[1].Args).To(Equal(`{}`))
	})

	It("wait for the start that claims them", func() {
		t := open(namedDialect, `
			{"kind":"message.open","session":"s","message":"m"}
			{"kind":"args","session":"s","message":"m","slot":"1","text":"{\"a\""}
			{"kind":"call.open","session":"s","message":"m","slot":"1","call":"c","name":"x"}
			{"kind":"args","session":"s","message":"m","slot":"1","text":":1}"}`)
		Expect(session(t, "s").Messages[0].Calls[0].Args).To(Equal(`{"a":1}`))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("are reported and kept where nothing ever claims them", func() {
		t := ended(namedDialect, `
			{"kind":"args","session":"s","message":"m","slot":"1","text":"{}"}
			{"kind":"message.close","session":"s","message":"m"}`)
		Expect(session(t, "s").Unattributed).To(Equal([]string{"{}"}))
		Expect(kinds(t)).To(ContainElement(spec.UnclaimedFragment))
	})

	It("wait for their start though the next message seems to end theirs", func() {
		head := `
			{"kind":"args","message":"m","slot":"1","text":"{\"a\""}
			{"kind":"text","message":"n","text":"Meanwhile."}`
		Expect(open(runDialect, head).Anomalies).To(BeEmpty())
		t := open(runDialect, head+`
			{"kind":"call.open","message":"m","slot":"1","call":"c","name":"x"}
			{"kind":"args","message":"m","slot":"1","text":":1}"}`)
		Expect(session(t, "").Messages[0].Calls[0].Args).To(Equal(`{"a":1}`))
		Expect(t.Anomalies).To(BeEmpty())
	})

	DescribeTable("that nothing claimed are reported once, when the guess that their message ended is certain",
		func(end string) {
			t := ended(runDialect, `
				{"kind":"args","message":"m","slot":"1","text":"{}"}
				{"kind":"text","message":"n","text":"Meanwhile."}
				`+end)
			Expect(session(t, "").Unattributed).To(Equal([]string{"{}"}))
			Expect(kinds(t)).To(Equal([]spec.AnomalyKind{spec.UnclaimedFragment}))
		},
		Entry("by its own end", `{"kind":"message.close","message":"m"}`),
		Entry("by a whole frame", `{"kind":"message.full","complete":true,"messages":[{"message":"m","role":"assistant"}]}`),
		Entry("by an error", `{"kind":"error","error":"x"}`),
		Entry("by the end of the input", ""),
		Entry("by the end of an input that waits", `{"kind":"wait","wait":"w"}`),
	)

	DescribeTable("without a slot",
		func(calls string, want int, kind ...spec.AnomalyKind) {
			t := open(namedDialect, `{"kind":"message.open","session":"s","message":"m"}`+"\n"+calls+
				"\n"+`{"kind":"args","session":"s","message":"m","text":"{}"}`)
			s := session(t, "s")
			Expect(s.Unattributed).To(HaveLen(want))
			Expect(kinds(t)).To(ConsistOf(kind))
		},
		Entry("go to the only open call", `{"kind":"call.open","session":"s","message":"m","call":"a","name":"x"}`, 0),
		Entry("go to none of two", `{"kind":"call.open","session":"s","message":"m","call":"a","name":"x"}
			{"kind":"call.open","session":"s","message":"m","call":"b","name":"x"}`, 1, spec.AmbiguousFragment),
		Entry("go to no call that is not there", "", 1, spec.UnclaimedFragment),
	)

	It("follow their id over every slot", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","slot":"0","call":"a","name":"x"}
			{"kind":"call.open","session":"s","message":"m","slot":"1","call":"b","name":"x"}
			{"kind":"args","session":"s","message":"m","slot":"0","call":"b","text":"[1]"}`)
		Expect(session(t, "s").Messages[0].Calls[1].Args).To(Equal("[1]"))
	})

	It("change nothing when empty, and open nothing", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"text","session":"s","form":"thought","text":""}`)
		Expect(session(t, "s").Messages).To(BeEmpty())
	})

	It("join to text byte for byte, a cut inside a character included", func() {
		s := model.New(derivedDialect, spec.Policies{})
		for _, part := range []string{"\xe5\x8c", "\x97 ", " x "} {
			s.Step(&spec.Event{Kind: spec.Text, Session: "s", Text: part})
		}
		Expect(rendered(session(s.Transcript(), "s").Messages[0])).To(Equal("北  x "))
	})

	It("set name and id once", func() {
		t := open(runDialect, `
			{"kind":"call.open","message":"m","slot":"0","call":"a","name":"write"}
			{"kind":"call.open","message":"m","slot":"0","call":"a","name":"write"}`)
		Expect(session(t, "").Messages[0].Calls).To(HaveLen(1))
		Expect(session(t, "").Messages[0].Calls[0].Name).To(Equal("write"))
	})

	It("keep malformed arguments raw and report them once", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","slot":"0","call":"a","name":"x"}
			{"kind":"args","session":"s","message":"m","slot":"0","text":"{\"a\":tr"}
			{"kind":"args.end","session":"s","message":"m","slot":"0"}
			{"kind":"call.done","session":"s","call":"a","is_error":true}`)
		Expect(session(t, "s").Messages[0].Calls[0].Args).To(Equal(`{"a":tr`))
		Expect(kinds(t)).To(Equal([]spec.AnomalyKind{spec.MalformedArguments}))
	})

	It("show no agent before the arguments are complete, by the marker or by their value", func() {
		head := `{"kind":"call.open","session":"s","message":"m","slot":"0","call":"a","name":"task"}
			{"kind":"args","session":"s","message":"m","slot":"0","text":"{\"subagent_type\":\"hr\"}"}`
		Expect(open(namedDialect, head).Agents).To(BeEmpty())
		Expect(open(runDialect, head).Agents).To(HaveLen(1))
		Expect(open(namedDialect, head+"\n"+`{"kind":"args.end","session":"s","call":"a"}`).Agents[0].Name).To(Equal("hr"))
	})

	DescribeTable("complete arguments by value only as one whole object or array",
		func(args string, want int) {
			s := model.New(runDialect, spec.Policies{})
			s.Step(&spec.Event{Kind: spec.CallOpen, Message: "m", Slot: "0", Call: "a", Name: "task"})
			for i := range len(args) {
				s.Step(&spec.Event{Kind: spec.CallArgs, Message: "m", Slot: "0", Text: args[i : i+1]})
			}
			Expect(s.Transcript().Agents).To(HaveLen(want))
		},
		Entry("an object", `{"subagent_type":"a"}`, 1),
		Entry("brackets in a string", `{"x":"}]","subagent_type":"a\"}"}`, 1),
		Entry("a prefix", `{"subagent_type":"a"`, 0),
		Entry("an agent that is no text", `{"subagent_type":7}`, 0),
		Entry("an empty agent", `{"subagent_type":""}`, 0),
		Entry("a literal", `"subagent_type"`, 0),
		Entry("closed, but no JSON", `{subagent_type}`, 0),
	)
})

var _ = Describe("Calls whose message the wire names", func() {
	It("stay on it, whatever arrives between", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","slot":"0","call":"a","name":"x"}
			{"kind":"text","session":"s","message":"n","text":"other"}
			{"kind":"call.done","session":"s","call":"a","result":"1"}`)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("[a]"))
		Expect(session(t, "s").Messages[0].Calls[0].Status).To(Equal(spec.Done))
	})

	It("stay separate under one id that is open in two messages, and the newest is answered", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","call":"a","name":"x"}
			{"kind":"call.open","session":"s","message":"n","call":"a","name":"x"}
			{"kind":"call.done","session":"s","call":"a","result":"1"}`)
		s := session(t, "s")
		Expect(s.Messages[0].Calls[0].Status).To(Equal(spec.Preparing))
		Expect(s.Messages[1].Calls[0].Status).To(Equal(spec.Done))
		Expect(kinds(t)).To(ConsistOf(spec.ClashingIDs))
	})

	It("are new when a finished id is used in a later message", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","call":"a","name":"x"}
			{"kind":"call.done","session":"s","call":"a","result":"1"}
			{"kind":"call.open","session":"s","message":"n","call":"a","name":"x"}`)
		Expect(t.Active).To(HaveLen(1))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("keep the first terminal state; a list refines failed to denied", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","call":"a","name":"x"}
			{"kind":"call.done","session":"s","call":"a","is_error":true}
			{"kind":"call.progress","session":"s","call":"a","result":"0"}
			{"kind":"call.done","session":"s","call":"a","restated":true,"status":"denied"}
			{"kind":"call.done","session":"s","call":"a","result":"2"}`)
		c := session(t, "s").Messages[0].Calls[0]
		Expect(c.Status).To(Equal(spec.Denied))
		Expect(c.Result).To(BeEmpty())
		Expect(kinds(t)).To(ConsistOf(spec.ResultTwice))
	})

	It("find a result by its global id in another session", func() {
		t := open(overlapDialect, `
			{"kind":"message.full","session":"k","messages":[{"message":"m","role":"assistant","parts":[{"kind":"call","slot":"0","call":"a","name":"x","args":"{}","args_value":true}]}]}
			{"kind":"call.done","call":"a","result":"1"}`)
		Expect(session(t, "k").Messages[0].Calls[0].Status).To(Equal(spec.Done))
	})

	It("run when the wire says so, and wait to be named before they do", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","call":"a","name":"x"}
			{"kind":"call.start","session":"s","call":"a","args":"{}"}
			{"kind":"call.start","session":"s","call":"zz"}`)
		Expect(t.Active).To(ConsistOf(spec.ActiveCall{Session: "s", Call: "a", Name: "x", Phase: spec.Executing, At: 1}))
		Expect(kinds(t)).To(ConsistOf(spec.Unattributed))
	})

	It("never get another call's fragments for want of an id", func() {
		t := open(runDialect, `
			{"kind":"call.open","message":"m","slot":"0","name":"x"}
			{"kind":"args","message":"m","slot":"0","text":"{}"}
			{"kind":"call.open","message":"m","slot":"1","name":"x"}
			{"kind":"args","message":"m","slot":"1","text":"[]"}`)
		calls := session(t, "").Messages[0].Calls
		Expect(calls).To(HaveLen(2))
		Expect(calls[0].Args + calls[1].Args).To(Equal("{}[]"))
	})
})
