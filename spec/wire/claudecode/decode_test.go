package claudecode_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
)

// read decodes records that must be none of them a problem.
func read(records ...string) events {
	GinkgoHelper()
	s, problems := wire.DecodeRecords(claudecode.New(), "", texts(records))
	Expect(problems).To(BeEmpty())
	return s.Events
}

func texts(records []string) [][]byte {
	out := make([][]byte, len(records))
	for i, r := range records {
		out[i] = []byte(r)
	}
	return out
}

// spawn, child and result are one foreground child, c1, of the scope.
const (
	spawn  = `{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"c1","name":"Task","input":{}}]}}`
	words  = `{"type":"assistant","parent_tool_use_id":"c1","message":{"id":"k1","content":[{"type":"text","text":"hi"}]}}`
	answer = `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c1","content":"r"}]}}`
	start  = `{"type":"system","subtype":"init"}`
)

func opened(parent spec.Ref, agent string) OmegaMatcher {
	return And(HaveField("Kind", spec.SessionOpen), HaveField("Session", "c1"), HaveField("Parent", parent),
		HaveField("ParentCall", spec.To("c1")), HaveField("Agent", agent))
}

var _ = Describe("a child", func() {
	It("opens with its first frame where no task_started came", func() {
		all := read(spawn, words)
		Expect(all.from(2).kinds()).To(Equal([]spec.Kind{spec.SessionOpen, spec.TurnStart, spec.MessageFull}))
		Expect(all.from(2)[0]).To(opened(spec.To(""), ""))
	})

	It("is told its parent when the spawning call is seen behind its frames, at any depth", func() {
		inner := `{"type":"assistant","parent_tool_use_id":"p1","message":{"id":"k2","content":[{"type":"tool_use","id":"c1","name":"Task","input":{}}]}}`
		all := read(words, inner)
		Expect(all.from(1)[0]).To(opened(spec.Ref{}, ""), "no guess")
		Expect(all.from(2).in("c1").one()).To(opened(spec.To("p1"), ""))
	})

	It("is told its parent by the scope of its result, if nothing told it before", func() {
		Expect(read(words, answer).from(2).kinds()).To(Equal([]spec.Kind{spec.SessionOpen, spec.TurnEnd, spec.SessionClose, spec.CallDone}))
	})

	It("is told its parent by the task that started it, and by a spawn depth of one", func() {
		outer := `{"type":"system","subtype":"task_started","task_id":"a0","tool_use_id":"p1","task_type":"local_agent","spawn_depth":1}`
		inner := `{"type":"system","subtype":"task_started","task_id":"a1","tool_use_id":"c1","subagent_type":"x","parent_task_id":"a0","spawn_depth":2}`
		all := read(outer, inner)
		Expect(all.from(1)[0].Parent).To(Equal(spec.To("")))
		Expect(all.from(2)[0]).To(opened(spec.To("p1"), "x"))
	})

	It("is told its agent by a later frame", func() {
		named := `{"type":"user","parent_tool_use_id":"c1","subagent_type":"x","message":{"content":"go"}}`
		Expect(read(spawn, words, named).from(3)[0]).To(opened(spec.To(""), "x"))
	})

	It("is never its own parent", func() {
		own := `{"type":"assistant","parent_tool_use_id":"c1","message":{"id":"k","content":[{"type":"tool_use","id":"c1","name":"Task","input":{}}]}}`
		Expect(read(own).of(spec.SessionOpen).one().Parent.OK).To(BeFalse())
	})

	It("is no command that runs long, nor a task without a call", func() {
		Expect(read(
			`{"type":"system","subtype":"task_started","task_id":"b","tool_use_id":"c1","task_type":"local_bash"}`,
			`{"type":"system","subtype":"task_started","task_id":"w","task_type":"local_workflow"}`,
			`{"type":"system","subtype":"task_started","task_id":"m","tool_use_id":"c2","task_type":"mcp_task"}`,
		).of(spec.SessionOpen)).To(BeEmpty())
	})

	It("stays closed when a frame of it comes late, and opens again when its task does", func() {
		resumed := `{"type":"system","subtype":"task_started","task_id":"a","tool_use_id":"c1","task_type":"local_agent","run_id":"2"}`
		notice := `{"type":"system","subtype":"task_notification","task_id":"a","status":"completed"}`
		all := read(spawn, words, answer, words, resumed, notice)
		Expect(all.from(4).kinds()).To(Equal([]spec.Kind{spec.MessageFull}))
		Expect(all.from(4).fullParts()).To(Equal([]string{"text:1:hi"}), "no position is used twice")
		Expect(all.from(5).of(spec.TurnStart).one().Turn).To(Equal("1"))
		Expect(all.from(6)[0]).To(And(HaveField("Kind", spec.TurnEnd), HaveField("Session", "c1"), HaveField("Turn", "1")))
	})

	It("is not ended twice by a notification that comes again, which is reported", func() {
		notice := `{"type":"system","subtype":"task_notification","tool_use_id":"c1","status":"completed"}`
		launched := `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c1"}]},"tool_use_result":{"status":"async_launched"}}`
		all := read(spawn, words, launched, notice, notice)
		Expect(all.from(4).kinds()).To(Equal([]spec.Kind{spec.TurnEnd, spec.SessionClose}))
		Expect(all.from(5).kinds()).To(Equal([]spec.Kind{spec.SessionClose}))
	})

	It("in the foreground is ended by its result only, whether the notification comes before or behind", func() {
		notice := `{"type":"system","subtype":"task_notification","tool_use_id":"c1","status":"completed"}`
		before, behind := read(spawn, words, notice, answer), read(spawn, words, answer, notice)
		Expect(before.from(3).one().Kind).To(Equal(spec.NoteEvent))
		Expect(before.from(4).kinds()).To(ContainElement(spec.SessionClose))
		Expect(behind.from(4).one().Kind).To(Equal(spec.NoteEvent))
	})

	It("is not launched by a structured result that two results could claim", func() {
		both := `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c1"},{"type":"tool_result","tool_use_id":"c2"}]},"tool_use_result":{"status":"async_launched"}}`
		Expect(read(spawn, words, both).from(3).of(spec.SessionClose)).To(HaveLen(1))
	})
})

