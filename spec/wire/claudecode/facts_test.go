package claudecode_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// What the manifest says that each recording exercises, at the level of events.
var _ = Describe("the recordings of real runs", func() {
	It("tell a failed Read by is_error, in frames without uuid (tool-error-read)", func() {
		all := decoded("tool-error-read")
		result := all.of(spec.CallDone).one()
		Expect(result.IsError).To(BeTrue())
		Expect(result.ID).To(BeEmpty())
		Expect(all.fullParts()[:2]).To(Equal([]string{"text:0:I'll try to read the file you specified.", "call:1:toolu_015wSk1EDkBFiq83wstW9LQe"}),
			"one message in two frames")
		Expect(all.of(spec.TurnEnd).one()).To(And(HaveField("Turn", "0"), HaveField("Usage", &spec.Usage{Input: 54444, Output: 93})),
			"without a result_index the results count")
	})

	It("number the blocks of one message across its frames (thinking-text-tool-read)", func() {
		all := decoded("thinking-text-tool-read")
		Expect(all.from(2).fullParts()).To(ConsistOf(HavePrefix("thought:0:")))
		Expect(all.from(3).fullParts()).To(ConsistOf(HavePrefix("text:1:")))
		Expect(all.from(4).fullParts()).To(ConsistOf(HavePrefix("call:2:")))
		Expect(all.from(7).one().Note).To(Equal(spec.NoteSystem), "a summary before the result is no end")
		Expect(all.from(6)[0].Restated).To(BeFalse(), "nothing streamed")
	})

	It("give a thought whose signature was emptied no metadata (hook-then-read)", func() {
		all := decoded("hook-then-read")
		Expect(all[0].Kind).To(Equal(spec.NoteEvent), "a hook frame before init")
		Expect(all.from(2).kinds()).To(Equal([]spec.Kind{spec.TurnStart}))
		thought := all.from(3).one().Messages[0].Parts[0]
		Expect(thought).To(Equal(spec.SnapshotPart{Kind: spec.ThoughtPart, Slot: "0"}))
		Expect(all.from(4).one().Messages[0].Parts[0].Metadata).To(MatchJSON(`{"caller":{"type":"direct"}}`))
	})

	It("let a background child outlive its call, and hold results back (background-subagent-two-results)", func() {
		const child = "toolu_01U3BoaYLsrrZQQe3XqFtmjq"
		all := decoded("background-subagent-two-results")
		Expect(all.from(10).fullParts()).To(ConsistOf(HavePrefix("call:3:")), "a frame of the same message behind a result")
		Expect(all.from(11).one().Limit).To(Equal(&spec.Limit{Window: "five_hour"}), "allowed, whatever overage says")
		Expect(all.from(17)[0]).To(And(HaveField("Parent", spec.To("")), HaveField("ParentCall", spec.To(child)), HaveField("Agent", "Explore")))
		Expect(all.from(18).kinds()).To(Equal([]spec.Kind{spec.CallDone}), "launched is no end")
		Expect(all.from(29).kinds()).To(Equal([]spec.Kind{spec.TurnEnd, spec.SessionClose}))
		Expect(all.in("").of(spec.TurnStart)).To(HaveLen(2))
		ends := all.in("").of(spec.TurnEnd)
		Expect(ends).To(HaveLen(2))
		Expect(ends[0]).To(And(HaveField("Turn", "0"), HaveField("Record", 33), HaveField("Usage.Output", int64(740))))
		Expect(ends[1]).To(And(HaveField("Turn", "1"), HaveField("Usage", &spec.Usage{Input: 29559, Output: 170})), "per turn, not cumulative")
		Expect(all.in(child).fullParts()).To(HaveLen(4))
	})
})

