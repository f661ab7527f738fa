package agui_test

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/agui"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var samples = []string{
	`{"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"1.0","input":{"threadId":"t1","runId":"r1","messages":[{"id":"u1","role":"user","content":[{"type":"text","text":"Hi"},{"type":"image","source":{"type":"url","value":"x"}}]}],"tools":[],"context":[]},"timestamp":1}`,
	`{"type":"STEP_STARTED","stepName":"plan"}`,
	`{"type":"STATE_SNAPSHOT","snapshot":{"a":[1]}}`,
	`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a/-","value":2}]}`,
	`{"type":"REASONING_START","messageId":"span-1"}`,
	`{"type":"REASONING_MESSAGE_START","messageId":"th1","role":"reasoning"}`,
	`{"type":"REASONING_MESSAGE_CONTENT","messageId":"th1","delta":"Let me see."}`,
	`{"type":"REASONING_MESSAGE_END","messageId":"th1"}`,
	`{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"th1","encryptedValue":"b64","encryptedValueType":"x.y"}`,
	`{"type":"REASONING_END","messageId":"span-1"}`,
	`{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant","name":null,"rawEvent":{"id":7}}`,
	`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":""}`,
	`{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"task","parentMessageId":"m1"}`,
	`{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"explore","parentToolCallId":"c1","parentMessageId":"m1","description":"look"}`,
	`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","role":"assistant","delta":"Looking","subagentRunId":"s1"}`,
	`{"type":"TEXT_MESSAGE_CHUNK","delta":"…","subagentRunId":"s1","metadata":{"finish":"stop"}}`,
	`{"type":"ACTIVITY_SNAPSHOT","messageId":"a1","activityType":"PLAN","content":{"steps":[]},"replace":true}`,
	`{"type":"ACTIVITY_DELTA","messageId":"a1","activityType":"PLAN","patch":[]}`,
	`{"type":"SUBAGENT_FINISHED","subagentRunId":"s1","result":{"found":3}}`,
	`{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"subagent"}`,
}

var _ = func() bool {
	wiretest.Run(agui.New(), streams,
		wiretest.Unknown(
			`{"type":"BRAND_NEW","subagentRunId":"s1","payload":{"a":[1]}}`,
			`{"type":"text_message_start","messageId":"m1"}`,
			`{"type":""}`,
		),
		wiretest.Samples(samples...))
	return true
}()

func streams(variant string, _ spec.Features) []spec.Stream {
	return []spec.Stream{oneRun(), agents(), chunks(), pauses(), snapshots(), asides(), failing(), inputs()}
}

// A streamBuilder counts the records of its stream.
type streamBuilder struct{ events []spec.Event }

// say adds one record.
func (t *streamBuilder) say(events ...spec.Event) {
	n := 1
	if len(t.events) > 0 {
		n = t.events[len(t.events)-1].Record + 1
	}
	for _, e := range events {
		e.Record = n
		t.events = append(t.events, e)
	}
}

// each adds a record for each event.
func (t *streamBuilder) each(events ...spec.Event) {
	for _, e := range events {
		t.say(e)
	}
}

func (t *streamBuilder) stream() spec.Stream { return spec.Stream{Events: t.events, End: spec.EOF} }

func in(session string, e spec.Event) spec.Event { e.Session = session; return e }

func run(id string) spec.Event { return spec.Event{Kind: spec.TurnStart, Turn: id} }

func ends(id string, status spec.Status) spec.Event {
	return spec.Event{Kind: spec.TurnEnd, Turn: id, Status: status}
}

func opens(id string) spec.Event {
	return spec.Event{Kind: spec.MessageOpen, Message: id, Role: "assistant"}
}

func says(id, words string) spec.Event {
	return spec.Event{Kind: spec.Text, Message: id, Form: spec.Plain, Text: words}
}

func thinks(id, words string) spec.Event {
	return spec.Event{Kind: spec.Text, Message: id, Form: spec.Thought, Text: words}
}

func closes(id string) spec.Event { return spec.Event{Kind: spec.MessageClose, Message: id} }

func calls(on, id, tool string) spec.Event {
	return spec.Event{Kind: spec.CallOpen, Message: on, Call: id, Name: tool}
}

func args(on, id, words string) spec.Event {
	return spec.Event{Kind: spec.CallArgs, Message: on, Call: id, Text: words}
}

func whole(on, id string) spec.Event { return spec.Event{Kind: spec.ArgsEnd, Message: on, Call: id} }

func done(id, result string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: id, Result: json.RawMessage(result)}
}

func note(words string) spec.Event {
	return spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: words}
}

func begins(session, parent, by, agent string) []spec.Event {
	e := spec.Event{Kind: spec.SessionOpen, Session: session, Parent: spec.To(parent), Agent: agent}
	if by != "" {
		e.ParentCall = spec.To(by)
	}
	return []spec.Event{e, in(session, run(session))}
}

func over(session string, status, how spec.Status, words string) []spec.Event {
	turn := in(session, ends(session, status))
	turn.Error = words
	return []spec.Event{turn, {Kind: spec.SessionClose, Session: session, Status: how, Error: words}}
}
