package codex_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// The numbered facts of the format reference.
var _ = Describe("the order of records", func() {
	It("X1: begins with the thread, which is the session of all that follows", func() {
		all := read(thread, begin, agentMessage("item_0", "hi"), finish)
		Expect(all[0]).To(And(HaveField("Kind", spec.NoteEvent), HaveField("Note", spec.NoteCustom)))
		for _, e := range all {
			Expect(e.Session).To(Equal("T0"))
		}
		Expect(read(begin).one().Session).To(BeEmpty(), "a stream that is joined late has a nameless one")
	})

	It("X2: lets warnings come before the turn, of which they are no part", func() {
		all := read(thread, completed(`"id":"item_0","type":"error","message":"deprecated"`), begin, agentMessage("item_1", "hi"), finish)
		Expect(all.from(2).one()).To(And(HaveField("Note", spec.NoteSystem), HaveField("Text", "deprecated")))
		t := all.means()
		Expect(t.Sessions[0].Turns).To(HaveLen(1))
		Expect(rendered(t)).To(Equal([]string{"hi"}))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("X3: gives an item one start, updates and one completion under one id", func() {
		all := after(started(shell("item_0", running)), updated(shell("item_0", `"aggregated_output":"a","status":"in_progress"`)), completed(shell("item_0", fine)))
		Expect(all.kinds()).To(Equal([]spec.Kind{spec.CallStart, spec.CallProgress, spec.CallDone}))
		for _, e := range all {
			Expect(e.Call).To(Equal("item_0"))
		}
	})

	It("X4: completes items in any order", func() {
		all := read(thread, begin, agentMessage("item_0", "both"), started(shell("item_1", running)), started(shell("item_2", running)),
			completed(shell("item_2", fine)), completed(shell("item_1", fine)), finish)
		Expect(rendered(all.means())).To(Equal([]string{"both[item_2][item_1]"}))
	})

	It("X5: may complete a call before the next of its batch starts", func() {
		all := read(thread, begin, agentMessage("item_0", "three"), started(shell("item_1", running)), completed(shell("item_1", fine)),
			started(shell("item_2", running)), completed(shell("item_2", fine)), finish)
		Expect(rendered(all.means())).To(Equal([]string{"three[item_1][item_2]"}))
	})

	It("X6: spans messages with a list, which belongs to the one before it", func() {
		list := `"id":"item_1","type":"todo_list","items":[]`
		all := read(thread, begin, agentMessage("item_0", "plan"), started(list), agentMessage("item_2", "work"), updated(list), agentMessage("item_3", "bye"), completed(list), finish)
		Expect(rendered(all.means())).To(Equal([]string{"plan[item_1]", "work", "bye"}))
	})

	It("X7: says a fatal problem twice, of which the second ends the turn", func() {
		all := after(`{"type":"error","message":"gone"}`, `{"type":"turn.failed","error":{"message":"gone"}}`)
		Expect(all[0]).To(And(HaveField("Kind", spec.Error), HaveField("Fatal", false)))
		Expect(all[1]).To(And(HaveField("Kind", spec.TurnEnd), HaveField("Status", spec.Failed), HaveField("Error", "gone")))
	})

	It("X8: goes on after an error that looks the same", func() {
		t := read(thread, begin, `{"type":"error","message":"Reconnecting... 1/5 (x)"}`, agentMessage("item_0", "hi"), finish).means()
		Expect(t.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(t.Sessions[0].Turns[0]).To(And(HaveField("Error", BeNil()), HaveField("Usage", &spec.Usage{Input: 10, Output: 2})))
	})

	It("X9: says an answer again after a reconnect, and both count, since nothing takes the first back", func() {
		t := read(thread, begin, agentMessage("item_0", "x"), `{"type":"error","message":"Reconnecting... 1/5"}`, agentMessage("item_1", "x"), finish).means()
		Expect(rendered(t)).To(Equal([]string{"x", "x"}))
	})

	It("X10: has nothing behind the end of a turn, and what comes all the same reopens nothing", func() {
		all := read(thread, begin, started(shell("item_0", running)), agentMessage("item_1", "left it"), finish, completed(shell("item_0", fine)), finish)
		Expect(all.from(7).one().Turn).To(Equal("0"), "a second end is of the same turn")
		t := all.means()
		Expect(t.Sessions[0].Turns).To(HaveLen(1))
		Expect(anomalies(t)).To(Equal([]spec.AnomalyKind{spec.LateResult}))
	})

	It("X11: shows children by the items of their parent alone", func() {
		t := read(thread, begin, agentMessage("item_0", "go"), started(spawning(`[]`, `{}`)), completed(spawning(`["T1"]`, `{"T1":{"status":"pending_init","message":null}}`)),
			completed(waiting("item_2", `{"T1":{"status":"completed","message":"found it"}}`)), finish).means()
		Expect(t.Sessions).To(HaveLen(2))
		Expect(t.Sessions[1]).To(And(HaveField("ID", "T1"), HaveField("Parent", HaveValue(Equal("T0"))), HaveField("ParentCall", HaveValue(Equal("item_1"))),
			HaveField("Status", spec.Closed), HaveField("Messages", BeEmpty()), HaveField("Turns", BeEmpty())))
		Expect(calls(t)["item_1"].Child).To(HaveValue(Equal("T1")))
	})
})

// spawning are the members of a call that spawns an agent.
func spawning(receivers, states string) string {
	return `"id":"item_1","type":"collab_tool_call","tool":"spawn_agent","sender_thread_id":"T0","receiver_thread_ids":` + receivers +
		`,"prompt":"look","agents_states":` + states + `,"status":"completed"`
}

// waiting are the members of a call that waits for agents.
func waiting(id, states string) string {
	return `"id":"` + id + `","type":"collab_tool_call","tool":"wait","sender_thread_id":"T0","receiver_thread_ids":["T1"],"prompt":null,"agents_states":` +
		states + `,"status":"completed"`
}
