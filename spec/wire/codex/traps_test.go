package codex_test

import (
	"bytes"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// The traps of the format reference, by their numbers: each has broken a reader.
var _ = Describe("what breaks readers", func() {
	It("1: an error is not fatal, whatever it says", func() {
		all := after(`{"type":"error","message":"fatal: exceeded retry limit, last status: 500"}`, finish)
		Expect(all.of(spec.Error).one().Fatal).To(BeFalse())
		Expect(all.of(spec.TurnEnd).one().Status).To(Equal(spec.Completed))
	})

	It("2: warnings and thoughts are no calls", func() {
		all := after(completed(`"id":"item_0","type":"error","message":"rerouted"`), completed(`"id":"item_1","type":"reasoning","text":"hm"`))
		Expect(all.kinds()).To(Equal([]spec.Kind{spec.NoteEvent, spec.MessageFull}))
		Expect(rendered(all.means())).To(Equal([]string{"(hm)"}))
	})

	It("3: an item may come before the turn starts", func() {
		all := read(thread, completed(`"id":"item_0","type":"error","message":"old"`), begin)
		Expect(all.of(spec.TurnStart).one().Turn).To(Equal("0"))
	})

	It("4: cached tokens are part of the input, reasoning tokens of the output", func() {
		end := read(`{"type":"turn.completed","usage":{"input_tokens":100,"cached_input_tokens":90,"cache_write_input_tokens":5,"output_tokens":20,"reasoning_output_tokens":15}}`).one()
		Expect(end.Usage).To(Equal(&spec.Usage{Input: 100, Output: 20}))
	})

	It("5: usage is the thread's, so each turn shows the wire's figure and none is a sum", func() {
		t := read(thread, begin, finish, thread, begin, `{"type":"turn.completed","usage":{"input_tokens":30,"output_tokens":5}}`).means()
		Expect(t.Sessions).To(HaveLen(1))
		Expect(t.Sessions[0].Turns[0].Usage).To(Equal(&spec.Usage{Input: 10, Output: 2}))
		Expect(t.Sessions[0].Turns[1].Usage).To(Equal(&spec.Usage{Input: 30, Output: 5}))
	})

	It("6: an item of a resumed run is another one than that of the same id before", func() {
		one := []string{thread, begin, agentMessage("item_0", "a"), started(shell("item_1", running)), completed(shell("item_1", fine)), finish}
		t := read(append(one, thread, begin, agentMessage("item_0", "b"), completed(`"id":"item_1","type":"file_change","changes":[],"status":"completed"`), finish)...).means()
		Expect(rendered(t)).To(Equal([]string{"a[item_1]", "b[item_1]"}))
		Expect(t.Sessions[0].Messages[0].Calls[0].Name).To(Equal("command_execution"))
		Expect(t.Sessions[0].Messages[1].Calls[0].Name).To(Equal("file_change"))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("6: a completion in a resumed run is none of an item that an earlier run left open", func() {
		t := read(thread, begin, agentMessage("item_0", "a"), started(shell("item_1", running)), finish,
			thread, begin, agentMessage("item_0", "b"), completed(shell("item_1", fine)), finish).means()
		Expect(rendered(t)).To(Equal([]string{"a", "b[item_1]"}))
		Expect(t.Sessions[0].Abandoned).To(HaveLen(1))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("7: of the two ids of a web_search the last counts, in each of its records", func() {
		members := `"id":"item_3","type":"web_search","id":"ws_0abc","query":"q","action":{"type":"search","query":"q"}`
		all := after(started(members), completed(members))
		Expect(all.kinds()).To(Equal([]spec.Kind{spec.CallStart, spec.CallDone}))
		for _, e := range all {
			Expect(e).To(And(HaveField("Call", "ws_0abc"), HaveField("Args", `{"query":"q","action":{"type":"search","query":"q"}}`)))
		}
	})

	It("7: of any key that comes twice the last counts", func() {
		Expect(read(`{"type":"turn.started","type":"error","message":"a","message":"b"}`).one()).To(HaveField("Error", "b"))
	})

	It("8: an item may never complete in a turn that succeeds", func() {
		t := read(thread, begin, agentMessage("item_0", "wait"), started(shell("item_1", running)), finish).means()
		Expect(t.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(t.Sessions[0].Abandoned).To(HaveLen(1))
		Expect(t.Sessions[0].Abandoned[0].Status).To(Equal(spec.Abandoned))
		Expect(t.Active).To(BeEmpty())
	})

	It("8: an item that is closed in progress has not completed either", func() {
		t := read(thread, begin, agentMessage("item_0", "wait"), started(shell("item_1", running)), completed(shell("item_1", running)), finish).means()
		Expect(t.Sessions[0].Abandoned).To(HaveLen(1))
		Expect(t.Sessions[0].Abandoned[0].Result).To(BeEmpty())
	})

	It("8: an item that is first seen closed in progress is there, and has not completed", func() {
		all := after(completed(shell("item_1", running)))
		Expect(all.kinds()).To(Equal([]spec.Kind{spec.CallStart, spec.CallProgress}))
	})

	It("9: an update of a list is progress of its call", func() {
		list := func(items string) string { return `"id":"item_0","type":"todo_list","items":` + items }
		all := after(started(list(`[{"text":"a","completed":false}]`)), updated(list(`[{"text":"a","completed":true}]`)), completed(list(`[]`)))
		Expect(all.kinds()).To(Equal([]spec.Kind{spec.CallStart, spec.CallProgress, spec.CallProgress, spec.CallDone}))
		Expect(all[2].Result).To(MatchJSON(`[{"text":"a","completed":true}]`))
		Expect(all[0].Args).To(BeEmpty(), "the list is the result")
	})

	It("10: an item belongs to the message before its first record, not to that before its completion", func() {
		t := read(thread, begin, agentMessage("item_0", "first"), started(shell("item_1", running)), agentMessage("item_2", "second"), completed(shell("item_1", fine)), finish).means()
		Expect(rendered(t)).To(Equal([]string{"first[item_1]", "second"}))
	})

	It("10: an item that only completes belongs to the message before that", func() {
		t := read(thread, begin, agentMessage("item_0", "first"), agentMessage("item_1", "second"), completed(shell("item_2", fine)), finish).means()
		Expect(rendered(t)).To(Equal([]string{"first", "second[item_2]"}))
		Expect(anomalies(t)).To(Equal([]spec.AnomalyKind{spec.StartLost}))
	})

	It("10: an item before any message is held for the first, and one that is open then goes there, too", func() {
		stream := []string{thread, begin, started(shell("item_0", running)), started(shell("item_1", running)), completed(shell("item_1", fine))}
		Expect(read(stream...).shows().Sessions[0].Held).To(HaveLen(1))
		stream = append(stream, agentMessage("item_2", "first"), agentMessage("item_3", "second"), completed(shell("item_0", fine)), finish)
		Expect(rendered(read(stream...).means())).To(Equal([]string{"[item_1]first[item_0]", "second"}))
	})

	It("11: a tool that failed may have no error, and one that has an error failed", func() {
		members := `"id":"item_0","type":"mcp_tool_call","server":"lab","tool":"boom","arguments":{},`
		all := after(completed(members+`"result":{"content":[]},"error":null,"status":"failed"`), completed(members+`"result":null,"error":{"message":"gone"},"status":"failed"`))
		for _, e := range all.of(spec.CallDone) {
			Expect(e.IsError).To(BeTrue())
		}
		Expect(all[0].Result).To(MatchJSON(`{"content":[]}`))
		Expect(all[1].Result).To(MatchJSON(`"gone"`))
	})

	DescribeTable("12: the exit code decides where it is a number, else the status", func(members string, isError bool, result string) {
		done := after(completed(shell("item_0", members))).one()
		Expect(done.IsError).To(Equal(isError))
		Expect(done.Result).To(MatchJSON(result))
	},
		Entry("0", fine, false, `{"aggregated_output":"a\n","exit_code":0}`),
		Entry("not 0", `"exit_code":42,"status":"failed"`, true, `{"exit_code":42}`),
		Entry("not 0, whatever the status", `"exit_code":1,"status":"completed"`, true, `{"exit_code":1}`),
		Entry("0, whatever the status", `"exit_code":0,"status":"failed"`, false, `{"exit_code":0}`),
		Entry("null, as a build of 2025 closes what is open", `"exit_code":null,"status":"completed"`, false, `{"exit_code":null}`),
		Entry("null and failed", `"exit_code":null,"status":"failed"`, true, `{"exit_code":null}`),
		Entry("absent and failed", `"aggregated_output":"","status":"failed"`, true, `{"aggregated_output":""}`),
	)

	It("12: a declined command is denied, which is no failure", func() {
		done := after(completed(shell("item_0", `"aggregated_output":"","exit_code":null,"status":"declined"`))).one()
		Expect(done).To(And(HaveField("Status", spec.Denied), HaveField("IsError", false)))
	})

	It("13: a line may be longer than a MiB", func() {
		text := fmt.Sprintf("%s\n%s\n%s\n%s\n", thread, begin, started(shell("item_0", running)),
			completed(shell("item_0", `"aggregated_output":"`+strings.Repeat("x", 1<<20)+`\n... 7 bytes omitted ...\ny","exit_code":0`)))
		s, problems, err := wire.DecodeAll(codex.New(), "", bytes.NewReader([]byte(text)), wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		Expect(problems).To(BeEmpty())
		Expect(len(events(s.Events).of(spec.CallDone).one().Result)).To(BeNumerically(">", 1<<20))
	})

	It("14: a limit is words, and no window is read out of them", func() {
		words := "You’ve hit your usage limit. Try again at 3:00 PM."
		t := read(thread, begin, `{"type":"error","message":"`+words+`"}`, `{"type":"turn.failed","error":{"message":"`+words+`"}}`).means()
		Expect(t.Quota).To(Equal(spec.Quota{}))
		Expect(t.Outcome).To(Equal(spec.OutcomeFailed))
		Expect(t.Sessions[0].Turns[0].Error).To(HaveValue(Equal(words)))
	})

	It("14: a message that is itself JSON is kept as it is", func() {
		Expect(after(`{"type":"turn.failed","error":{"message":"{\"error\": {\"code\": 1}}"}}`).one().Error).To(Equal(`{"error": {"code": 1}}`))
	})

	It("15: an interrupted turn has no end, and is incomplete", func() {
		t := read(thread, begin, agentMessage("item_0", "go"), started(shell("item_1", running))).means()
		Expect(t.Outcome).To(Equal(spec.OutcomeIncomplete))
		Expect(t.Sessions[0].Turns[0].Status).To(Equal(spec.Incomplete))
	})

	It("16: equal answers are answers each", func() {
		Expect(rendered(read(thread, begin, agentMessage("item_0", "x"), agentMessage("item_1", "x"), agentMessage("item_2", "x"), finish).means())).To(Equal([]string{"x", "x", "x"}))
	})

	It("17: a wait that completes has not waited for all, and keeps whom it was for", func() {
		all := read(thread, begin, agentMessage("item_0", "go"),
			completed(spawning(`["T1"]`, `{}`)), completed(strings.ReplaceAll(strings.ReplaceAll(spawning(`["T2"]`, `{}`), "item_1", "item_2"), "T1", "T2")),
			started(strings.Replace(waiting("item_3", `{}`), `["T1"]`, `["T1","T2"]`, 1)), completed(waiting("item_3", `{"T1":{"status":"completed"}}`)), finish)
		t := all.means()
		Expect(t.Sessions[1].Status).To(Equal(spec.Closed))
		Expect(t.Sessions[2].Status).To(Equal(spec.Open))
		Expect(anomalies(t)).To(ContainElement(spec.NeverClosed))
		Expect(calls(t)["item_3"].Args).To(MatchJSON(`{"receiver_thread_ids":["T1","T2"]}`))
	})
})
