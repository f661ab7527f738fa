package deepagents_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The tool log", func() {
	unattributed := func(t spec.Transcript) (n int) {
		for _, a := range t.Anomalies {
			if a.Kind == spec.Unattributed {
				n++
			}
		}
		return n
	}

	It("belongs to the run of the call that an entry names, or of its task", func() {
		entry := func(members string) string { return `[{"id":"e1","subagent":"reader","tool":"ls",` + members + `}]` }
		linked := `[["tools:t2"],"tools",{"event":"on_tool_start","toolCallId":"c2","name":"task","input":"{}"}]`
		for _, members := range []string{`"task_id":"c2"`, `"tool_call_id":"c2"`, `"task_id":"t2"`} {
			Expect(logs(means(polled(1, values("", twice)), linked, polled(2, values(entry(members), twice))))).To(Equal(map[string]string{"c2": "e1 "}), members)
		}
	})

	It("does not take the id of the tool's own call for that of the delegation", func() {
		own := `[{"id":"e1","subagent":"reader","tool":"ls","tool_call_id":"toolu_9"}]`
		Expect(logs(means(polled(1, values(own, asks))))).To(Equal(map[string]string{"c1": "e1 "}))
	})

	It("belongs to the only run of its agent, and to none of several", func() {
		Expect(logs(means(polled(1, values(log("e1"), asks))))).To(Equal(map[string]string{"c1": "e1 "}))
		t := means(polled(1, values(log("e1"), twice)), polled(2, values(log("e1"), twice)))
		Expect(logs(t)).To(BeEmpty())
		Expect(unattributed(t)).To(Equal(1), "reported once")
	})

	It("of an agent that nobody delegated to is nobody's", func() {
		t := means(polled(1, values(strings.ReplaceAll(log("e1"), "reader", "ghost"), asks)), polled(2, values(`[{"tool":"ls"},7]`, asks)))
		Expect(logs(t)).To(BeEmpty())
		Expect(unattributed(t)).To(Equal(3))
	})

	It("knows a run by arguments that streamed, before a state lists its message", func() {
		chunk := func(call, args string) string {
			return fmt.Sprintf(`["messages",[{"type":"ai","id":"m1","content":"","tool_call_chunks":[{%s"args":%q,"index":0}]},{"langgraph_checkpoint_ns":"model_request:u1"}]]`, call, args)
		}
		records := []string{chunk(`"id":"c1","name":"task",`, ""), chunk("", `{"subagent_type":`), chunk("", `"reader"}`), polled(1, values(log("e1"), goOn))}
		Expect(logs(means(records...))).To(Equal(map[string]string{"c1": "e1 "}))
		records[2] = chunk("", `"rea`)
		Expect(unattributed(means(records...))).To(Equal(1), "half a name names nobody")
	})

	It("gives what is new to a run that was not over when the state was polled before", func() {
		Expect(logs(means(
			polled(1, values(log("e1"), asks)), polled(2, values(log("e1"), asks, read1)),
			polled(3, values(log("e1", "e2"), asks, read1, more)),
		))).To(Equal(map[string]string{"c1": "e1 ", "c2": "e2 "}))
	})

	It("guesses nothing where a run ended between two polls, so that its last tools may be new, too", func() {
		t := means(polled(1, values(log("e1"), asks)), polled(2, values(log("e1", "e2"), asks, read1, more)))
		Expect(logs(t)).To(Equal(map[string]string{"c1": "e1 "}))
		Expect(unattributed(t)).To(Equal(1))
	})

	It("takes a run to be over when the user goes on without its result", func() {
		user := `{"type":"human","id":"h2","content":"Never mind."}`
		Expect(logs(means(
			polled(1, values(log("e1"), asks)), polled(2, values(log("e1"), asks, user)),
			polled(3, values(log("e1", "e2"), asks, user, more)),
		))).To(Equal(map[string]string{"c1": "e1 ", "c2": "e2 "}))
	})

	It("does not end a run by a result that streamed, because the next state may be older", func() {
		result := `[[],"updates",{"tools":{"messages":[{"type":"tool","id":"r1","tool_call_id":"c1","content":"A."}]}}]`
		Expect(logs(means(
			polled(1, values(log("e1"), asks)), result, polled(1, values(log("e1"), asks)), polled(2, values(log("e1", "e2"), asks, read1)),
		))).To(Equal(map[string]string{"c1": "e1 e2 "}))
	})

	It("is not told under an id that means a later call by now", func() {
		other := `{"type":"ai","id":"m9","content":"","tool_calls":[{"name":"ls","args":{},"id":"c1"}]}`
		t := means(polled(1, values(log("e1"), asks)), polled(2, values(log("e1", "e2"), asks, other)))
		Expect(logs(t)).To(Equal(map[string]string{"c1": "e1 "}))
	})

	It("has each entry once, whatever repeats: start and end, and what sub-agents inherited", func() {
		list := log("e1", "e1", "e2", "e1", "e2", "e3")
		Expect(logs(means(polled(1, values(list, asks)), polled(2, values(list, asks, read1))))).To(Equal(map[string]string{"c1": "e1 e2 e3 "}))
	})

	It("is what is left of it under a cap, while its run goes on", func() {
		Expect(logs(means(polled(1, values(log("e1", "e2"), asks)), polled(2, values(log("e2", "e3"), asks))))).To(Equal(map[string]string{"c1": "e2 e3 "}))
	})

	It("loses nothing to a state that is older, or lists nothing of it", func() {
		for _, stale := range []string{log("e1"), log(), ""} {
			Expect(logs(means(
				polled(1, values(log("e1", "e2"), asks)), polled(2, values(stale, asks)), polled(3, values(log("e1", "e2", "e3"), asks)),
			))).To(Equal(map[string]string{"c1": "e1 e2 e3 "}), stale)
		}
	})

	It("stays with a run that is over when the state's is cut or cleared", func() {
		Expect(logs(means(
			polled(1, values(log("e1", "e2"), asks)), polled(2, values(log("e1", "e2"), asks, read1)),
			polled(3, values(log("e2"), asks, read1)), polled(4, values(log(), asks, read1, more)), polled(5, values(log("e3"), asks, read1, more)),
		))).To(Equal(map[string]string{"c1": "e1 e2 ", "c2": "e3 "}))
	})

	It("begins anew with a fresh run: no messages, or a checkpoint without a parent", func() {
		for _, fresh := range []string{values(log()), polled(1, values(log(), goOn))} {
			Expect(logs(means(
				polled(2, values(log("e1"), asks)), fresh, polled(3, values(log("e2"), more)),
			))).To(Equal(map[string]string{"c1": "e1 ", "c2": "e2 "}), fresh)
		}
	})

	It("goes on with a run that waited, whatever run id the resume has", func() {
		state := func(n int, run, ids string) string {
			return polled(n, values(ids, asks), `"metadata":{"run_id":"`+run+`"}`)
		}
		Expect(logs(means(state(1, "r1", log("e1")), state(2, "r2", log("e1", "e2"))))).To(Equal(map[string]string{"c1": "e1 e2 "}))
	})

	It("of a sub-agent's own state adds what the root's has not yet, and takes nothing", func() {
		child := strings.Replace(polled(1, values(log("e1", "e2"), `{"type":"human","id":"h2","content":"a"}`)), `"checkpoint_ns":""`, `"checkpoint_ns":"tools:t1"`, 1)
		Expect(logs(means(polled(1, values(log("e1"), asks)), child, polled(2, values(log("e1"), asks))))).To(Equal(map[string]string{"c1": "e1 e2 "}))
	})
})

