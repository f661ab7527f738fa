package anthropic_test

import (
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

func streams(string, spec.Features) []spec.Stream { return nil }

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
