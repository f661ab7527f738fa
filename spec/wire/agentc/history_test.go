package agentc_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

func snapshotsOf(messages string) []spec.Snapshot {
	events := decode(`{"type":"chat_session_changed","chat_session":{"session_id":"amber-falcon","messages":[` + messages + `]}}`)
	ExpectWithOffset(1, events).To(HaveLen(1))
	ExpectWithOffset(1, events[0].Kind).To(Equal(spec.History))
	ExpectWithOffset(1, events[0].Complete).To(BeTrue())
	ExpectWithOffset(1, events[0].Session).To(Equal("amber-falcon"))
	return events[0].Messages
}

func user(text string) spec.Snapshot { return snapshot("user", spec.TextPart, text) }

func snapshot(role string, kind spec.PartKind, text string, calls ...spec.SnapshotPart) spec.Snapshot {
	return spec.Snapshot{Role: role, Parts: append([]spec.SnapshotPart{{Kind: kind, Text: text}}, calls...)}
}

func called(id, result string) spec.SnapshotPart {
	p := spec.SnapshotPart{Kind: spec.CallPart, Call: id, Name: "ls", Args: `{"p":1}`, ArgsValue: true}
	if result != "" {
		p.Answered, p.Result = true, js(result)
	}
	return p
}

const (
	ask    = `{"role":"user","content":"check the file"},`
	use    = `{"type":"tool_use","id":"tu_1","name":"ls","input":{"p": 1}}`
	use2   = `{"type":"tool_use","id":"tu_2","name":"ls","input":{"p": 1}}`
	answer = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"tu_1","content":"hello"}]},`
	done   = `{"role":"assistant","content":[{"type":"text","text":"It says hello."}]}`
)

var _ = Describe("a saved session", func() {
	want := []spec.Snapshot{
		user("check the file"), snapshot("assistant", spec.TextPart, "I will read it.", called("tu_1", `"hello"`)), snapshot("assistant", spec.TextPart, "It says hello."),
	}

	It("has the calls on the text before them, where they are saved apart", func() {
		Expect(snapshotsOf(ask + `{"role":"assistant","content":[{"type":"text","text":"I will read it."}]},{"role":"assistant","content":[` + use + `]},` + answer + done)).To(Equal(want))
	})

	It("has the calls on their own text, where they are saved together", func() {
		Expect(snapshotsOf(ask + `{"role":"assistant","content":[{"type":"text","text":"I will read it."},` + use + `]},` + answer + done)).To(Equal(want))
	})

	It("has the calls of the other vendor's messages", func() {
		Expect(snapshotsOf(ask + `{"role":"system","content":"be nice"},{"role":"assistant","content":"I will read it.","tool_calls":[{"id":"tu_1","type":"function","function":{"name":"ls","arguments":"{\"p\":1}"}}]},` +
			`{"role":"tool","tool_call_id":"tu_1","content":"hello"},{"role":"assistant","content":"It says hello."}`)).
			To(Equal([]spec.Snapshot{want[0], snapshot("assistant", spec.TextPart, "I will read it.",
				spec.SnapshotPart{Kind: spec.CallPart, Call: "tu_1", Name: "ls", Args: `{"p":1}`, Answered: true, Result: js(`"hello"`)}), want[2]}))
	})

	It("adds a second batch to the first, in order", func() {
		Expect(snapshotsOf(ask + `{"role":"assistant","content":[{"type":"text","text":"a"},` + use + `]},` + answer + `{"role":"assistant","content":[` + use2 + `]}`)).
			To(Equal([]spec.Snapshot{want[0], snapshot("assistant", spec.TextPart, "a", called("tu_1", `"hello"`), called("tu_2", ""))}))
	})

	It("holds the calls that begin a turn for its first text", func() {
		Expect(snapshotsOf(ask + `{"role":"assistant","content":[` + use + `]},` + answer + done)).
			To(Equal([]spec.Snapshot{want[0], {Role: "assistant", Parts: []spec.SnapshotPart{called("tu_1", `"hello"`), {Kind: spec.TextPart, Text: "It says hello."}}}}))
	})

	It("does not look for a text beyond a user message, on either side", func() {
		only := spec.Snapshot{Role: "assistant", Parts: []spec.SnapshotPart{called("tu_1", `"hello"`)}}
		Expect(snapshotsOf(done + `,` + ask + `{"role":"assistant","content":[` + use + `]},` + answer + ask + done)).
			To(Equal([]spec.Snapshot{want[2], want[0], only, want[0], want[2]}))
		Expect(snapshotsOf(ask + `{"role":"assistant","content":[` + use + `]},` + answer[:len(answer)-1])).To(Equal([]spec.Snapshot{want[0], only}))
	})

	It("pairs results by id, and leaves a call without one open", func() {
		Expect(snapshotsOf(`{"role":"assistant","content":[{"type":"text","text":"a"},` + use + `,` + use2 + `]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"tu_2","content":"two","is_error":true}]}`)).
			To(Equal([]spec.Snapshot{snapshot("assistant", spec.TextPart, "a", called("tu_1", ""), func() spec.SnapshotPart {
				p := called("tu_2", `"two"`)
				p.IsError = true
				return p
			}())}))
	})

	It("answers the newest call of an id, once", func() {
		got := snapshotsOf(`{"role":"assistant","content":[{"type":"text","text":"a"},` + use + `]},` + answer + answer + `{"role":"assistant","content":[` + use + `]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"tu_1","content":"again"}]}`)
		Expect(got).To(Equal([]spec.Snapshot{snapshot("assistant", spec.TextPart, "a", called("tu_1", `"hello"`), called("tu_1", `"again"`))}))
	})

	It("keeps a result that no call claims apart", func() {
		Expect(snapshotsOf(done + `,` + answer + done)).To(Equal([]spec.Snapshot{
			want[2], {Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.CallPart, Call: "tu_1", Answered: true, Result: js(`"hello"`)}}}, want[2],
		}))
	})

	It("shows the words beside a result as a user message", func() {
		Expect(snapshotsOf(`{"role":"assistant","content":[{"type":"text","text":"a"},` + use + `]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"tu_1","content":"hello"},{"type":"text","text":"go on"}]}`)).
			To(Equal([]spec.Snapshot{snapshot("assistant", spec.TextPart, "a", called("tu_1", `"hello"`)),
				{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Slot: "1", Text: "go on"}}}}))
	})

	It("tells think as the thought that it was, and drops its result", func() {
		Expect(snapshotsOf(ask + `{"role":"assistant","content":[{"type":"tool_use","id":"tu_0","name":"think","input":{"thought":"hm"}},` + use + `]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"tu_0","content":"ok"},{"type":"tool_result","tool_use_id":"tu_1","content":"hello"}]},` + done)).
			To(Equal([]spec.Snapshot{want[0], snapshot("assistant", spec.ThoughtPart, "hm", called("tu_1", `"hello"`)), want[2]}))
		Expect(snapshotsOf(`{"role":"assistant","content":[{"type":"tool_use","id":"tu_0","name":"think","input":"{\"thought\":\"hm\"}"}]}`)).
			To(Equal([]spec.Snapshot{snapshot("assistant", spec.ThoughtPart, "hm")}))
	})

	It("parts thoughts from text, and joins the blocks of one form", func() {
		Expect(snapshotsOf(`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"a"},` + use + `,{"type":"text","text":"b"}]}`)).
			To(Equal([]spec.Snapshot{snapshot("assistant", spec.ThoughtPart, "hm"), snapshot("assistant", spec.TextPart, "ab", called("tu_1", ""))}))
	})

	It("pairs what a tool at the vendor's left in the message itself", func() {
		Expect(snapshotsOf(`{"role":"assistant","content":[{"type":"server_tool_use","id":"tu_1","name":"ls","input":{"p":1}},{"type":"web_search_tool_result","tool_use_id":"tu_1","content":[]},{"type":"text","text":"a"}]}`)).
			To(Equal([]spec.Snapshot{snapshot("assistant", spec.TextPart, "a", called("tu_1", `[]`))}))
	})

	It("keeps a text that was saved twice, twice", func() {
		Expect(snapshotsOf(done + `,` + done)).To(Equal([]spec.Snapshot{want[2], want[2]}))
	})

	It("may be empty, and may have no id", func() {
		Expect(snapshotsOf(``)).To(BeEmpty())
		events := decode(`{"type":"interaction",{root},"started":true,"id":"x"}`, `{"type":"chat_session_changed","chat_session":{}}`, `{"type":"chat_session_changed","chat_session":null}`,
			`{"type":"chat_session_changed","chat_session":{"session_id":"other"}}`, `{"type":"text_delta","content":"a"}`)
		Expect(events[1:]).To(Equal([]spec.Event{
			{Record: 2, Kind: spec.History, Session: "amber-falcon", NoSession: true, Complete: true},
			{Record: 3, Kind: spec.NoteEvent, Note: spec.NoteCustom, Global: true},
			{Record: 4, Kind: spec.History, Session: "other", Complete: true},
			{Record: 5, Kind: spec.Text, Session: "other", NoSession: true, Form: spec.Plain, Text: "a"},
		}))
	})

	DescribeTable("is malformed", func(chat string) {
		events, problems := read(`{"type":"chat_session_changed","chat_session":` + chat + `}`)
		Expect(events).To(BeEmpty())
		Expect(problems).To(HaveLen(1))
	},
		Entry("when it is no object", `[]`), Entry("when its messages are no list", `{"messages":{}}`), Entry("when a message is no object", `{"messages":[7]}`),
		Entry("when a content is neither text nor blocks", `{"messages":[{"role":"user","content":7}]}`), Entry("when a block is no object", `{"messages":[{"role":"assistant","content":["a"]}]}`),
	)
})