var _ = Describe("A history", func() {
	It("is read oldest first, so that it tells what polling would have told", func() {
		states := []string{
			polled(1, values(log(), goOn)), polled(2, values(log(), goOn, asks)), polled(3, values(log("e1"), goOn, asks, read1)),
			polled(4, values(log("e1"), goOn, asks, read1, more)), polled(5, values(log("e1", "e2"), goOn, asks, read1, more, read2)),
		}
		var newest []string
		for i := range states {
			newest = append(newest, states[len(states)-1-i])
		}
		loaded, followed := means("["+strings.Join(newest, ",")+"]"), means(states...)
		Expect(differences(followed, loaded)).To(BeEmpty())
		Expect(logs(loaded)).To(Equal(map[string]string{"c1": "e1 ", "c2": "e2 "}))
		Expect(logs(loaded)).To(Equal(logs(followed)))
	})

	It("leaves out the states of branches that were left", func() {
		left := strings.Replace(polled(2, values("", `{"type":"human","id":"h9","content":"No"}`)), `"checkpoint_id":"cp-2"`, `"checkpoint_id":"cp-x"`, 1)
		t := means("[" + polled(2, values("", goOn, asks)) + "," + left + "," + polled(1, values("", goOn)) + "]")
		Expect(t.Sessions[0].Messages).To(HaveLen(2))
	})

	It("loaded again while the run goes on changes nothing", func() {
		one, two := polled(1, values(log(), goOn, asks)), polled(2, values(log("e1"), goOn, asks))
		history := "[" + two + "," + one + "]"
		end := polled(3, values(log("e1", "e2"), goOn, asks, read1))
		Expect(means(one, two, history, end)).To(Equal(means(one, two, two, end)))
	})

	It("with anything else in it than states is no history", func() {
		events := decoded(`["values",{"messages":[` + goOn + `]}]`)
		Expect(kinds(events)).To(Equal([]spec.Kind{spec.MessageFull}), "a tuple of LangGraph's")
	})
})
