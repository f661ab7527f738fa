package anthropic_test

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/anthropic"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = func() bool {
	wiretest.Run(anthropic.New(), streams,
		wiretest.Unknown(`{"type":"content_block_dream","index":0}`, `{"event":"weather","data":{"type":"weather"}}`),
		wiretest.Samples(samples...))
	return true
}()

// script collects events, a record at a time.
type script struct {
	events []spec.Event
	record int
}

func (s *script) say(events ...spec.Event) {
	s.record++
	for _, e := range events {
		e.Record = s.record
		s.events = append(s.events, e)
	}
}

func (s *script) starts(turn, message, metadata string) {
	s.say(spec.Event{Kind: spec.TurnStart, Turn: turn},
		spec.Event{Kind: spec.MessageOpen, Message: message, Role: "assistant", Metadata: json.RawMessage(metadata)})
}

func (s *script) stops(turn, message, reason string, status spec.Status, others ...spec.Event) {
	s.say(spec.Event{Kind: spec.UsageReport, Message: message, StopReason: reason, Usage: &spec.Usage{Input: 7, Output: 3}})
	end := spec.Event{Kind: spec.TurnEnd, Turn: turn, StopReason: reason, Status: status}
	s.say(append(append([]spec.Event{{Kind: spec.MessageClose, Message: message}}, others...), end)...)
}

// streams are what bodies can say.
func streams(_ string, f spec.Features) []spec.Stream {
	var s script
	at := func(slot string, e spec.Event) { e.Message, e.Slot = "msg_1", slot; s.say(e) }
	s.starts("0", "msg_1", `{"trace":"t"}`)
	s.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	s.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat})
	at("0", spec.Event{Kind: spec.Text, Form: spec.Thought})
	at("0", spec.Event{Kind: spec.Text, Form: spec.Thought, Text: "Hm \u2028"})
	at("0", spec.Event{Kind: spec.Text, Form: spec.Thought, Metadata: json.RawMessage(`{"signature":"c2ln"}`)})
	at("0", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	at("1", spec.Event{Kind: spec.Text, Form: spec.Plain, Metadata: json.RawMessage(`{"x":1}`)})
	at("2", spec.Event{Kind: spec.CallOpen, Call: "c1", Name: "ls"})
	at("1", spec.Event{Kind: spec.Text, Form: spec.Plain, Text: "Two."})
	at("2", spec.Event{Kind: spec.CallArgs, Text: `{"path":`})
	at("3", spec.Event{Kind: spec.CallOpen, Call: "c2", Name: "rm", Args: `{"path":"a"}`, ArgsValue: true})
	at("9", spec.Event{Kind: spec.CallArgs, Text: `stray`})
	at("2", spec.Event{Kind: spec.CallArgs, Text: `"/"}`})
	at("2", spec.Event{Kind: spec.ArgsEnd})
	at("10", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	at("10", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	s.stops("0", "msg_1", "tool_use", "", spec.Event{Kind: spec.Wait, Call: "c1"}, spec.Event{Kind: spec.Wait, Call: "c2"})
	s.starts("1", "msg_2", "")
	s.say(spec.Event{Kind: spec.CallOpen, Message: "msg_2", Slot: "0", Call: "c3", Name: "echo", Metadata: json.RawMessage(`{"server_name":"corp"}`)})
	s.say(spec.Event{Kind: spec.ArgsEnd, Message: "msg_2", Slot: "0"})
	s.say(spec.Event{Kind: spec.CallDone, Call: "c3", Result: json.RawMessage(`"hi"`), IsError: true})
	s.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Message: "msg_2", Slot: "1"})
	s.say(spec.Event{Kind: spec.CallOpen, Message: "msg_2", Slot: "2", Call: "c4", Name: "rm"})
	s.stops("1", "msg_2", "refusal", spec.Failed, spec.Event{Kind: spec.CallDone, Call: "c4", Status: spec.Cancelled})
	s.starts("2", "msg_3", "")
	s.stops("2", "msg_3", "pause_turn", spec.Waiting)
	s.say(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown})
	s.starts("3", "msg_4", "")
	s.say(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: "Overloaded"})
	return []spec.Stream{{Features: f, Events: s.events, End: spec.EOF}}
}

// samples are the events of a body, as the service sends them.
var samples = []string{
	framed(`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1}}}`),
	framed(`{"type":"ping"}`),
	framed(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`),
	framed(`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}`),
	framed(`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}`),
	framed(`{"type":"content_block_stop","index":0}`),
	framed(`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`),
	framed(`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hello."}}`),
	framed(`{"type":"content_block_stop","index":1}`),
	framed(`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"ls","input":{}}}`),
	framed(`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"path\":\"/\"}"}}`),
	framed(`{"type":"content_block_stop","index":2}`),
	framed(`{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":5}}`),
	framed(`{"type":"message_stop"}`),
	framed(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`),
}

// framed is the record of an event in its frame, which has the event's name.
func framed(event string) string {
	kind, _, _ := strings.Cut(event[len(`{"type":"`):], `"`)
	return `{"event":"` + kind + `","data":` + event + `}`
}
