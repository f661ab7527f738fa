package langgraph_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
)

// who are the speakers of the messages of a stream of tuples, by session in the order in
// which those were seen; apart reads nodes as sessions.
func who(apart bool, variant string, records ...string) []string {
	GinkgoHelper()
	codec := langgraph.New()
	decoder := codec.NewDecoder(variant)
	if apart {
		decoder = codec.(wire.NodeReader).NewNodeDecoder(variant)
	}
	stream := spec.Stream{Features: codec.Features(variant), End: spec.EOF}
	for _, record := range records {
		var problem *wire.Problem
		stream.Events, problem = decoder.Decode(stream.Events, []byte(record))
		Expect(problem).To(BeNil(), record)
	}
	means := model.Run(stream, spec.Policies{})
	Expect(means.Anomalies).NotTo(ContainElement(HaveField("Kind", Not(Equal(spec.UnlinkedChild)))))
	var all []string
	for _, s := range means.Sessions {
		line := fmt.Sprintf("%q:", s.ID)
		for _, m := range s.Messages {
			agent := "-"
			if m.Agent != nil {
				agent = *m.Agent
			}
			line += " " + m.ID + "=" + agent
		}
		all = append(all, line)
	}
	return all
}

func chunkAt(ns, id, text, metadata string) string {
	return fmt.Sprintf(`[%s,"messages",[{"type":"AIMessageChunk","id":%q,"content":%q,"tool_call_chunks":[]},%s]]`, ns, id, text, metadata)
}

func fullNS(ns, node string) string {
	return fmt.Sprintf(`{"langgraph_checkpoint_ns":%q,"langgraph_node":%q}`, ns, node)
}

var _ = Describe("Who speaks in a graph of nodes", func() {
	workers := []string{
		chunkAt(`["worker:u1"]`, "m1", "Al", fullNS("worker:u1", "worker")),
		chunkAt(`["worker:u2"]`, "m2", "Be", fullNS("worker:u2", "worker")),
		chunkAt(`["worker:u1"]`, "m1", "pha", fullNS("worker:u1", "worker")),
		chunkAt(`["worker:u2"]`, "m2", "ta", fullNS("worker:u2", "worker")),
		`[[],"updates",{"worker":{"messages":[{"type":"ai","id":"m2","content":"Beta"}]}}]`,
		`[[],"values",{"messages":[{"type":"human","id":"h1","content":"Go"},{"type":"ai","id":"m1","content":"Alpha"},{"type":"ai","id":"m2","content":"Beta"}]}]`,
	}

	It("is the node, and two workers at once are no anomaly, because Send starts them so", func() {
		Expect(who(false, "js", workers...)).To(Equal([]string{`"": m1=worker m2=worker h1=-`}))
	})
	It("is a session each where a reader has it so, and their graph lists them again", func() {
		Expect(who(true, "js", workers...)).To(Equal([]string{`"": h1=-`, `"worker:u1": m1=worker`, `"worker:u2": m2=worker`}))
	})

	DescribeTable("is told by the innermost node that is no agent's own", func(ns, metadata, agent string) {
		Expect(who(false, "js", chunkAt(ns, "m1", "Hi", metadata))).To(ContainElement(HaveSuffix("m1=" + agent)))
	},
		Entry("a subgraph", `["team:t","writer:w","agent:a"]`, fullNS("team:t|writer:w|agent:a", "agent"), "writer"),
		Entry("Python, which drops the task's own segment", `["writer:w"]`, fullNS("writer:w|model:m", "model"), "writer"),
		Entry("no checkpoint namespace", `["writer:w","model_request:m"]`, `{}`, "writer"),
		Entry("the node alone, of Python", `[]`, `{"langgraph_node":"writer"}`, "writer"),
		Entry("a middleware's node", `["writer:w","Guard.before_model:g"]`, fullNS("writer:w|Guard.before_model:g", "Guard.before_model"), "writer"),
		Entry("a name goes first", `["writer:w","model:m"]`, `{"langgraph_checkpoint_ns":"writer:w|model:m","lc_agent_name":"poet"}`, "poet"),
		Entry("an agent alone", `["model_request:m"]`, fullNS("model_request:m", "model_request"), "-"),
		Entry("behind a delegation", `["writer:w","tools:t","model:m"]`, fullNS("writer:w|tools:t|model:m", "model"), "-"),
	)

	It("is the node that returns a message, but not where it returns a conversation", func() {
		Expect(who(false, "js", `[[],"updates",{"writer":{"messages":[{"type":"ai","id":"m1","content":"Hi","name":"model"}]}}]`)).To(Equal([]string{`"": m1=writer`}))
		Expect(who(false, "js", `[[],"updates",{"writer":{"messages":[{"type":"human","id":"h1","content":"Go"},{"type":"ai","id":"m1","content":"Hi"}]}}]`)).
			To(Equal([]string{`"": h1=- m1=-`}))
		Expect(who(false, "js",
			chunkAt(`["model_request:m"]`, "m1", "Hi", fullNS("model_request:m", "model_request")),
			`[[],"updates",{"model_request":{"messages":[{"type":"ai","id":"m1","content":"Hi"}]}}]`,
			`[[],"updates",{"review":{"messages":[{"type":"ai","id":"m1","content":"Hi"}]}}]`)).To(Equal([]string{`"": m1=-`}), "who returns it again did not say it")
	})

	It("puts a result that is told of the graph where its call was announced", func() {
		Expect(who(true, "js",
			`[["writer:w","model:m"],"messages",[{"type":"AIMessageChunk","id":"m1","content":"","tool_call_chunks":[{"id":"c1","name":"read","args":"{}","index":0}],"response_metadata":{"finish_reason":"tool_calls"}},`+fullNS("writer:w|model:m", "model")+`]]`,
			`[[],"values",{"messages":[{"type":"tool","tool_call_id":"c1","content":"low","id":"t1"}]}]`,
		)).To(Equal([]string{`"":`, `"writer:w": m1=writer`}))
	})
})
