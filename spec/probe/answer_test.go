package probe_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

func contract(role probe.Role, observes ...string) *probe.Contract {
	return probe.NewContract(&probe.HelloReply{Role: role, Observes: observes}, probe.DefaultLimits())
}

var everything = []string{
	"outcome", "sessions", "turns", "messages", "calls",
	"active", "agents", "quota", "history", "anomalies",
}

const whole = `{"outcome":"completed","sessions":[{"id":"s","status":"closed","turns":[{"status":"completed"}],` +
	`"messages":[{"turn":0,"role":"assistant","complete":true,"parts":[{"kind":"call","call":0}],` +
	`"calls":[{"id":"c","name":"read","args":"{}","status":"done","result":1}]}]}],` +
	`"active":[{"session":"s","call":"c","phase":"waiting"}],"agents":[{"name":"a","call":"c","parent":"s","status":"running"}],` +
	`"quota":{"limited":false},"history":[],"anomalies":[{"kind":"never-closed","session":"s"}]}`

var _ = Describe("An answer to hello", func() {
	parse := func(line string) (*probe.HelloReply, *probe.ProtocolError) {
		return probe.ParseHelloReply([]byte(line), probe.DefaultLimits())
	}

	It("takes events unless it says otherwise, and the default policies", func() {
		hello, bad := parse(`{"probe":1,"name":"x","role":"reducer","dialects":["agentc","langgraph:python"],"observes":["calls"],"policies":{"held-attach":"end"}}`)
		Expect(bad).To(BeNil())
		Expect(hello.Intake).To(Equal(probe.IntakeEvents))
		Expect(hello.Chosen()).To(HaveField("HeldAttach", "end"))
		Expect(hello.Chosen()).To(HaveField("ArgumentsComplete", "value"))
		Expect(hello.Reads("agentc")).To(BeTrue())
		Expect(hello.Reads("langgraph:python")).To(BeTrue())
		Expect(hello.Reads("langgraph:js")).To(BeFalse())
	})

	It("takes a bare dialect for all its variants", func() {
		hello, bad := parse(`{"probe":1,"name":"x","role":"adapter","dialects":["claudecode"],"outputs":["neutral"]}`)
		Expect(bad).To(BeNil())
		Expect(hello.Reads("claudecode:partial")).To(BeTrue())
	})

	It("says what an adapter does with sub-sessions and agents, dropping and not naming them by default", func() {
		hello, bad := parse(`{"probe":1,"name":"x","role":"adapter","dialects":["a"],"outputs":["b"],"policies":{"label":"acme.agent"}}`)
		Expect(bad).To(BeNil())
		Expect(hello.Adapts()).To(Equal(spec.Adapting{Children: spec.ChildrenDropped, Label: "acme.agent"}))
		hello, bad = parse(`{"probe":1,"name":"x","role":"adapter","dialects":["a"],"outputs":["b"],"policies":{"children":"flattened"}}`)
		Expect(bad).To(BeNil())
		Expect(hello.Adapts()).To(Equal(spec.Adapting{Children: spec.ChildrenFlattened}))
	})

	It("says what it observes, without what it lacks", func() {
		hello, bad := parse(`{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"lacks":["phases"]}`)
		Expect(bad).To(BeNil())
		Expect(hello.Parts()).To(Equal(spec.PartsOf(spec.ObserveCalls).Lacking(spec.FieldPhases)))
	})

	DescribeTable("is refused, naming what to change", func(line, path, words string) {
		_, bad := parse(line)
		Expect(bad).NotTo(BeNil())
		Expect(bad.Path).To(Equal(path))
		Expect(bad.Error()).To(ContainSubstring(words))
	},
		Entry("with another version", `{"probe":2,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"]}`, "probe", "version 1"),
		Entry("without a name", `{"probe":1,"role":"reducer","dialects":["a"],"observes":["calls"]}`, "name", "missing"),
		Entry("with an unknown role", `{"probe":1,"name":"x","role":"viewer","dialects":["a"]}`, "role", "reducer, store, adapter"),
		Entry("without a dialect", `{"probe":1,"name":"x","role":"reducer"}`, "dialects", "at least one"),
		Entry("without anything to observe", `{"probe":1,"name":"x","role":"store","dialects":["a"]}`, "observes", "missing"),
		Entry("with an unknown part", `{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls","texts"]}`, "observes[1]", `"texts"`),
		Entry("with an unknown stream mode", `{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"modes":["values","message"]}`, "modes[1]", `did you mean "messages"?`),
		Entry("with an unknown field that it lacks", `{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"lacks":["order"]}`, "lacks[0]", "complete, ids"),
		Entry("with an unknown policy", `{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"policies":{"held":"end"}}`, "policies", "held-attach"),
		Entry("with an unknown choice", `{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"policies":{"held-attach":"never"}}`, "policies.held-attach", "open, end"),
		Entry("with an adapter's policy from a reducer", `{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"policies":{"children":"dropped"}}`, "policies", "held-attach"),
		Entry("with an unknown choice of an adapter", `{"probe":1,"name":"x","role":"adapter","dialects":["a"],"outputs":["b"],"policies":{"children":"kept"}}`, "policies.children", "dropped, flattened"),
		Entry("with an unknown intake", `{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"intake":"lines"}`, "intake", "events"),
		Entry("from an adapter without outputs", `{"probe":1,"name":"x","role":"adapter","dialects":["a"]}`, "outputs", "writes"),
		Entry("that is an array", `[1]`, "", "no JSON object"),
		Entry("with a list that is text", `{"probe":1,"name":"x","role":"reducer","dialects":"a"}`, "dialects", "not an array"),
		Entry("that breaks off", `{"probe":1,"name":"x`, "name", "no JSON"),
		Entry("that is no UTF-8", "{\"probe\":1,\"name\":\"\xc3\",\"role\":\"reducer\",\"dialects\":[\"a\"],\"observes\":[\"calls\"]}", "name", "no UTF-8"),
	)
})