var _ = Describe("the recordings of a scripted model", func() {
	It("run tools while their message streams (parallel-tools-streamed-results-partial)", func() {
		all := decoded("lab/parallel-tools-streamed-results-partial")
		Expect(all.joined(spec.CallArgs, "msg_lab0000", "3")).To(MatchJSON(`{"command":"sleep 1; exit 3","description":"fail"}`))
		Expect(all.from(32).one().Call).To(Equal("toolu_labA"), "between two fragments of the next call")
		Expect(all.of(spec.CallOpen)).To(HaveLen(3))
		Expect(all.of(spec.ArgsEnd)).To(HaveLen(3))
		Expect(all.of(spec.CallDone).where(func(e spec.Event) bool { return e.IsError })).To(HaveLen(2))
		Expect(all.of(spec.UsageReport)[0]).To(And(HaveField("StopReason", "tool_use"), HaveField("Usage", &spec.Usage{Input: 1320, Output: 90})))
		Expect(all.joined(spec.Text, "msg_lab0000", "1")).To(Equal("Reading both files now."))
	})

	It("confirm what streamed, block by block (parallel-tools-streamed-results-partial)", func() {
		all := decoded("lab/parallel-tools-streamed-results-partial")
		Expect(all.fullParts()).To(Equal([]string{
			"thought:0:I should read two files and run a failing command.", "text:1:Reading both files now.",
			"call:2:toolu_labA", "call:3:toolu_labB", "call:4:toolu_labC", "text:0:One file read, one command failed, one file was missing.",
		}))
		for _, e := range all.of(spec.MessageFull) {
			Expect(e.Restated).To(BeTrue())
			Expect(e.Complete).To(BeFalse())
		}
		call := all.from(27).one().Messages[0].Parts[0]
		Expect(call.Args).To(Equal(`{"file_path":"a.txt"}`))
		Expect(call.ArgsValue).To(BeTrue())
		Expect(all.joined(spec.CallArgs, "msg_lab0000", "2")).To(Equal(`{"file_path": "a.txt"}`), "the same value in other bytes")
		Expect(all.from(15).one().Metadata).To(MatchJSON(`{"signature":"c2ln"}`))
		Expect(all.from(16).one().Messages[0].Parts[0].Metadata).To(MatchJSON(`{"signature":"c2ln"}`))
	})

	It("go on with a message behind its own results (text-after-tool-result-same-message-id)", func() {
		all := decoded("lab/text-after-tool-result-same-message-id")
		Expect(all.fullParts()).To(Equal([]string{
			"text:0:First I list.", "call:1:toolu_labA", "text:2:While that runs, a second one.", "call:3:toolu_labB",
			"text:4:Trailing text in the same message.", "text:0:Both done.",
		}))
	})

	for _, name := range []string{"lab/two-parallel-subagents-partial", "lab/two-parallel-subagents-partial-forwarded"} {
		It("tell parallel children apart, of which the second ends first ("+name+")", func() {
			all := decoded(name)
			opened, closed := all.of(spec.SessionOpen), all.of(spec.SessionClose)
			Expect(opened).To(HaveLen(2))
			Expect(closed).To(HaveLen(2))
			Expect([]string{closed[0].Session, closed[1].Session}).To(Equal([]string{"toolu_labT2", "toolu_labT1"}))
			Expect(all.from(closed[0].Record).kinds()).To(Equal([]spec.Kind{spec.TurnEnd, spec.SessionClose, spec.CallDone}))
			failed := all.of(spec.CallDone).where(func(e spec.Event) bool { return e.IsError }).one()
			Expect(failed).To(And(HaveField("Session", "toolu_labT2"), HaveField("Call", "toolu_labI3")))
		})
	}

	It("show a child's words only where they are forwarded (two-parallel-subagents-partial…)", func() {
		words := func(name string) events {
			return decoded(name).of(spec.MessageFull).where(func(e spec.Event) bool {
				return e.Session != "" && e.Messages[0].Role == "assistant" && e.Messages[0].Parts[0].Kind != spec.CallPart
			})
		}
		Expect(words("lab/two-parallel-subagents-partial")).To(BeEmpty())
		Expect(words("lab/two-parallel-subagents-partial-forwarded").fullParts()).To(Equal([]string{
			"thought:0:child one thinks", "text:0:child two looks", "text:0:b.txt has 2 lines.", "text:0:a.txt has 3 lines.",
		}))
		Expect(words("lab/two-parallel-subagents-partial-forwarded")[0].Restated).To(BeFalse(), "a child's frames repeat no deltas")
	})

	It("wake the root for a second turn when a background child ends (background-subagent-forwarded-text)", func() {
		all := decoded("lab/background-subagent-forwarded-text")
		Expect(all.from(6).kinds()).To(Equal([]spec.Kind{spec.CallDone}))
		Expect(all.from(15).kinds()).To(Equal([]spec.Kind{spec.TurnEnd, spec.SessionClose}))
		Expect(all.from(19).one().Turn).To(Equal("0"))
		Expect(all.from(20).one().Turn).To(Equal("1"))
		Expect(all.in("toolu_labT1").fullParts()).To(ContainElement("text:1:child speaks"))
	})

	It("nest, and the inner child shows nothing but its edges (nested-subagents-depth2)", func() {
		all := decoded("lab/nested-subagents-depth2")
		inner := all.in("toolu_labT2")
		Expect(inner.kinds()).To(Equal([]spec.Kind{spec.SessionOpen, spec.TurnStart, spec.TurnEnd, spec.SessionClose}))
		Expect(inner[0].Parent).To(Equal(spec.To("toolu_labT1")))
		Expect(all.from(28)[2]).To(And(HaveField("Session", "toolu_labT1"), HaveField("Call", "toolu_labT2")))
		Expect(all.in("toolu_labT1")[0].Parent).To(Equal(spec.To("")))
	})

	It("fail a child and go on (subagent-fails-run-continues)", func() {
		all := decoded("lab/subagent-fails-run-continues")
		end := all.in("toolu_labT1").of(spec.TurnEnd).one()
		Expect(end.Status).To(Equal(spec.Failed))
		Expect(end.Error).To(HavePrefix("Agent terminated early"))
		Expect(all.in("toolu_labT1").of(spec.SessionClose).one().Status).To(Equal(spec.Failed))
		Expect(all.in("").of(spec.TurnEnd).one().Status).To(Equal(spec.Completed))
	})

	It("cut a text without usage and say it again in a new message (stream-cut-then-resume-partial)", func() {
		all := decoded("lab/stream-cut-then-resume-partial")
		Expect(all.of(spec.UsageReport).one().Message).To(Equal("msg_lab0001"))
		Expect(all.of(spec.MessageClose)).To(HaveLen(2))
		Expect(all.from(12).one().Messages[0].Role).To(Equal("user"), "a synthetic prompt is said to the agent all the same")
		Expect(all.of(spec.Retract)).To(BeEmpty())
	})

	It("keep the raw text of arguments that never parse (stream-cut-inside-tool-input, malformed-tool-input)", func() {
		for name, raw := range map[string]string{
			"lab/stream-cut-inside-tool-input": `{"command": "echo`,
			"lab/malformed-tool-input":         `{"command": "echo hi", "descr`,
		} {
			all := decoded(name)
			call := all.of(spec.MessageFull)[1].Messages[0].Parts[0]
			Expect(call).To(And(HaveField("Args", raw), HaveField("Invalid", true), HaveField("ArgsValue", false), HaveField("Slot", "1")), name)
			Expect(all.joined(spec.CallArgs, "msg_lab0000", "1")).To(Equal(raw), name)
			Expect(all.of(spec.CallDone).one().IsError).To(BeTrue(), name)
			Expect(all.of(spec.TurnEnd).one().Status).To(Equal(spec.Completed), name)
		}
	})

	It("put a synthetic error between a call and its result, and end nothing by it (stream-cut-after-tool-late-result)", func() {
		all := decoded("lab/stream-cut-after-tool-late-result")
		synthetic := all.from(18).one()
		Expect(synthetic.Kind).To(Equal(spec.MessageFull))
		Expect(synthetic.Complete).To(BeTrue(), "it says why it stopped")
		Expect(all.from(19).one()).To(And(HaveField("Call", "toolu_labA"), HaveField("Result", json.RawMessage(`"hi"`))))
		Expect(all.of(spec.TurnEnd).one().Status).To(Equal(spec.Completed))
	})

	It("retry requests without an end (api-retry-then-success)", func() {
		retries := decoded("lab/api-retry-then-success").of(spec.Error)
		Expect(retries).To(HaveLen(2))
		Expect(retries[0]).To(And(HaveField("Fatal", false), HaveField("Error", "overloaded")))
	})

	It("fail under the name of success (api-error-fatal-400, rate-limited-429-api-key)", func() {
		for name, words := range map[string]string{
			"lab/api-error-fatal-400":      "API Error: 400 synthetic bad request",
			"lab/rate-limited-429-api-key": "API Error: Request rejected (429) · synthetic rate limit",
		} {
			all := decoded(name)
			Expect(all.of(spec.TurnEnd).one()).To(And(HaveField("Status", spec.Failed), HaveField("Error", words)), name)
			Expect(all.of(spec.LimitReport)).To(BeEmpty(), name)
			Expect(all.fullParts()).To(Equal([]string{"text:0:" + words}), name)
		}
	})

	It("fail at the turn limit without a result text (max-turns)", func() {
		end := decoded("lab/max-turns").of(spec.TurnEnd).one()
		Expect(end).To(And(HaveField("Status", spec.Failed), HaveField("Error", "Reached maximum number of turns (2)"), HaveField("StopReason", "tool_use")))
	})

	It("deny a call, in its result and in the list of the turn (permission-denied)", func() {
		results := decoded("lab/permission-denied").of(spec.CallDone)
		Expect(results).To(HaveLen(2))
		Expect(results[0]).To(And(HaveField("Status", spec.Denied), HaveField("Restated", false)))
		Expect(results[1]).To(And(HaveField("Status", spec.Denied), HaveField("Restated", true), HaveField("Call", "toolu_labA")))
	})

	It("echo what the user said, a turn each (two-user-turns-replayed)", func() {
		all := decoded("lab/two-user-turns-replayed")
		Expect(all.fullParts()).To(Equal([]string{"text::FIRST", "text:0:answer one", "text::SECOND", "text:0:answer two"}))
		ends := all.of(spec.TurnEnd)
		Expect(ends[1]).To(And(HaveField("Turn", "1"), HaveField("Usage", &spec.Usage{Input: 1321, Output: 50})))
		echo := all.from(2).one()
		Expect(echo.Messages[0].Message).To(Equal(echo.ID), "a user message's id is its frame's")
	})

	It("cancel call and turn at an interrupt, by signal or by request (interrupt-…)", func() {
		for _, name := range []string{"lab/interrupt-sigint", "lab/interrupt-control-request"} {
			all := decoded(name)
			Expect(all.of(spec.CallDone).one()).To(And(HaveField("Status", spec.Cancelled), HaveField("IsError", true)), name)
			Expect(all.of(spec.TurnEnd).one()).To(And(HaveField("Status", spec.Cancelled), HaveField("Error", "")), name)
			Expect(all.of(spec.SessionOpen)).To(BeEmpty(), "a command that runs long is no child: "+name)
		}
	})

	It("end without a result when the process dies (sigterm-no-result, sigkill-no-result)", func() {
		Expect(decoded("lab/sigterm-no-result").of(spec.CallDone).one().IsError).To(BeTrue())
		Expect(decoded("lab/sigterm-no-result").of(spec.TurnEnd)).To(BeEmpty())
		Expect(decoded("lab/sigkill-no-result").of(spec.CallDone)).To(BeEmpty())
		Expect(decoded("lab/sigkill-no-result").of(spec.SessionOpen)).To(BeEmpty())
	})

	It("fail to resume with a lone result (resume-unknown-id)", func() {
		end := decoded("lab/resume-unknown-id").one()
		Expect(end).To(And(HaveField("Kind", spec.TurnEnd), HaveField("Turn", "0"), HaveField("Status", spec.Failed)))
		Expect(end.Error).To(HavePrefix("No conversation found"))
	})
})