var _ = Describe("a root turn", func() {
	result := func(index string) string {
		return `{"type":"result","subtype":"success","is_error":false` + index + `}`
	}

	It("belongs to the result with its index, however late that comes", func() {
		ends := read(start, start, result(`,"result_index":1`), result(`,"result_index":0`)).of(spec.TurnEnd)
		Expect(ends[0].Turn).To(Equal("1"))
		Expect(ends[1].Turn).To(Equal("0"))
	})

	It("is counted where results have no index", func() {
		ends := read(start, result(""), start, result("")).of(spec.TurnEnd)
		Expect(ends[1].Turn).To(Equal("1"))
	})

	It("is found by the first index seen where the stream was joined late", func() {
		all := read(start, result(`,"result_index":7`), start, result(`,"result_index":8`))
		Expect(all.of(spec.TurnEnd)[0].Turn).To(Equal("0"))
		Expect(all.of(spec.TurnEnd)[1].Turn).To(Equal("1"))
	})

	It("fails by the error subtype where an old version says no more", func() {
		old := `{"type":"result","subtype":"error_during_execution"}`
		Expect(read(start, old).of(spec.TurnEnd).one().Status).To(Equal(spec.Failed))
	})
})

var _ = Describe("a frame", func() {
	It("is the root's without a parent_tool_use_id, with null and with none of the keys it knows", func() {
		text := `"message":{"id":"m1","content":[{"type":"text","text":"a"}]}}`
		all := read(`{"type":"assistant",`+text, `{"parent_tool_use_id":null,"type":"assistant",`+text)
		Expect(all.in("")).To(HaveLen(2))
	})

	It("may say its content as a string", func() {
		all := read(`{"type":"assistant","message":{"id":"m1","content":"a"}}`, `{"type":"user","uuid":"u","message":{"content":"b"}}`)
		Expect(all.fullParts()).To(Equal([]string{"text:0:a", "text::b"}))
	})

	It("keeps unknown members of a block as metadata, but null ones", func() {
		all := read(`{"type":"assistant","message":{"id":"m","tier":"x","content":[{"type":"text","text":"a","citations":null,"__proto__":{"a":null}}]}}`)
		Expect(all[0].Messages[0].Parts[0].Metadata).To(MatchJSON(`{"__proto__":{"a":null}}`))
		Expect(all[0].Messages[0].Metadata).To(MatchJSON(`{"tier":"x"}`))
	})

	It("keeps an opaque block verbatim, and its place", func() {
		all := read(`{"type":"assistant","message":{"id":"m","content":[{"type":"container_upload","file_id":"s"},{"type":"redacted_thinking","data":"b64"},{"type":"text","text":"a"}]}}`)
		Expect(all.fullParts()).To(Equal([]string{"thought:1:", "text:2:a"}))
		Expect(all[0].Messages[0].Parts[0].Metadata).To(MatchJSON(`{"type":"redacted_thinking","data":"b64"}`))
		Expect(all[1].Raw).To(MatchJSON(`{"type":"container_upload","file_id":"s"}`))
	})

	It("reads calls that the server runs like any, and their results in the same message", func() {
		all := read(`{"type":"assistant","message":{"id":"m","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{"q":1},"caller":{"type":"direct"}},` +
			`{"type":"web_search_tool_result","tool_use_id":"s","content":[{"type":"web_search_result","url":"u"}]},{"type":"text","text":"a"},` +
			`{"type":"mcp_tool_use","id":"t","name":"read","server_name":"fs","input":{}},{"type":"mcp_tool_result","tool_use_id":"t","is_error":true,"content":"no"}]}}`)
		Expect(all.fullParts()).To(Equal([]string{"call:0:s", "text:2:a", "call:3:t"}))
		Expect(all[0].Messages[0].Parts[2].Metadata).To(MatchJSON(`{"server_name":"fs"}`))
		Expect(all[1:]).To(HaveExactElements(
			And(HaveField("Kind", spec.CallDone), HaveField("Call", "s"), HaveField("IsError", false), HaveField("Restated", false)),
			And(HaveField("Kind", spec.CallDone), HaveField("Call", "t"), HaveField("IsError", true)),
		))
	})

	It("reads a result that a server's tool could not give as an error", func() {
		all := read(`{"type":"assistant","message":{"id":"m","content":[{"type":"advisor_tool_result","tool_use_id":"s","content":{"type":"advisor_tool_result_error","error_code":"unavailable"}}]}}`)
		Expect(all).To(HaveExactElements(And(HaveField("Kind", spec.CallDone), HaveField("IsError", true))))
	})

	It("streams a server's call like any, and says its result once, restated by its frame", func() {
		event := func(text string) string { return `{"type":"stream_event","event":` + text + `}` }
		all := read(event(`{"type":"message_start","message":{"id":"m"}}`),
			event(`{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}`),
			event(`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"q\":1}"}}`),
			`{"type":"assistant","message":{"id":"m","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{"q":1}}]}}`,
			event(`{"type":"content_block_stop","index":0}`),
			event(`{"type":"content_block_start","index":1,"content_block":{"type":"web_search_tool_result","tool_use_id":"s","content":[]}}`),
			`{"type":"assistant","message":{"id":"m","content":[{"type":"web_search_tool_result","tool_use_id":"s","content":[]}]}}`)
		var kinds []spec.Kind
		for _, e := range all {
			kinds = append(kinds, e.Kind)
		}
		Expect(kinds).To(Equal([]spec.Kind{spec.MessageOpen, spec.CallOpen, spec.CallArgs, spec.MessageFull, spec.ArgsEnd, spec.CallDone, spec.CallDone}))
		Expect(all[3].Messages[0].Parts[0].Slot).To(Equal("0"))
		Expect([]bool{all[5].Restated, all[6].Restated}).To(Equal([]bool{false, true}))
	})

	DescribeTable("knows the blocks of an answer that are none of its content, and their place", func(block string, note spec.Note) {
		all := read(`{"type":"assistant","message":{"id":"m","content":[` + block + `,{"type":"text","text":"a"}]}}`)
		Expect(all.fullParts()).To(Equal([]string{"text:1:a"}))
		Expect(all[1].Note).To(Equal(note))
	},
		Entry("another model goes on", `{"type":"fallback","from":{"model":"a"},"to":{"model":"b"}}`, spec.NoteCustom),
		Entry("a summary", `{"type":"compaction","content":"s"}`, spec.NoteCustom),
		Entry("a picture", `{"type":"image","source":{"type":"url","url":"u"}}`, spec.NoteMedia),
		Entry("a kind that nobody knows", `{"type":"container_upload","file_id":"f"}`, spec.NoteUnknown),
	)

	It("gives a result without content no result, and one of parts its parts", func() {
		all := read(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a"},{"type":"tool_result","tool_use_id":"b","content":[{"type":"tool_reference","tool_name":"x"}]}]}}`)
		Expect(all[0].Result).To(BeNil())
		Expect(all[1].Result).To(MatchJSON(`[{"type":"tool_reference","tool_name":"x"}]`))
	})

	It("keeps the place of its block when it comes behind the block's end", func() {
		all := read(
			`{"type":"stream_event","event":{"type":"message_start","message":{"id":"m"}}}`,
			`{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}}`,
			`{"type":"stream_event","event":{"type":"content_block_stop","index":0}}`,
			`{"type":"stream_event","event":{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c","name":"n","input":{}}}}`,
			`{"type":"stream_event","event":{"type":"content_block_stop","index":1}}`,
			`{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"c","name":"n","input":{}}]}}`,
			`{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"a"}]}}`,
		)
		Expect(all.fullParts()).To(Equal([]string{"call:1:c", "text:0:a"}))
	})

	It("supersedes others before it says its own", func() {
		all := read(`{"type":"assistant","supersedes":["u1","u2"],"uuid":"u3","message":{"id":"m","content":[]}}`)
		Expect(all.kinds()).To(Equal([]spec.Kind{spec.Retract, spec.MessageFull}))
		Expect(all[0].Retracts).To(Equal([]string{"u1", "u2"}))
	})

	It("of a reset conversation says that nothing is left", func() {
		all := read(`{"type":"conversation_reset","new_conversation_id":"x"}`)
		Expect(all.one()).To(And(HaveField("Kind", spec.History), HaveField("Complete", true)))
	})

	It("lets the last of repeated members count alone, whatever the earlier ones are", func() {
		all := read(`{"type":7,"type":"assistant","message":{"id":"old","content":"old","x":1},"message":{"content":"new"}}`)
		Expect(all.fullParts()).To(Equal([]string{"text:0:new"}))
		Expect(all.one().Messages[0]).To(And(HaveField("Message", ""), HaveField("Metadata", BeEmpty())))
	})

	It("lets the last of repeated keys count, and an escaped lone surrogate be a replacement", func() {
		all := read(`{"type":"user","type":"assistant","message":{"id":"m","content":"\ud83d|\ud83d\ude00"}}`)
		Expect(all.fullParts()).To(Equal([]string{"text:0:\ufffd|\U0001f600"}))
	})
})

var _ = Describe("a quota record", func() {
	limit := func(info string) *spec.Limit {
		return read(`{"type":"rate_limit_event","rate_limit_info":` + info + `}`).one().Limit
	}

	It("is a limit only by its status", func() {
		Expect(limit(`{"status":"allowed_warning","rateLimitType":"seven_day","overageStatus":"rejected"}`).Rejected).To(BeFalse())
		Expect(limit(`{"status":"rejected"}`)).To(Equal(&spec.Limit{Rejected: true}))
	})

	It("names the window by its type, else by its reset", func() {
		Expect(limit(`{"status":"rejected","rateLimitType":"five_hour","resetsAt":1}`).Window).To(Equal("five_hour"))
		Expect(limit(`{"status":"rejected","resetsAt":1999999999}`).Window).To(Equal("1999999999"))
		Expect(limit(`{"status":"rejected","resetsAt":null}`).Window).To(BeEmpty())
	})
})

var _ = Describe("what is streamed", func() {
	begin := `{"type":"stream_event","event":{"type":"message_start","message":{"id":"m","usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1}}}}`

	It("takes the input side from the start where the end does not repeat it", func() {
		all := read(begin, `{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}}`)
		Expect(all.of(spec.UsageReport).one().Usage).To(Equal(&spec.Usage{Input: 7, Output: 9}))
	})

	It("is of the message that it names, else of the one that is open in its scope", func() {
		delta := `"event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}}`
		all := read(begin, `{"type":"stream_event","api_message_id":"old",`+delta, `{"type":"stream_event",`+delta, `{"type":"stream_event","parent_tool_use_id":"c",`+delta)
		texts := all.of(spec.Text)
		Expect(texts[0].Message).To(Equal("old"))
		Expect(texts[1].Message).To(Equal("m"))
		Expect(texts[2].Message).To(BeEmpty(), "another scope's stream is another's")
	})

	It("takes the placeholder of a call's input for nothing", func() {
		all := read(begin, `{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c","name":"n","input":{}}}}`)
		Expect(all.of(spec.CallOpen).one().Args).To(BeEmpty())
	})

	It("adds the pieces of a signature", func() {
		piece := func(s string) string {
			return `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"` + s + `"}}}`
		}
		all := read(begin, piece("ab"), piece("cd"))
		Expect(all.of(spec.Text)[1].Metadata).To(MatchJSON(`{"signature":"abcd"}`))
	})
})

var _ = Describe("a known frame of the wrong shape", func() {
	It("is a problem that names the frame, and quotes nothing of it", func() {
		_, problem := claudecode.New().NewDecoder("").Decode(nil, []byte(`{"type":"assistant","message":"s3cret"}`))
		Expect(problem.Reason).To(Equal(wire.Unsupported))
		Expect(problem.Detail).To(Equal("assistant: a member is not of the type that it should be"))
	})
})