var _ = Describe("An answer to run", func() {
	request := &probe.RunRequest{ID: 7, Events: make([]rawRecord, 3), Observe: []int{1, 3}}
	full := `{"id":7,"observations":[` + whole + `,` + whole + `],"final":` + whole + `}`

	It("is read with all its parts", func() {
		reply, bad := contract(probe.Reducer, everything...).ParseRunReply([]byte(full), request)
		Expect(bad).To(BeNil())
		Expect(reply.Observations).To(HaveLen(2))
		Expect(reply.Final.Sessions[0].Messages[0].Calls[0].Name).To(Equal("read"))
	})

	It("may write whole numbers as its language does", func() {
		line := strings.ReplaceAll(full, `"call":0`, `"call":0.0`)
		_, bad := contract(probe.Reducer, everything...).ParseRunReply([]byte(line), request)
		Expect(bad).To(BeNil())
	})

	It("is in UTF-8, wherever the bytes are that are not", func() {
		line := strings.Replace(full, `"name":"read"`, "\"name\":\"\xffread\"", 1)
		_, bad := contract(probe.Reducer, everything...).ParseRunReply([]byte(line), request)
		Expect(bad).To(HaveField("Path", "observations[0].sessions[0].messages[0].calls[0].name"))
		Expect(bad.Offset).To(BeEquivalentTo(strings.IndexByte(line, 0xff)))
		Expect(bad.Error()).To(ContainSubstring("is no UTF-8"))
		_, bad = contract(probe.Reducer).ParseRunReply([]byte("{\"id\":7,\"took\":\"\xff\",\"final\":{}}"), &probe.RunRequest{ID: 7})
		Expect(bad).To(HaveField("Path", "took"), "also where nobody looks")
		_, bad = contract(probe.Reducer).ParseRunReply([]byte(`{"id":7,"took":"\ud800\ufffd😀","final":{}}`), &probe.RunRequest{ID: 7})
		Expect(bad).To(BeNil(), "an escape is text")
	})

	It("may carry keys that nobody knows", func() {
		line := strings.ReplaceAll(full, `"quota":{`, `"colour":[{}],"quota":{"shade":1,`)
		_, bad := contract(probe.Reducer, everything...).ParseRunReply([]byte(line), request)
		Expect(bad).To(BeNil())
	})

	It("may leave out whether a message is complete, if the candidate lacks that", func() {
		line := strings.ReplaceAll(full, `"complete":true,`, "")
		hello := &probe.HelloReply{Role: probe.Reducer, Observes: everything}
		_, bad := probe.NewContract(hello, probe.DefaultLimits()).ParseRunReply([]byte(line), request)
		Expect(bad).To(HaveField("Path", "observations[0].sessions[0].messages[0].complete"))
		hello.Lacks = []string{"complete"}
		_, bad = probe.NewContract(hello, probe.DefaultLimits()).ParseRunReply([]byte(line), request)
		Expect(bad).To(BeNil())
	})

	DescribeTable("names the observed field that is missing", func(drop, path string) {
		line := strings.Replace(full, drop, "", 1)
		Expect(line).NotTo(Equal(full))
		_, bad := contract(probe.Reducer, everything...).ParseRunReply([]byte(line), request)
		Expect(bad).To(HaveField("Reason", probe.MissingField))
		Expect(bad.Path).To(Equal("observations[0]." + path))
	},
		Entry("outcome", `"outcome":"completed",`, "outcome"),
		Entry("a session's id", `"id":"s",`, "sessions[0].id"),
		Entry("turns", `"turns":[{"status":"completed"}],`, "sessions[0].turns"),
		Entry("a message's turn", `"turn":0,`, "sessions[0].messages[0].turn"),
		Entry("a call's status", `,"status":"done"`, "sessions[0].messages[0].calls[0].status"),
		Entry("an active call's phase", `,"phase":"waiting"`, "active[0].phase"),
		Entry("an agent's parent", `,"parent":"s"`, "agents[0].parent"),
		Entry("quota", `"limited":false`, "quota.limited"),
		Entry("the kind of an anomaly", `"kind":"never-closed",`, "anomalies[0].kind"),
	)

	It("may leave out what is not observed", func() {
		line := `{"id":7,"observations":[{"outcome":"open"},{"outcome":"open"}],"final":{"outcome":"completed"}}`
		_, bad := contract(probe.Reducer, "outcome").ParseRunReply([]byte(line), request)
		Expect(bad).To(BeNil())
	})

	DescribeTable("is refused, naming what to change", func(line, path, words string) {
		_, bad := contract(probe.Reducer, everything...).ParseRunReply([]byte(line), request)
		Expect(bad).NotTo(BeNil())
		Expect(bad.Path).To(Equal(path))
		Expect(bad.Error()).To(ContainSubstring(words))
	},
		Entry("with another id", strings.Replace(full, `"id":7`, `"id":6`, 1), "id", "the request's is 7"),
		Entry("without an id", strings.Replace(full, `"id":7,`, ``, 1), "id", "echo the id"),
		Entry("with too few observations", `{"id":7,"observations":[`+whole+`],"final":`+whole+`}`, "observations", "1 transcripts for 2 positions"),
		Entry("without a final", `{"id":7,"observations":[`+whole+`,`+whole+`]}`, "final", "end of input"),
		Entry("with reloads that nobody asked for", strings.Replace(full, `"final"`, `"reloaded":[`+whole+`],"final"`, 1), "reloaded", "for 0 positions"),
		Entry("with a status of another field", strings.Replace(full, `"status":"closed"`, `"status":"done"`, 1), "observations[0].sessions[0].status", "open, closed, failed"),
		Entry("with an unknown anomaly", strings.Replace(full, `never-closed`, `odd`, 1), "observations[0].anomalies[0].kind", "unbalanced-close"),
		Entry("with an unknown outcome", strings.Replace(full, `"outcome":"completed"`, `"outcome":"complete"`, 1), "observations[0].outcome", `did you mean "completed"?`),
		Entry("with a call's status for a turn", strings.Replace(full, `"turns":[{"status":"completed"`, `"turns":[{"status":"done"`, 1), "observations[0].sessions[0].turns[0].status", "open, completed"),
		Entry("with a turn's status for a call", strings.Replace(full, `"status":"done"`, `"status":"completed"`, 1), "observations[0].sessions[0].messages[0].calls[0].status", "preparing, executing"),
		Entry("with an unknown status of a call that is held", strings.Replace(full, `"messages":`, `"held":[{"id":"h","name":"","args":"","status":"held","result":null}],"messages":`, 1), "observations[0].sessions[0].held[0].status", `"held"`),
		Entry("with an unknown status of a call that nothing took", strings.Replace(full, `"messages":`, `"abandoned":[{"id":"h","name":"","args":"","status":"lost","result":null}],"messages":`, 1), "observations[0].sessions[0].abandoned[0].status", `"lost"`),
		Entry("with the role of a tool", strings.Replace(full, `"role":"assistant"`, `"role":"tool"`, 1), "observations[0].sessions[0].messages[0].role", "user, assistant"),
		Entry("with an unknown kind of part", strings.Replace(full, `"kind":"call"`, `"kind":"tool"`, 1), "observations[0].sessions[0].messages[0].parts[0].kind", "text, thought, call"),
		Entry("with a call part that points at nothing", strings.Replace(full, `,"call":0`, ``, 1), "observations[0].sessions[0].messages[0].parts[0].call", "index of its call"),
		Entry("with an active call that is done", strings.Replace(full, `"phase":"waiting"`, `"phase":"done"`, 1), "observations[0].active[0].phase", "preparing, executing, waiting"),
		Entry("with an agent that is done", strings.Replace(full, `"status":"running"`, `"status":"done"`, 1), "observations[0].agents[0].status", "running, completed, failed"),
		Entry("with an unknown word at the end alone", full[:strings.LastIndex(full, "waiting")]+`asleep"`+full[strings.LastIndex(full, `waiting`)+len(`waiting"`):], "final.active[0].phase", `"asleep"`),
		Entry("with a text for a flag", strings.Replace(full, `"complete":true`, `"complete":"yes"`, 1), "observations[0].sessions[0].messages[0].complete", "not a boolean"),
		Entry("with a text for an index", strings.Replace(full, `"call":0`, `"call":"c"`, 1), "observations[0].sessions[0].messages[0].parts[0].call", "not an integer"),
		Entry("with an index beyond 2^53", strings.Replace(full, `"call":0`, `"call":1e300`, 1), "observations[0].sessions[0].messages[0].parts[0].call", "no whole number"),
		Entry("with a text for a session", strings.Replace(full, `"sessions":[{`, `"sessions":["s",{`, 1), "observations[0].sessions[0]", "not an object"),
		Entry("with a call part that points nowhere", strings.Replace(full, `"call":0`, `"call":1`, 1), "observations[0].sessions[0].messages[0].parts[0].call", "has 1 calls"),
		Entry("with a number for a text", strings.Replace(full, `"name":"read"`, `"name":3`, 1), "observations[0].sessions[0].messages[0].calls[0].name", "not a string"),
		Entry("with a fraction for an index", strings.Replace(full, `"call":0`, `"call":0.5`, 1), "observations[0].sessions[0].messages[0].parts[0].call", "no whole number"),
		Entry("with a second value behind it", full+`{}`, "", "no JSON"),
	)

	It("is complete with an error", func() {
		reply, bad := contract(probe.Reducer, everything...).ParseRunReply([]byte(`{"id":7,"error":"boom"}`), request)
		Expect(bad).To(BeNil())
		Expect(reply.Error).To(Equal("boom"))
	})

	It("holds the observations before the record that it rejects", func() {
		c := contract(probe.Reducer, "outcome")
		reply, bad := c.ParseRunReply([]byte(`{"id":7,"rejected":{"at":2,"reason":"malformed"},"observations":[{"outcome":"open"}],"final":{"outcome":"open"}}`), request)
		Expect(bad).To(BeNil())
		Expect(reply.Rejected.At).To(Equal(2))
		_, bad = c.ParseRunReply([]byte(`{"id":7,"rejected":{"at":9,"reason":"malformed"},"final":{"outcome":"open"}}`), request)
		Expect(bad).To(HaveField("Path", "rejected.at"))
		_, bad = c.ParseRunReply([]byte(`{"id":7,"rejected":{"at":1,"reason":"bored"},"final":{"outcome":"open"}}`), request)
		Expect(bad).To(HaveField("Path", "rejected.reason"))
	})

	It("is an output from an adapter, in one form", func() {
		c := contract(probe.Adapter)
		reply, bad := c.ParseRunReply([]byte(`{"id":7,"output":{"chunks":["a",{"base64":"/w=="}]}}`), request)
		Expect(bad).To(BeNil())
		Expect(reply.Output.Chunks[1]).To(Equal(probe.Chunk{0xff}))
		_, bad = c.ParseRunReply([]byte(`{"id":7,"final":{}}`), request)
		Expect(bad).To(HaveField("Path", "output"))
		for _, nothing := range []string{`{"id":7}`, `{"id":7,"output":null}`, `{"id":7,"output":{}}`, `{"id":7,"output":{"events":[]}}`} {
			reply, bad = c.ParseRunReply([]byte(nothing), request)
			Expect(bad).To(BeNil(), nothing)
			Expect(reply.Output.Events).To(BeEmpty(), nothing)
		}
		_, bad = c.ParseRunReply([]byte(`{"id":7,"output":{"events":[1],"chunks":["a"]}}`), request)
		Expect(bad).To(HaveField("Path", "output"))
	})
})

