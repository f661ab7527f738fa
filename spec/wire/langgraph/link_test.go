package langgraph_test

import (
	"encoding/json"
	"fmt"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// delegates is a whole call of the root's message m1.
func delegates(id, name, arguments string) string {
	args, _ := json.Marshal(arguments)
	return part(fmt.Sprintf(`"id":%q,"name":%q,"args":%s,"index":0`, id, name, args))
}

func asked(task, description string) string {
	return fmt.Sprintf(`[["tools:%s"],"values",{"messages":[%s]}]`, task, humanMessage("h-"+task, description))
}

// opened are the sub-sessions that records open, with their links.
func opened(records ...string) []string {
	var all []string
	for _, e := range read("", records...) {
		if e.Kind == spec.SessionOpen {
			all = append(all, brief([]spec.Event{e})[0])
		}
	}
	return all
}

var _ = ginkgo.Describe("a child's link to its call", func() {
	call := func(id, description, agent string) string {
		return delegates(id, "task", `{"description":"`+description+`","subagent_type":"`+agent+`"}`)
	}

	ginkgo.It("is the description that its first human message repeats", func() {
		gomega.Expect(opened(call("a", "one", "x"), call("b", "two", "y"), asked("t1", "two"), asked("t2", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 y of b", "session.open tools:t2 x of a"}))
	})

	ginkgo.It("is not guessed between twins", func() {
		gomega.Expect(opened(call("a", "same", "x"), call("b", "same", "y"), asked("t1", "same"), asked("t2", "same"))).
			To(gomega.Equal([]string{"session.open tools:t1", "session.open tools:t2"}))
	})

	ginkgo.It("is free again for one twin when the other is answered", func() {
		gomega.Expect(opened(call("a", "same", "x"), call("b", "same", "y"),
			`[[],"updates",{"tools":{"messages":[`+toolMessage("t", "a", "ok")+`]}}]`, asked("t2", "same"))).
			To(gomega.Equal([]string{"session.open tools:t2 y of b"}))
	})

	ginkgo.It("is given once only", func() {
		gomega.Expect(opened(call("a", "one", "x"), asked("t1", "one"), asked("t2", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 x of a", "session.open tools:t2"}))
	})

	ginkgo.It("needs complete arguments, a delegation, and the whole description", func() {
		for _, record := range []string{
			delegates("a", "task", `{"description":"one"`), delegates("a", "tasks", `{"description":"one"}`),
			delegates("a", "task", `{"description":"one more"}`), delegates("a", "task", `{"description":["one"]}`),
			delegates("a", "task", `"one"}`), delegates("a", "mcp__a__b__task", `{"description":"one"}`),
		} {
			gomega.Expect(opened(record, asked("t1", "one"))).To(gomega.Equal([]string{"session.open tools:t1"}), record)
		}
		gomega.Expect(opened(delegates("a", "mcp__corp__task", `{"description":"one"} `), asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 of a"}))
	})

	ginkgo.It("is not lost to fragments that belong to nobody, or to the only open call", func() {
		begin := part(`"id":"a","name":"task","args":"","index":0`)
		rest := part(`"args":"{\"description\":\"one\"}"`)
		gomega.Expect(opened(begin, rest, asked("t1", "one"))).To(gomega.Equal([]string{"session.open tools:t1 of a"}), "the only one")
		other := part(`"id":"b","name":"ls","args":"{}","index":1`)
		gomega.Expect(opened(begin, other, rest, asked("t1", "one"))).To(gomega.Equal([]string{"session.open tools:t1 of a"}), "the other is whole")
		third := part(`"id":"c","name":"ls","args":"{","index":2`)
		gomega.Expect(opened(begin, other, third, rest, asked("t1", "one"))).To(gomega.Equal([]string{"session.open tools:t1"}), "two are open")
		stray := part(`"args":"{\"stray"`)
		whole := part(`"args":"{\"description\":\"one\"}","index":0`)
		gomega.Expect(opened(begin, third, stray, whole, asked("t1", "one"))).To(gomega.Equal([]string{"session.open tools:t1 of a"}), "nobody's")
	})

	ginkgo.It("is of arguments that are one whole object when the child is asked", func() {
		whole := call("a", "one", "x")
		gomega.Expect(opened(whole, whole, asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1"}), "sent twice they are two objects")
		half, rest := part(`"id":"a","name":"task","args":"{\"description\":","index":0`), part(`"args":"\"one\"}","index":0`)
		end := `[["model_request:u"],"messages",[{"type":"ai","id":"m1","content":"","tool_call_chunks":[],"response_metadata":{"finish_reason":"tool_use"}},{}]]`
		gomega.Expect(opened(half, end, rest, asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 of a"}), "the rest came behind the end")
		early := part(`"args":"{\"description\":\"one\"}","index":0`)
		gomega.Expect(opened(early, part(`"id":"a","name":"task","args":"","index":0`), asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 of a"}), "they came before the call")
		restated := aiMessage("m1", `"content":"","tool_calls":[{"id":"a","name":"task","args":{"description":"one","subagent_type":"x"}}]`)
		gomega.Expect(opened(whole, whole, values("", restated), asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 x of a"}), "a state has them whole again")
	})

	ginkgo.It("counts each of the open calls of one id", func() {
		at := func(slot int, description string) string {
			args, _ := json.Marshal(`{"description":"` + description + `","subagent_type":"x"}`)
			return part(fmt.Sprintf(`"id":"a","name":"task","args":%s,"index":%d`, args, slot))
		}
		answer := `[[],"messages",[` + toolMessage("t", "a", "ok") + `,{}]]`
		gomega.Expect(opened(at(0, "same"), at(1, "same"), asked("t1", "same"))).
			To(gomega.Equal([]string{"session.open tools:t1"}), "twins of one id")
		gomega.Expect(opened(at(0, "one"), at(1, "two"), answer, asked("t1", "two"), asked("t2", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1", "session.open tools:t2 x of a"}), "the result is the newest one's")
		gomega.Expect(opened(at(0, "one"), answer, at(1, "two"), asked("t1", "two"))).
			To(gomega.Equal([]string{"session.open tools:t1"}), "an answered call is announced again")
	})

	ginkgo.It("is to the call whose id came late", func() {
		gomega.Expect(opened(part(`"name":"task","args":"{\"description\":","index":0`), part(`"id":"a","args":"\"one\"}","index":0`), asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 of a"}))
	})

	ginkgo.It("is to no call that a fatal error or the end of its session abandoned", func() {
		fatal := `[[],"error",{"message":"down"}]`
		gomega.Expect(opened(call("a", "one", "x"), fatal, asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1"}), "a fatal error")
		wait := `[[],"updates",{"__interrupt__":[{"id":"i1","value":"?"}]}]`
		gomega.Expect(opened(call("a", "one", "x"), wait, fatal, asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 x of a"}), "the call waits")
		inner := `[["tools:t1"],"values",{"messages":[` + humanMessage("h", "one") + `,` +
			aiMessage("m2", `"content":"","tool_calls":[{"id":"b","name":"task","args":{"description":"two","subagent_type":"y"}}]`) + `]}]`
		answer := `[[],"updates",{"tools":{"messages":[` + toolMessage("t", "a", "ok") + `]}}]`
		gomega.Expect(opened(call("a", "one", "x"), inner, answer, `[["tools:t1","tools:t2"],"values",{"messages":[`+humanMessage("h2", "two")+`]}]`)).
			To(gomega.Equal([]string{"session.open tools:t1 x of a", "session.open tools:t1|tools:t2"}), "its session ended")
	})

	ginkgo.It("is not needed to open a child whose list holds no more than a system message", func() {
		gomega.Expect(opened(`[["tools:t1"],"updates",{"before_agent":{"messages":[{"type":"system","id":"s","content":"rules"}]}}]`)).
			To(gomega.Equal([]string{"session.open tools:t1"}))
	})

	ginkgo.It("is looked for in the parent's calls only", func() {
		gomega.Expect(opened(call("a", "one", "x"), `[["tools:t1","tools:t2"],"values",{"messages":[`+humanMessage("h", "one")+`]}]`)).
			To(gomega.Equal([]string{"session.open tools:t1|tools:t2"}))
	})

	ginkgo.It("is found in restated calls, unless they are answered", func() {
		restated := aiMessage("m1", `"content":"","tool_calls":[{"id":"a","name":"task","args":{"description":"one","subagent_type":"x"}}]`)
		gomega.Expect(opened(values("", restated), asked("t1", "one"))).To(gomega.Equal([]string{"session.open tools:t1 x of a"}))
		gomega.Expect(opened(values("", restated+","+toolMessage("t", "a", "ok")), asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1"}))
		changed := aiMessage("m1", `"content":"x","tool_calls":[{"id":"a","name":"task","args":{"description":"one"}}]`)
		gomega.Expect(opened(values("", restated+","+toolMessage("t", "a", "ok")), values("", changed), asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1"}), "a message that changed opens none of its answered calls again")
	})

	ginkgo.It("comes later where the child was seen first, and says its agent once", func() {
		message := `[["tools:t1","model_request:u"],"messages",[{"type":"ai","id":"m2","content":"x","tool_call_chunks":[]},{"lc_agent_name":"x"}]]`
		gomega.Expect(opened(call("a", "one", "x"), message, message, asked("t1", "one"))).
			To(gomega.Equal([]string{"session.open tools:t1 x", "session.open tools:t1 x of a"}))
	})

	ginkgo.DescribeTable("is named by the modes tools and tasks, twins or not", func(record string) {
		gomega.Expect(opened(call("a", "same", "x"), call("b", "same", "y"), record, asked("t1", "same"), asked("t2", "same"))).
			To(gomega.Equal([]string{"session.open tools:t1 y of b", "session.open tools:t2 x of a"}))
	},
		ginkgo.Entry("tools", `[["tools:t1"],"tools",{"event":"on_tool_start","toolCallId":"b","name":"task","input":"{\"subagent_type\":\"y\"}"}]`),
		ginkgo.Entry("a task of JavaScript", `[[],"tasks",{"id":"t1","name":"tools","input":{"messages":[],"lg_tool_call":{"id":"b","name":"task","args":{}}}}]`),
		ginkgo.Entry("a task of Python", `[[],"tasks",{"id":"t1","name":"tools","input":{"__type":"tool_call_with_context","tool_call":{"id":"b","name":"task","args":{}}}}]`),
		ginkgo.Entry("a task of older Python", `[[],"tasks",{"id":"t1","name":"tools","input":[{"id":"b","name":"task","args":{}}]}]`),
	)

	ginkgo.It("is named for a child's child, below its parent", func() {
		gomega.Expect(opened(`[["tools:t1"],"tasks",{"id":"t2","name":"tools","input":{"lg_tool_call":{"id":"b","name":"task","args":{"subagent_type":"leaf"}}}}]`)).
			To(gomega.Equal([]string{"session.open tools:t1|tools:t2 leaf of b"}))
	})

	ginkgo.It("takes the agent from the tool's input where the call was never seen", func() {
		gomega.Expect(opened(`[["tools:t1"],"tools",{"event":"on_tool_start","toolCallId":"z","name":"task","input":"{\"subagent_type\":\"y\"}"}]`)).
			To(gomega.Equal([]string{"session.open tools:t1 y of z"}))
	})
})
