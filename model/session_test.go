package model_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("Sessions", func() {
	const delegation = `
		{"kind":"call.open","session":"p","message":"m","call":"A","name":"mcp__x__task","args":"{\"subagent_type\":\"hr\"}"}
		{"kind":"args.end","session":"p","call":"A"}`

	It("tie a child to its call, whichever is seen first", func() {
		child := `{"kind":"session.open","session":"c","parent":"p","parent_call":"A"}`
		for _, lines := range []string{delegation + "\n" + child, child + "\n" + delegation} {
			t := open(namedDialect, lines)
			Expect(*session(t, "p").Messages[0].Calls[0].Child).To(Equal("c"))
			Expect(*t.Agents[0].Session).To(Equal("c"))
			Expect(t.Agents[0].Name).To(Equal("hr"))
		}
	})

	It("report the end of a session that is not open, and a child that never ends", func() {
		t := ended(namedDialect, delegation+`
			{"kind":"session.open","session":"c","parent":"p","parent_call":"A"}
			{"kind":"session.close","session":"x"}`)
		Expect(kinds(t)).To(ConsistOf(spec.UnbalancedClose, spec.NeverClosed))
		Expect(session(t, "c").Status).To(Equal(spec.Open))
	})

	It("end the turn of a child that closes, and nothing of its parent", func() {
		t := open(namedDialect, delegation+`
			{"kind":"session.open","session":"c","parent":"p","parent_call":"A"}
			{"kind":"turn.start","session":"c","turn":"1"}
			{"kind":"call.open","session":"c","message":"n","call":"A","name":"ls"}
			{"kind":"session.close","session":"c","status":"failed"}`)
		Expect(session(t, "c").Status).To(Equal(spec.Failed))
		Expect(session(t, "c").Turns[0].Status).To(Equal(spec.Failed))
		Expect(session(t, "c").Messages[0].Calls[0].Status).To(Equal(spec.Abandoned))
		Expect(t.Active).To(HaveLen(1))
	})

	It("close a child with its linked call's completion where the dialect says so", func() {
		t := open(runDialect, `
			{"kind":"call.open","message":"m","call":"A","name":"task","args":"{\"subagent_type\":\"hr\"}"}
			{"kind":"session.open","session":"c","parent":"","parent_call":"A"}
			{"kind":"call.done","call":"A","result":"\"ok\""}`)
		Expect(session(t, "c").Status).To(Equal(spec.Closed))
		Expect(session(t, "c").Turns[0].Status).To(Equal(spec.Completed))
	})

	It("let a launched child outlive its call: its agent runs until it closes", func() {
		launched := `
			{"kind":"turn.start","turn":"0"}
			{"kind":"message.full","messages":[{"message":"m","role":"assistant","parts":[{"kind":"call","slot":"0","call":"A","name":"Agent","args":"{\"subagent_type\":\"x\"}","args_value":true}]}]}
			{"kind":"session.open","session":"A","parent":"","parent_call":"A"}
			{"kind":"call.done","call":"A","result":"1"}
			{"kind":"turn.end","turn":"0"}`
		Expect(open(overlapDialect, launched).Agents[0].Status).To(Equal(spec.Running))
		Expect(open(overlapDialect, launched+"\n"+`{"kind":"session.close","session":"A"}`).Agents[0].Status).To(Equal(spec.Completed))
	})

	It("settle a run with the first end of its session, though a later call continues that", func() {
		t := open(overlapDialect, `
			{"kind":"turn.start","turn":"0"}
			{"kind":"message.full","messages":[{"message":"m1","role":"assistant","parts":[{"kind":"call","slot":"0","call":"c1","name":"Task","args":"{\"subagent_type\":\"reader\"}","args_value":true}]}]}
			{"kind":"session.open","session":"c1","parent":"","parent_call":"c1"}
			{"kind":"session.close","session":"c1"}
			{"kind":"call.done","call":"c1","result":"1"}
			{"kind":"message.full","messages":[{"message":"m2","role":"assistant","parts":[{"kind":"call","slot":"0","call":"c2","name":"Task","args":"{\"subagent_type\":\"reader\"}","args_value":true}]}]}
			{"kind":"session.open","session":"c1","parent":"","parent_call":"c2"}`)
		Expect(t.Agents).To(ConsistOf(
			HaveField("Status", spec.Completed), HaveField("Status", spec.Running)))
	})

	It("report a child that nothing links, where the dialect has a link", func() {
		t := ended(runDialect, `
			{"kind":"text","message":"m","text":"a"}
			{"kind":"text","session":"c","parent":"","message":"n","text":"b"}`)
		Expect(kinds(t)).To(ConsistOf(spec.UnlinkedChild))
		Expect(session(t, "c").ParentCall).To(BeNil())
	})

	It("go on under their id when they are opened again", func() {
		t := open(namedDialect, `
			{"kind":"session.open","session":"c","parent":"p"}
			{"kind":"text","session":"c","message":"m","text":"a"}
			{"kind":"session.close","session":"c"}
			{"kind":"session.open","session":"c","parent":"p"}
			{"kind":"text","session":"c","message":"n","text":"b"}`)
		Expect(session(t, "c").Messages).To(HaveLen(2))
		Expect(session(t, "c").Status).To(Equal(spec.Open))
	})

	It("keep what names no session apart, and report it", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"text","session":"s","no_session":true,"text":"whose?"}`)
		Expect(session(t, "s").Unattributed).To(Equal([]string{"whose?"}))
		Expect(kinds(t)).To(ConsistOf(spec.Unattributed))
	})

	It("take an event whose id was seen before for a replay", func() {
		t := open(namedDialect, `
			{"kind":"text","id":"e1","session":"s","message":"m","text":"a"}
			{"kind":"text","id":"e2","session":"s","message":"m","text":"a"}
			{"kind":"text","id":"e1","session":"s","message":"m","text":"a"}`)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("aa"), "equal content is not a duplicate")
		Expect(kinds(t)).To(ConsistOf(spec.Replayed))
	})
})

var _ = Describe("Restated messages", func() {
	It("confirm what streamed, once", func() {
		t := open(namedDialect, `
			{"kind":"text","session":"s","message":"m","slot":"0","text":"Hel"}
			{"kind":"text","session":"s","message":"m","slot":"0","text":"lo"}
			{"kind":"message.full","session":"s","restated":true,"messages":[{"message":"m","role":"assistant","parts":[{"kind":"text","slot":"0","text":"Hello"}]}]}`)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("Hello"))
	})

	It("complete what was lost on the way, and lose nothing to a stale one", func() {
		head := `{"kind":"text","session":"s","message":"m","slot":"0","text":"Hello"}`
		full := func(text string) string {
			return "\n" + `{"kind":"message.full","session":"s","restated":true,"messages":[{"message":"m","role":"assistant","parts":[{"kind":"text","slot":"0","text":"` + text + `"}]}]}`
		}
		Expect(rendered(session(open(namedDialect, head+full("Hello, you")), "s").Messages[0])).To(Equal("Hello, you"))
		Expect(rendered(session(open(namedDialect, head+full("Hel")), "s").Messages[0])).To(Equal("Hello"))
	})

	It("keep the order of the parts of a message that nothing was told of before", func() {
		t := open(namedDialect, `
			{"kind":"message.full","session":"s","complete":true,"messages":[{"message":"m","role":"assistant","parts":[{"kind":"text","text":"a"},{"kind":"call","call":"c","name":"ls","args":"{}","args_value":true},{"kind":"text","text":"b"}]}]}`)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("a[c]b"))
	})

	It("keep the streamed bytes of arguments that are the same value", func() {
		t := open(namedDialect, `
			{"kind":"call.open","session":"s","message":"m","slot":"0","call":"c","name":"x"}
			{"kind":"args","session":"s","message":"m","slot":"0","text":"{\"a\": 1}"}
			{"kind":"message.full","session":"s","restated":true,"messages":[{"message":"m","role":"assistant","parts":[{"kind":"call","slot":"0","call":"c","name":"x","args":"{\"a\":1}","args_value":true}]}]}`)
		Expect(session(t, "s").Messages[0].Calls[0].Args).To(Equal(`{"a": 1}`))
	})

	It("replace arguments that streamed incomplete, but not by an error wrapper", func() {
		head := `{"kind":"call.open","session":"s","message":"m","slot":"0","call":"c","name":"x"}
			{"kind":"args","session":"s","message":"m","slot":"0","text":"{\"a\""}`
		full := func(part string) string {
			return "\n" + `{"kind":"message.full","session":"s","restated":true,"messages":[{"message":"m","role":"assistant","parts":[{"kind":"call","slot":"0","call":"c","name":"x",` + part + `}]}]}`
		}
		c := session(open(namedDialect, head+full(`"args":"{\"a\":2}","args_value":true`)), "s").Messages[0].Calls[0]
		Expect(c.Args).To(Equal(`{"a":2}`))
		c = session(open(namedDialect, head+full(`"args":"{\"a","invalid":true`)), "s").Messages[0].Calls[0]
		Expect(c.Args).To(Equal(`{"a"`))
	})

	It("add text behind a call when a whole message has more", func() {
		t := open(runDialect, `
			{"kind":"text","message":"m","text":"a"}
			{"kind":"call.open","message":"m","slot":"0","call":"c","name":"x"}
			{"kind":"message.full","complete":true,"restated":true,"messages":[{"message":"m","role":"assistant","parts":[{"kind":"text","text":"ab"},{"kind":"call","call":"c","name":"x","args":"{}","args_value":true}]}]}`)
		Expect(rendered(session(t, "").Messages[0])).To(Equal("a[c]b"))
		Expect(session(t, "").Messages[0].Complete).To(BeTrue())
	})

	It("grow cumulative arguments without taking any of them for whole", func() {
		partial := func(args string) string {
			return "\n" + `{"kind":"message.full","restated":true,"messages":[{"message":"m","role":"assistant","parts":[{"kind":"call","call":"c","name":"x","args":"` + args + `"}]}]}`
		}
		t := open(runDialect, partial(``)+partial(`{\"a\"`)+partial(`{\"a\":1}`)+partial(`{\"a\"`))
		Expect(session(t, "").Messages[0].Calls[0].Args).To(Equal(`{"a":1}`))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("replace a session's own messages on a resume, and leave its children's", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"text","session":"s","text":"old"}
			{"kind":"text","session":"c","parent":"s","text":"child"}
			{"kind":"history","session":"s","complete":true,"messages":[{"role":"user","parts":[{"kind":"text","text":"hi"}]},{"role":"assistant","parts":[{"kind":"text","text":"yes"}]},{"role":"assistant","parts":[{"kind":"call","call":"c1","name":"ls","args":"{}","args_value":true,"answered":true,"result":"1"}]}]}
			{"kind":"text","session":"s","text":"on"}`)
		s := session(t, "s")
		Expect(s.Messages).To(HaveLen(3))
		Expect(rendered(s.Messages[1])).To(Equal("yes[c1]"))
		Expect(rendered(s.Messages[2])).To(Equal("on"), "the stream goes on in the middle of a turn")
		Expect(rendered(session(t, "c").Messages[0])).To(Equal("child"))
	})

	It("keep a saved result that answers nothing as an orphan, and make no message of it", func() {
		t := open(derivedDialect, `
			{"kind":"history","session":"s","complete":true,"messages":[{"role":"user","parts":[{"kind":"text","text":"q"}]},{"role":"assistant","parts":[{"kind":"text","text":"a"}]},{"role":"user","parts":[{"kind":"call","call":"zz","answered":true,"result":"1"}]}]}
			{"kind":"message.close","session":"s","stop_reason":"end_turn"}`)
		s := session(t, "s")
		Expect(s.Messages).To(HaveLen(2))
		Expect(s.Turns).To(HaveLen(1))
		Expect(s.Orphans).To(HaveLen(1))
		Expect(s.Messages[1].StopReason).To(BeNil(), "the end is of a model call that the snapshot does not hold")
	})

	It("begin a fresh transcript when another session is shown", func() {
		t := open(derivedDialect, `
			{"kind":"text","session":"s","text":"old"}
			{"kind":"history","session":"r","complete":true}`)
		Expect(t.Sessions).To(HaveLen(1))
		Expect(t.Sessions[0].ID).To(Equal("r"))
	})
})

var _ = Describe("Retraction", func() {
	It("removes what the named events brought in, with its calls, and nothing else", func() {
		t := open(namedDialect, `
			{"kind":"message.full","id":"e1","session":"s","messages":[{"message":"m","role":"assistant","parts":[{"kind":"text","slot":"0","text":"a"}]}]}
			{"kind":"message.full","id":"e2","session":"s","messages":[{"message":"m","role":"assistant","parts":[{"kind":"call","slot":"1","call":"c","name":"x","args":"{}","args_value":true}]}]}
			{"kind":"retract","session":"s","retracts":["e2"]}`)
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("a"))
		Expect(t.Active).To(BeEmpty())
	})

	It("removes what an event brings in after it was retracted only where that is retracted again", func() {
		dialect := namedDialect
		dialect.EventIDs = false // an id that comes again is no replay
		twice := `
			{"kind":"text","id":"e","session":"s","message":"m","text":"a"}
			{"kind":"text","id":"e","session":"s","message":"n","text":"a"}
			{"kind":"retract","session":"s","retracts":["e"]}
			{"kind":"text","id":"e","session":"s","message":"o","text":"b"}
			{"kind":"retract","session":"s","retracts":["f"]}`
		t := open(dialect, twice)
		Expect(session(t, "s").Messages).To(HaveLen(1))
		Expect(session(t, "s").Messages[0].ID).To(Equal("o"))
		t = open(dialect, twice+`
			{"kind":"retract","session":"s","retracts":["e"]}`)
		Expect(session(t, "s").Messages).To(BeEmpty())
	})

	It("removes a message that is declared void, and joins nothing to it afterwards", func() {
		t := open(namedDialect, `
			{"kind":"text","session":"s","message":"m","text":"void"}
			{"kind":"retract","session":"s","message":"m"}
			{"kind":"text","session":"s","message":"m","text":"new"}`)
		Expect(session(t, "s").Messages).To(HaveLen(1))
		Expect(rendered(session(t, "s").Messages[0])).To(Equal("new"))
	})
})

var _ = Describe("Accounts", func() {
	It("count usage once: the latest report of a message replaces", func() {
		t := open(namedDialect, `
			{"kind":"text","session":"s","message":"m","text":"a"}
			{"kind":"usage","session":"s","message":"m","usage":{"input":5,"output":1}}
			{"kind":"usage","session":"s","message":"m","usage":{"input":5,"output":9}}`)
		Expect(session(t, "s").Messages[0].Usage).To(Equal(&spec.Usage{Input: 5, Output: 9}))
	})

	It("bill a model call without a message to its turn", func() {
		t := open(derivedDialect, `
			{"kind":"turn.start","session":"s","turn":"t"}
			{"kind":"text","session":"s","text":"a"}
			{"kind":"message.close","session":"s","usage":{"input":1,"output":1}}
			{"kind":"note","session":"s","note":"boundary"}
			{"kind":"message.close","session":"s","stop_reason":"tool_use","usage":{"input":2,"output":2}}`)
		Expect(session(t, "s").Messages[0].Usage.Input).To(Equal(int64(1)))
		Expect(session(t, "s").Turns[0].Usage.Input).To(Equal(int64(2)))
	})

	DescribeTable("know a limit by its structured status alone",
		func(lines string, want bool) { Expect(open(namedDialect, lines).Quota.Limited).To(Equal(want)) },
		Entry("rejected with a window", `{"kind":"limit","limit":{"rejected":true,"window":"five_hour"}}`, true),
		Entry("a window on an allowed event", `{"kind":"limit","limit":{"rejected":false,"window":"five_hour"}}`, false),
		Entry("rejected without a window is throttling", `{"kind":"limit","limit":{"rejected":true}}`, false),
		Entry("until the same window is allowed", `{"kind":"limit","limit":{"rejected":true,"window":"w"}}
			{"kind":"limit","limit":{"rejected":false,"window":"w"}}`, false),
		Entry("and by no other window", `{"kind":"limit","limit":{"rejected":true,"window":"w"}}
			{"kind":"limit","limit":{"rejected":false,"window":"v"}}`, true),
	)
})