var _ = Describe("An answer to load", func() {
	request := &probe.LoadRequest{ID: 4}

	It("is the transcript that was loaded", func() {
		reply, bad := contract(probe.Store, "outcome").ParseLoadReply([]byte(`{"id":4,"final":{"outcome":"open"}}`), request)
		Expect(bad).To(BeNil())
		Expect(reply.Final.Outcome).To(BeEquivalentTo("open"))
	})

	It("is checked like any other", func() {
		_, bad := contract(probe.Store, "outcome").ParseLoadReply([]byte(`{"id":4}`), request)
		Expect(bad).To(HaveField("Path", "final"))
		_, bad = contract(probe.Store, "outcome").ParseLoadReply([]byte(`{"id":4,"final":{}}`), request)
		Expect(bad).To(HaveField("Path", "final.outcome"))
		_, bad = contract(probe.Store, "outcome").ParseLoadReply([]byte(`{"id":4,"final":{"outcome":"done"}}`), request)
		Expect(bad).To(HaveField("Path", "final.outcome"))
		Expect(bad.Error()).To(ContainSubstring("interrupted"))
		_, bad = contract(probe.Store, "outcome").ParseLoadReply([]byte(`{"id":5,"final":{"outcome":"open"}}`), request)
		Expect(bad).To(HaveField("Reason", probe.WrongID))
		_, bad = contract(probe.Store, "outcome").ParseLoadReply([]byte(`[4]`), request)
		Expect(bad).To(HaveField("Reason", probe.NotJSON))
	})

	It("is complete with an error", func() {
		reply, bad := contract(probe.Store, everything...).ParseLoadReply([]byte(`{"id":4,"error":"no such store"}`), request)
		Expect(bad).To(BeNil())
		Expect(reply.Error).To(Equal("no such store"))
	})
})
