package agentc_test

import (
	"encoding/json"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// root and child are the fields that session frames share.
const (
	root  = `"session_id":"amber-falcon","role":"assistant","parent_session_id":null,"user_session_id":"amber-falcon"`
	child = `"session_id":"oneshot-mellow-tiger","role":"assistant","parent_session_id":"amber-falcon","user_session_id":"amber-falcon"`
)

// decode reads frames, which must be good ones; {root} and {child} stand for
// the shared fields.
func decode(frames ...string) []spec.Event {
	events, problems := read(frames...)
	ExpectWithOffset(1, problems).To(BeEmpty())
	return events
}

func read(frames ...string) ([]spec.Event, []wire.Problem) {
	var records [][]byte
	for _, f := range frames {
		f = strings.NewReplacer("{root}", root, "{child}", child).Replace(f)
		records = append(records, []byte(f))
	}
	stream, problems := wire.DecodeRecords(agentc.New(), "", records)
	return stream.Events, problems
}

// in is an event of the root session, in record 1.
func in(e spec.Event) spec.Event {
	e.Record, e.Session = 1, "amber-falcon"
	return e
}

func js(text string) json.RawMessage { return json.RawMessage(text) }

var _ = Describe("a frame", func() {
	DescribeTable("says", func(frame string, want ...spec.Event) {
		for i := range want {
			if want[i].Record == 0 {
				want[i] = in(want[i])
			}
		}
		Expect(decode(frame)).To(Equal(want))
	},
		Entry("that an interaction starts", `{"type":"interaction",{root},"started":true,"id":"one-two"}`, spec.Event{Kind: spec.TurnStart, Turn: "one-two"}),
		Entry("that an interaction ends", `{"type":"interaction",{root},"started":false,"id":"one-two"}`, spec.Event{Kind: spec.TurnEnd, Turn: "one-two", Status: spec.Completed}),
		Entry("that a model call starts", `{"type":"completion",{root},"running":true,"stop_reason":null,"input_tokens":0,"output_tokens":0}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteBoundary}),
		Entry("that a model call ends", `{"type":"completion",{root},"running":false,"stop_reason":"tool_use","input_tokens":10,"output_tokens":5}`,
			spec.Event{Kind: spec.MessageClose, StopReason: "tool_use", Usage: &spec.Usage{Input: 10, Output: 5}}),
		Entry("that a model call ends, at no known cost", `{"type":"completion",{root},"running":false,"stop_reason":null,"input_tokens":null}`, spec.Event{Kind: spec.MessageClose}),
		Entry("text", `{"type":"text_delta",{root},"content":"{\"type\":\"error\"}","format":"markdown"}`, spec.Event{Kind: spec.Text, Form: spec.Plain, Text: `{"type":"error"}`}),
		Entry("empty text", `{"type":"text_delta",{root},"content":"","format":"markdown"}`, spec.Event{Kind: spec.Text, Form: spec.Plain}),
		Entry("no text", `{"type":"text_delta",{root},"content":null}`, spec.Event{Kind: spec.Text, Form: spec.Plain}),
		Entry("a thought, whose role has a suffix", `{"type":"thought_delta","session_id":"amber-falcon","role":"assistant (thought)","user_session_id":"amber-falcon","content":"hm"}`, spec.Event{Kind: spec.Text, Form: spec.Thought, Text: "hm"}),
		Entry("a whole thought again, which is no text", `{"type":"complete_thought",{root},"content":"hm"}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: "hm"}),
		Entry("a notice", `{"type":"system_message",{root},"content":"retrying","severity":"warning"}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Text: "retrying"}),
		Entry("media", `{"type":"render_media",{root},"content_type":"image/png","content":null,"url":"u"}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia}),
		Entry("audio, whose id is the clip's", `{"type":"audio_delta",{root},"id":"clip","content":"AAAA"}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia}),
		Entry("a tool's own message", `{"type":"message",{root},"content":"whole","format":"text"}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: "whole"}),
		Entry("that a delegation begins, not which", `{"type":"subsession_started","session_id":"amber-falcon","role":"system","parent_session_id":"amber-falcon","user_session_id":"amber-falcon","sub_session_type":"oneshot"}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}),
		Entry("a change to the history, with messages", `{"type":"history_delta",{root},"vendor":"anthropic","messages":[{"role":"assistant"}]}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}),
		Entry("that the user's turn starts", `{"type":"user_turn_start"}`, spec.Event{Kind: spec.UserTurn, Global: true, Record: 1}),
		Entry("that the user cancelled", `{"type":"cancelled"}`, spec.Event{Kind: spec.Cancel, Global: true, Record: 1}),
		Entry("an error, of no session", `{"type":"error","message":"boom","source":"chat"}`, spec.Event{Kind: spec.Error, Global: true, Error: "boom", Record: 1}),
		Entry("that the line is alive", `{"type":"ping"}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat, Global: true, Record: 1}),
		Entry("something that matters to others", `{"type":"voice_list","voices":[]}`, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Global: true, Record: 1}),
		Entry("something unlisted", `{"type":"new_thing","session_id":"amber-falcon","started":7}`,
			spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: js(`{"type":"new_thing","session_id":"amber-falcon","started":7}`)}),
		Entry("something unlisted, with fields of other types", `{"type":"new_thing","session_id":7}`,
			spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Global: true, Record: 1, Raw: js(`{"type":"new_thing","session_id":7}`)}),
		Entry("the last of two equal keys", `{"type":"text_delta","type":"thought_delta",{root},"content":"a","content":"b"}`, spec.Event{Kind: spec.Text, Form: spec.Thought, Text: "b"}),
	)

	DescribeTable("is malformed", func(frame, detail string) {
		events, problems := read(frame)
		Expect(events).To(BeEmpty())
		Expect(problems).To(HaveLen(1))
		Expect(problems[0].Reason).To(Equal(wire.Malformed))
		Expect(problems[0].Detail).To(ContainSubstring(detail))
	},
		Entry("without a type", `{"kind":"text"}`, "type"), Entry("when it is no object", `["text_delta"]`, "type"),
		Entry("when text is no string", `{"type":"text_delta",{root},"content":7}`, "content"),
		Entry("when the session is no string", `{"type":"text_delta","session_id":7}`, "session_id"),
		Entry("when an interaction neither starts nor ends", `{"type":"interaction",{root},"id":"x"}`, "started"),
		Entry("when a tool call is neither active nor not", `{"type":"tool_call",{root},"tool_calls":[]}`, "active"),
		Entry("when the calls are no list", `{"type":"tool_call",{root},"active":true,"tool_calls":{}}`, "tool_calls"),
		Entry("when a call is no object", `{"type":"tool_call",{root},"active":true,"tool_calls":["x"]}`, "tool_calls"),
		Entry("when a user message has none", `{"type":"user_message",{root}}`, "message"),
		Entry("when tokens are no number", `{"type":"completion",{root},"running":false,"input_tokens":"5"}`, "input_tokens"),
	)
})

var _ = Describe("the session of a frame", func() {
	text := func(fields string) string { return `{"type":"text_delta",` + fields + `,"content":"a"}` }

	DescribeTable("is read from its fields", func(fields string, want spec.Event) {
		want.Kind, want.Form, want.Text, want.Record = spec.Text, spec.Plain, "a", 1
		Expect(decode(text(fields))).To(Equal([]spec.Event{want}))
	},
		Entry("at the top", root, spec.Event{Session: "amber-falcon"}),
		Entry("below it", child, spec.Event{Session: "oneshot-mellow-tiger", Parent: spec.To("amber-falcon")}),
		Entry("below a child", `"session_id":"c","parent_session_id":"b","user_session_id":"a"`, spec.Event{Session: "c", Parent: spec.To("b")}),
		Entry("a parent alone makes no sub-session", `"session_id":"c","parent_session_id":"b","user_session_id":null`, spec.Event{Session: "c"}),
		Entry("nor does a parent of the user session", `"session_id":"a","parent_session_id":"b","user_session_id":"a"`, spec.Event{Session: "a"}),
		Entry("nobody is its own parent", `"session_id":"c","parent_session_id":"c","user_session_id":"a"`, spec.Event{Session: "c"}),
		Entry("the user session where there is no other", `"session_id":null,"user_session_id":"a"`, spec.Event{Session: "a"}),
		Entry("nothing at all", `"session_id":null`, spec.Event{NoSession: true}),
		Entry("an empty id is an id", `"session_id":"","user_session_id":"a","parent_session_id":"a"`, spec.Event{Session: "", Parent: spec.To("a")}),
		Entry("a hostile id is an id", `"session_id":"__proto__","user_session_id":"constructor","parent_session_id":""`, spec.Event{Session: "__proto__", Parent: spec.To("")}),
	)

	It("falls back to the root known last", func() {
		events := decode(text(child), text(`"role":"x"`), text(`"session_id":"lonely"`), text(`"role":"x"`))
		Expect([]string{events[1].Session, events[3].Session}).To(HaveEach("amber-falcon"))
		Expect([]bool{events[0].NoSession, events[1].NoSession, events[2].NoSession, events[3].NoSession}).To(Equal([]bool{false, true, false, true}))
	})

	It("is none for control frames, unless they name one", func() {
		events := decode(`{"type":"ping","session_id":"s"}`, `{"type":"pong"}`, `{"type":"user_turn_start","session_id":"s"}`)
		Expect([]bool{events[0].Global, events[1].Global, events[2].Global}).To(Equal([]bool{false, true, true}))
	})
})

var _ = Describe("the example of the format reference", func() {
	It("is read as the story that it tells", func() {
		text, err := os.ReadFile("testdata/delegation.jsonl")
		Expect(err).NotTo(HaveOccurred())
		stream, problems, err := wire.DecodeAll(agentc.New(), "", strings.NewReader(string(text)), wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		Expect(problems).To(BeEmpty())
		const parent, sub = "amber-falcon", "oneshot-mellow-tiger"
		up := spec.To(parent)
		Expect(stream.Events).To(Equal([]spec.Event{
			{Record: 1, Kind: spec.TurnStart, Session: parent, Turn: "one-two-three"},
			{Record: 2, Kind: spec.NoteEvent, Session: parent, Note: spec.NoteBoundary},
			{Record: 3, Kind: spec.Text, Session: parent, Form: spec.Plain, Text: "I will ask the reviewer."},
			{Record: 4, Kind: spec.CallOpen, Session: parent, Call: "tu_9", Name: "aa_oneshot", Restated: true},
			{Record: 5, Kind: spec.CallStart, Session: parent, Call: "tu_9", Name: "aa_oneshot", Args: `{"agent_key":"rev"}`},
			{Record: 6, Kind: spec.MessageClose, Session: parent, StopReason: "tool_use", Usage: &spec.Usage{Input: 10, Output: 5}},
			{Record: 7, Kind: spec.NoteEvent, Session: parent, Note: spec.NoteCustom},
			{Record: 8, Kind: spec.MessageFull, Session: sub, Parent: up, Complete: true, Messages: []spec.Snapshot{
				{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "please review"}}},
			}},
			{Record: 9, Kind: spec.TurnStart, Session: sub, Parent: up, Turn: "four-five-six"},
			{Record: 10, Kind: spec.Text, Session: sub, Parent: up, Form: spec.Plain, Text: "Looks good."},
			{Record: 11, Kind: spec.MessageClose, Session: sub, Parent: up, StopReason: "end_turn", Usage: &spec.Usage{Input: 3, Output: 2}},
			{Record: 12, Kind: spec.TurnEnd, Session: sub, Parent: up, Turn: "four-five-six", Status: spec.Completed},
			{Record: 13, Kind: spec.NoteEvent, Session: parent, Note: spec.NoteCustom},
			{Record: 14, Kind: spec.CallDone, Session: parent, Call: "tu_9", Name: "aa_oneshot", Args: `{"agent_key":"rev"}`, Result: js(`"Looks good."`)},
			{Record: 15, Kind: spec.TurnEnd, Session: parent, Turn: "one-two-three", Status: spec.Completed},
			{Record: 16, Kind: spec.UserTurn, Global: true},
		}))
	})

	It("is written again byte for byte, but for what carries no meaning", func() {
		text, err := os.ReadFile("testdata/delegation.jsonl")
		Expect(err).NotTo(HaveOccurred())
		stream, _, err := wire.DecodeAll(agentc.New(), "", strings.NewReader(string(text)), wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		records, err := wire.EncodeStream(agentc.New(), "", stream)
		Expect(err).NotTo(HaveOccurred())
		for i, want := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			if strings.Contains(want, "subsession_") {
				continue // a note's type carries no meaning
			}
			want = strings.Replace(want, `{"model":"m"}`, `{}`, 1)
			Expect(string(records[i])).To(Equal(want))
		}
	})
})
