package check_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The rules of the parts that differ", func() {
	named := spec.Features{Owner: spec.Named, MessageIDs: true, Terminal: true, ArgsDeltas: true, Slots: true, Snapshots: true, Preparing: true, ArgsText: true}
	derived := spec.Features{Owner: spec.Derived, Dialect: "agentc", Terminal: true, Preparing: true}
	waiting := named
	waiting.Waits = true
	attributed := func(f spec.Features, want, got string) []check.Assignment {
		GinkgoHelper()
		e := &check.Evidence{Features: f, Observes: spec.AllParts(), Want: transcript(want), Got: transcript(got), Position: spec.AtEnd}
		Expect(e.Differences()).NotTo(BeEmpty())
		return check.Base(e, e.Differences())
	}
	one := func(call string) string {
		return `{"sessions":[{"id":"s","messages":[{"id":"m","role":"assistant","parts":[{"kind":"call","call":0}],"calls":[` + call + `]}]}]}`
	}
	with := func(members, call string) string { return "{" + members + "," + one(call)[1:] }
	child := func(member string) string { // of a session with two calls
		return `{"sessions":[{"id":"s","messages":[{"id":"m","role":"assistant","calls":[{"id":"a"},{"id":"b"}]}]},{"id":"c","parent":"s",` + member + `}]}`
	}
	withTexts := func(texts ...string) string {
		parts := ""
		for _, text := range texts {
			parts += `,{"kind":"text","text":"` + text + `"}`
		}
		return `{"sessions":[{"id":"s","messages":[{"id":"m","role":"assistant","parts":[` + parts[1:] + `]}]}]}`
	}
	family := func(parent, child string) string {
		return `{"sessions":[{"id":"s","messages":[{"id":"m","role":"assistant","parts":[{"kind":"text","text":"` + parent + `"}]}]},
			{"id":"c","parent":"s","messages":[{"id":"k","role":"assistant","parts":[{"kind":"text","text":"` + child + `"}]}]}]}`
	}

	DescribeTable("depend on what was expected and what was seen", func(f spec.Features, want, got, rule string) {
		Expect(check.Rules(attributed(f, want, got))).To(Equal([]string{rule}))
	},
		Entry("bytes of arguments", named, one(`{"id":"a","args":"{\"k\":1}"}`), one(`{"id":"a","args":"{\"k\":2}"}`), "fragment/concatenate"),
		Entry("arguments that are equal as values", named, one(`{"id":"a","args":"{\"k\":1}"}`), one(`{"id":"a","args":"{ \"k\": 1 }"}`), "repeat/partial-then-full"),
		Entry("arguments that were completed", named, one(`{"id":"a","args":"{\"k\":1"}`), one(`{"id":"a","args":"{\"k\":1}"}`), "fragment/truncated-not-repaired"),
		Entry("arguments where there are none", named, one(`{"id":"a"}`), one(`{"id":"a","args":"{}"}`), "fragment/no-arguments"),
		Entry("an abandoned call that is done", named, one(`{"id":"a","status":"abandoned"}`), one(`{"id":"a","status":"done"}`), "missing/abandoned"),
		Entry("a denied call that is failed", named, one(`{"id":"a","status":"denied"}`), one(`{"id":"a","status":"failed"}`), "account/outcome-distinct"),
		Entry("a call that runs and is only prepared", named, one(`{"id":"a","status":"executing"}`), one(`{"id":"a","status":"preparing"}`), "notify/lifecycle"),
		Entry("a result, with the status that follows", named, one(`{"id":"a","status":"done","result":1}`), one(`{"id":"a","status":"preparing"}`), "attach/by-id"),
		Entry("a call that stands twice", named, one(`{"id":"a"}`), one(`{"id":"a"},{"id":"a"}`), "attach/exactly-once"),
		Entry("an id that was appended", named, one(`{"id":"a"}`), one(`{"id":"aa"}`), "fragment/name-set-once"),
		Entry("a call that was replaced by the next one", derived, one(`{"id":"a"},{"id":"b"}`), one(`{"id":"b"}`), "attach/accumulate"),
		Entry("a text that was cut in two parts", named, withTexts("one two"), withTexts("one ", "two"), "identity/part-order"),
		Entry("a text that stands twice", named, withTexts("one"), withTexts("one", "one"), "repeat/partial-then-full"),
		Entry("the words of a child in its parent", named, family("I ask.", "I dig."), family("I ask.I dig.", ""), "session/no-leak"),
		Entry("the words of a parent in its child", named, family("I ask.", "I dig."), family("I ", "I dig.ask."), "session/no-leak"),
		Entry("a session's agent", named, `{"sessions":[{"id":"s","agent":"a"}]}`, `{"sessions":[{"id":"s","agent":"b"}]}`, "identity/speaker"),
		Entry("a session's parent", named, `{"sessions":[{"id":"s"},{"id":"c","parent":"s"}]}`, `{"sessions":[{"id":"s"},{"id":"c"}]}`, "session/nested"),
		Entry("the figures of a turn", named, `{"sessions":[{"id":"s","turns":[{"usage":{"input":1}}]}]}`, `{"sessions":[{"id":"s","turns":[{"usage":{"input":2}}]}]}`, "account/usage-once"),
		Entry("a sub-session that hangs on another call", named, child(`"parent_call":"a"`), child(`"parent_call":"b"`), "session/parallel"),
		Entry("a sub-session that hangs on no call", named, child(`"parent_call":"a"`), child(`"agent":null`), "session/recorded"),
		Entry("the sub-session of a call", named, one(`{"id":"a","child":"c"}`), one(`{"id":"a"}`), "session/recorded"),
		Entry("the sub-sessions of two calls, exchanged", named, one(`{"id":"a","child":"c"},{"id":"b","child":"d"}`), one(`{"id":"a","child":"d"},{"id":"b","child":"c"}`), "session/parallel"),
		Entry("the sub-session of a call, at another call", named, one(`{"id":"a","child":"c"},{"id":"b"}`), one(`{"id":"a"},{"id":"b","child":"c"}`), "session/parallel"),
		Entry("the session of an agent", named, `{"agents":[{"name":"x","call":"a","parent":"s","session":"c","status":"running"}]}`, `{"agents":[{"name":"x","call":"a","parent":"s","status":"running"}]}`, "session/recorded"),
		Entry("the name of an agent", named, `{"agents":[{"name":"x","call":"a","parent":"s","status":"running"}]}`, `{"agents":[{"name":"y","call":"a","parent":"s","status":"running"}]}`, "identity/agent-from-arguments"),
		Entry("arguments that are no JSON, dropped with their report", named, with(`"anomalies":[{"kind":"malformed-arguments","session":"s"}]`, `{"id":"a","args":"{bad","status":"done"}`), one(`{"id":"a","status":"done"}`), "fragment/malformed-kept"),
		Entry("a turn that failed, and is open without its error", named, `{"sessions":[{"id":"s","turns":[{"status":"failed","error":"no quota"}]}]}`, `{"sessions":[{"id":"s","turns":[{"status":"open"}]}]}`, "account/error-kept"),
		Entry("an active call that waits for a person", waiting, `{"active":[{"session":"s","call":"a","phase":"waiting"}]}`, `{"active":[{"session":"s","call":"a","phase":"executing"}]}`, "notify/waiting"),
		Entry("whether a message is complete", named, `{"sessions":[{"id":"s","messages":[{"id":"m"}]}]}`, `{"sessions":[{"id":"s","messages":[{"id":"m","complete":true}]}]}`, "step/by-message-id"),
		Entry("a message that the end of the input cuts off", named, `{"sessions":[{"id":"s","turns":[{"status":"incomplete"}],"messages":[{"id":"m"}]}]}`,
			`{"sessions":[{"id":"s","turns":[{"status":"incomplete"}],"messages":[{"id":"m","complete":true}]}]}`, "missing/every-prefix"),
		Entry("an end of the input that counts as success", named, `{"outcome":"incomplete","sessions":[{"id":"s","status":"open","turns":[{"status":"incomplete"}]}]}`,
			`{"outcome":"completed","sessions":[{"id":"s","status":"closed","turns":[{"status":"completed"}]}]}`, "missing/every-prefix"),
	)

	It("are not named for what follows: the active call, the agent and the report of a call that is not there", func() {
		all := attributed(named,
			`{"active":[{"session":"s","call":"a","phase":"preparing"}],"agents":[{"name":"x","call":"a","parent":"s","status":"running"}],
				"anomalies":[{"kind":"malformed-arguments","session":"s"}],
				"sessions":[{"id":"s","messages":[{"id":"m","role":"assistant","parts":[{"kind":"call","call":0}],"calls":[{"id":"a","name":"n"}]}]}]}`,
			`{"sessions":[{"id":"s","messages":[{"id":"m","role":"assistant"}]}]}`)
		Expect(len(all)).To(BeNumerically(">", 4))
		Expect(check.Rules(all)).To(Equal([]string{"attach/explicit-owner"}))
	})

	It("are named for each part if several differ on their own", func() {
		Expect(check.Rules(attributed(named, `{"quota":{"limited":true,"window":"w"},"sessions":[{"id":"s","agent":"a"}]}`, `{"sessions":[{"id":"s","agent":"b"}]}`))).
			To(Equal([]string{"account/limit-is-a-state", "identity/speaker"}))
	})

	It("leave a session that is only like the other one in peace: equal words in both are no leak", func() {
		Expect(check.Rules(attributed(named, family("ok", "ok"), family("ok ok", "ok")))).NotTo(ContainElement("session/no-leak"))
	})

	DescribeTable("are a fault's if its sentence speaks of the part, and not if the fault only builds the stream", func(rule, want, got string, attributed bool) {
		c, _ := check.ByRule(rule)
		e := &check.Evidence{Features: named, Observes: spec.AllParts(), Want: transcript(want), Got: transcript(got), Position: spec.AtEnd, Fault: spec.Fault{Rule: rule, Session: spec.To("s")}}
		Expect(len(c.Covers(e, check.Base(e, e.Differences()))) > 0).To(Equal(attributed))
	},
		Entry("arguments that are cut, read wrong", "fragment/truncated-not-repaired", one(`{"id":"a","args":"{\"k\""}`), one(`{"id":"a","args":"{\"k\":0}"}`), true),
		Entry("arguments that are cut, and a status that is wrong", "fragment/truncated-not-repaired", one(`{"id":"a","status":"abandoned"}`), one(`{"id":"a","status":"done"}`), false),
		Entry("a loss, and something is lost", "missing/no-loss", one(`{"id":"a"}`), one(``), true),
		Entry("a loss, and nothing is lost", "missing/no-loss", one(`{"id":"a","status":"failed"}`), one(`{"id":"a","status":"done"}`), false),
		Entry("a second result, and anything at all", "repeat/result-twice", withTexts("one"), withTexts("two"), true),
		Entry("a fault in this session, and a difference in another one", "attach/by-id", `{"sessions":[{"id":"t","held":[{"id":"a","result":1}]}]}`, `{"sessions":[{"id":"t","held":[{"id":"a","result":2}]}]}`, false),
	)
})
