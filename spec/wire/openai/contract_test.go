package openai_test

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/openai"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(openai.New(), streams,
		wiretest.Unknown(
			`{"type":"response.unheard_of","sequence_number":3}`,
			`{"type":"acme:trace","payload":[1]}`,
			`{"type":"response.output_item.added","output_index":0,"item":{"id":"x_1","type":"acme:item"}}`,
		),
		wiretest.Samples(
			`{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","output":[],"usage":null}}`,
			`{"type":"response.queued","sequence_number":1,"response":{"id":"resp_1","status":"queued"}}`,
			`{"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":null}`,
			`{"type":"response.output_item.added","sequence_number":3,"output_index":0,"item":{"id":"ws_1","type":"web_search_call","status":"in_progress"}}`,
			`{"type":"response.web_search_call.searching","sequence_number":4,"output_index":0,"item_id":"ws_1"}`,
			`{"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"id":"ws_1","type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}}}`,
			`{"type":"response.output_item.added","output_index":1,"item":{"id":"ctc_1","type":"custom_tool_call","call_id":"call_1","name":"sql","input":""}}`,
			`{"type":"response.custom_tool_call_input.delta","output_index":1,"item_id":"ctc_1","delta":"SELECT 1","obfuscation":"aX3"}`,
			`{"type":"response.output_item.done","output_index":1,"item":{"id":"ctc_1","type":"custom_tool_call","call_id":"call_1","name":"sql","input":"SELECT 1"}}`,
			`{"type":"response.shell_call_command.delta","output_index":2,"command_index":0,"delta":"ls"}`,
			`{"type":"response.refusal.delta","output_index":3,"item_id":"msg_1","content_index":0,"delta":"I cannot"}`,
			`{"type":"response.output_text.annotation.added","output_index":3,"item_id":"msg_1","content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","title":"t","url":"https://example.com"}}`,
			`{"type":"response.incomplete","sequence_number":9,"response":{"id":"resp_1","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[],"usage":{"input_tokens":3,"output_tokens":4,"total_tokens":7}}}`,
			`{"type":"error","status":400,"error":{"type":"invalid_request_error","code":"previous_response_not_found","message":"gone"},"stream_id":"a"}`,
			`{"type":"response.create","stream_id":"a","model":"m","input":[{"type":"mcp_approval_response","approval_request_id":"mcpr_1","approve":false}]}`,
			`{"type":"response.steer","previous_response_id":"resp_1","input":"the other one"}`,
			`{"type":"response.steer.accepted","steer":{"id":"steer_1","previous_response_id":"resp_1"},"stream_id":"a"}`,
			`{"lane":"main","conn":0,"request":{"path":"/v1/responses","input":"go"}}`,
			`{"lane":"main","conn":0,"event":{"type":"response.created","response":{"id":"resp_2"}}}`,
			`{"lane":"main","conn":0,"closed":"by server"}`,
			`{"event":"response.created","data":{"type":"response.created","response":{"id":"resp_3"}}}`,
			`{"data":"[DONE]"}`,
			`{"type":"keepalive","sequence_number":3}`,
		))
	return true
}()

func streams(variant string, f spec.Features) []spec.Stream {
	switch {
	case f.ReadOnly:
		return nil
	case variant == openai.Chat:
		return []spec.Stream{completions(f), limitHit(f)}
	}
	return []spec.Stream{twoTurns(f), failed(f), truncated(f), strange(f)}
}

// stream numbers the records, each of which is a list of events.
func stream(f spec.Features, records ...[]spec.Event) spec.Stream {
	s := spec.Stream{Features: f}
	for i, events := range records {
		for _, e := range events {
			e.Record = i + 1
			s.Events = append(s.Events, e)
		}
	}
	return s
}

func one(e spec.Event) []spec.Event { return []spec.Event{e} }

func says(text string) []spec.Event {
	return one(spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{
		{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}},
	}})
}

func opens(m int) []spec.Event {
	return one(spec.Event{Kind: spec.MessageOpen, Message: strconv.Itoa(m), Role: "assistant"})
}

func text(m int, slot string, form spec.Form, text string) []spec.Event {
	return one(spec.Event{Kind: spec.Text, Message: strconv.Itoa(m), Slot: slot, Form: form, Text: text})
}

func frame(m int, slot string) []spec.Event {
	return one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Message: strconv.Itoa(m), Slot: slot})
}

func calls(m int, slot, id, name string) []spec.Event {
	return one(spec.Event{Kind: spec.CallOpen, Message: strconv.Itoa(m), Slot: slot, Call: id, Name: name})
}

func piece(m int, slot, call, text string) []spec.Event {
	return one(spec.Event{Kind: spec.CallArgs, Message: strconv.Itoa(m), Slot: slot, Call: call, Text: text})
}

func argsEnd(m int, slot, call string) []spec.Event {
	return one(spec.Event{Kind: spec.ArgsEnd, Message: strconv.Itoa(m), Slot: slot, Call: call})
}

func done(call, result string) spec.Event {
	return spec.Event{Kind: spec.CallDone, Call: call, Result: []byte(result)}
}

func closes(m int, then ...spec.Event) []spec.Event {
	close := spec.Event{Kind: spec.MessageClose, Message: strconv.Itoa(m), Usage: &spec.Usage{Input: 7, Output: 3}}
	return append(one(close), then...)
}

func ends(turn string, e spec.Event) spec.Event {
	e.Kind, e.Turn = spec.TurnEnd, turn
	return e
}

func waits(call string) spec.Event { return spec.Event{Kind: spec.Wait, Call: call} }

// twoTurns has two items open at once, results, and a turn that follows.
func twoTurns(f spec.Features) spec.Stream {
	return stream(f,
		says("Paris and Rome?"),
		opens(1), one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}),
		text(1, "0", spec.Thought, ""), frame(1, "0"), text(1, "0", spec.Thought, "hm"), frame(1, "0"), frame(1, "0"), frame(1, "0"),
		text(1, "1", spec.Plain, ""), frame(1, "1"), text(1, "1", spec.Plain, "Two lookups."),
		calls(1, "2", "call_1", "weather"), calls(1, "3", "call_2", "weather"),
		piece(1, "3", "", `{"city":`), piece(1, "2", "", `{"city":"Paris"}`), piece(1, "3", "", `"Rome"}`),
		argsEnd(1, "3", "call_2"), frame(1, "3"), argsEnd(1, "2", "call_1"), frame(1, "2"),
		frame(1, "1"), frame(1, "1"), frame(1, "1"),
		closes(1, waits("call_1"), waits("call_2")),
		[]spec.Event{done("call_1", `"sun"`), done("call_2", `"rain"`)},
		opens(2), text(2, "0", spec.Plain, ""), text(2, "0", spec.Plain, "Sun and rain."),
		closes(2, ends("0", spec.Event{})),
		says("Thanks."),
		opens(3), text(3, "0", spec.Plain, ""), text(3, "0", spec.Plain, "Any time."),
		closes(3, ends("1", spec.Event{})),
	)
}

// failed ends with a failure, and an error.
func failed(f spec.Features) spec.Stream {
	return stream(f,
		opens(1), text(1, "0", spec.Plain, ""), text(1, "0", spec.Plain, "Hal"),
		one(ends("0", spec.Event{Status: spec.Failed, Error: "boom"})),
		opens(2),
		one(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "gone"}),
	)
}

// truncated stops at the limit, inside arguments.
func truncated(f spec.Features) spec.Stream {
	return stream(f,
		opens(1), calls(1, "0", "call_1", "weather"), piece(1, "0", "", `{"city":"Pa`),
		[]spec.Event{
			{Kind: spec.MessageClose, Message: "1", StopReason: "max_output_tokens", Usage: &spec.Usage{Input: 20, Output: 9}},
			ends("0", spec.Event{Status: spec.Incomplete, StopReason: "max_output_tokens"}),
		},
	)
}

// strange has keys that disagree, or are missing, and what means nothing.
func strange(f spec.Features) spec.Stream {
	return stream(f,
		opens(1),
		piece(1, "0", "", `{"a"`), calls(1, "0", "call_1", "ls"), piece(1, "7", "call_1", `:1`), piece(1, "", "", `}`),
		argsEnd(1, "0", "call_1"),
		calls(1, "1", "call_2", "rm"), calls(1, "1", "call_2", "rm"),
		one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat}),
		one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia, Text: "aGk="}),
		one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: "a title"}),
		one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown}),
	)
}

func stops(m int, reason string, then ...spec.Event) []spec.Event {
	return append(one(spec.Event{Kind: spec.MessageClose, Message: strconv.Itoa(m), StopReason: reason}), then...)
}

func used(m int) []spec.Event {
	return one(spec.Event{Kind: spec.UsageReport, Message: strconv.Itoa(m), Usage: &spec.Usage{Input: 7, Output: 3}})
}

// completions has fragments that share a chunk, calls in turns, results, and a turn that
// follows.
func completions(f spec.Features) spec.Stream {
	return stream(f,
		says("Paris and \u2028 Rome?"),
		opens(1), text(1, "", spec.Thought, "hm"), text(1, "", spec.Plain, ""),
		append(text(1, "", spec.Thought, "m"), append(text(1, "", spec.Plain, "Two "), text(1, "", spec.Plain, "lookups.")...)...),
		append(calls(1, "2", "call_1", "weather"), append(calls(1, "3", "call_2", "weather"), piece(1, "3", "", `{"city":`)...)...),
		piece(1, "2", "", `{"city":"Paris"}`), piece(1, "9", "", `stray`), piece(1, "7", "call_2", `"Rome"}`), piece(1, "2", "", ""),
		one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat}),
		stops(1, "tool_calls", waits("call_1"), waits("call_2")), used(1),
		[]spec.Event{done("call_1", `"sun"`), done("call_2", `"rain"`)},
		opens(2), text(2, "", spec.Plain, "Sun and rain."), stops(2, "stop", ends("0", spec.Event{StopReason: "stop"})), used(2),
		one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat}),
		one(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown}),
		opens(3), text(3, "", spec.Plain, "More."), stops(3, "stop", ends("1", spec.Event{StopReason: "stop"})),
		says("Thanks."),
		opens(4), text(4, "", spec.Plain, "Any "),
		one(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "gone"}),
	)
}

// limitHit stops at the limit: words, and then arguments.
func limitHit(f spec.Features) spec.Stream {
	return stream(f,
		opens(1), text(1, "", spec.Plain, "Hal"), stops(1, "length", ends("0", spec.Event{Status: spec.Incomplete, StopReason: "length"})),
		opens(2), calls(2, "0", "call_1", "weather"), piece(2, "0", "", `{"city":"Pa`),
		[]spec.Event{
			{Kind: spec.UsageReport, Message: "2", StopReason: "length"},
			ends("1", spec.Event{Status: spec.Incomplete, StopReason: "length"}),
		},
	)
}
