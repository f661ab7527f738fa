package claudecode_test

import (
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

const (
	streamStart = `{"type":"stream_event","event":{"type":"message_start","message":{"id":"m1","usage":{"input_tokens":3}}},"parent_tool_use_id":null,"uuid":"u0"}`
	streamDelta = `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}},"session_id":"s","parent_tool_use_id":"c1","uuid":"u1"}`
	streamUsage = `{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7,"server_tool_use":{}}},"uuid":"u2"}`
)

// oddities are records at which a reader in one pass may part from one that
// takes its time.
var oddities = []string{
	strings.Replace(streamDelta, `"x"`, `"\ud800\u00e9\n\ud83d\ude00"`, 1), strings.Replace(streamDelta, `"x"`, `7`, 1), strings.Replace(streamDelta, `"x"`, `null`, 1), strings.Replace(streamDelta, `"x"`, "\"\xff\"", 1),
	strings.Replace(streamDelta, `"index":0`, `"index":-0`, 1), strings.Replace(streamDelta, `"index":0`, `"index":1e0`, 1), strings.Replace(streamDelta, `"index":0`, `"index":null`, 1), strings.Replace(streamDelta, `"index":0`, `"index":99999999999999999999`, 1), strings.Replace(streamDelta, `"index":0`, `"index":"0"`, 1), strings.Replace(streamDelta, `"index":0`, `"index":01`, 1),
	strings.Replace(streamDelta, `"index":0`, `"delta":{"text":"y","thinking":"z"}`, 1), strings.Replace(streamDelta, `"index"`, `"Index"`, 1), strings.Replace(streamDelta, `"event"`, `"event":{"type":"ping"},"event"`, 1), strings.Replace(streamDelta, `"event"`, `"event":null,"event"`, 1), strings.Replace(streamDelta, `"event"`, `"ev\u0065nt"`, 1),
	strings.Replace(streamDelta, `"type":"stream_event",`, "", 1), strings.Replace(streamDelta, `"uuid"`, `"type":"assistant","uuid"`, 1), strings.Replace(strings.Replace(streamDelta, `"type":"stream_event",`, "", 1), `"uuid"`, `"type":"stream_event","uuid"`, 1), strings.Replace(streamDelta, `"stream_event"`, `"str\u0065am_event"`, 1), strings.Replace(streamDelta, `"stream_event"`, `null`, 1),
	strings.Replace(streamDelta, `"c1"`, `1`, 1), strings.Replace(streamDelta, `"uuid"`, `"subagent_type":"reader","agent_id":"t1","api_message_id":"m2","uuid"`, 1), strings.Replace(streamDelta, `"u1"`, `"\u0075"`, 1), strings.Replace(streamDelta, `"text_delta"`, `"unheard_delta"`, 1), strings.Replace(streamDelta, `"content_block_delta"`, `"unheard"`, 1), " " + strings.Replace(streamDelta, `"content_block_delta"`, `"unheard"`, 1) + "\t",
	strings.Replace(streamUsage, `7`, `-7`, 1), strings.Replace(streamUsage, `7`, `7.0`, 1), strings.Replace(streamUsage, `7`, `1234567890123`, 1), strings.Replace(streamUsage, `{"output_tokens":7,"server_tool_use":{}}`, `null`, 1), strings.Replace(streamUsage, `"usage"`, `"usage":{"input_tokens":1},"usage"`, 1), strings.Replace(streamUsage, `{"stop_reason":"end_turn"}`, `null`, 1), strings.Replace(streamUsage, `{"stop_reason":"end_turn"}`, `[]`, 1),
	`{"type":"stream_event","event":{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c9","name":"Task","input":{}}}}`, `{"type":"stream_event","event":{"type":"content_block_start","index":1,"content_block":null}}`, `{"type":"stream_event","event":{"type":"content_block_stop","index":1}}`,
	`{"type":"stream_event"}`, `{"type":"stream_event","event":null}`, `{"type":"stream_event","event":{}}`, `{"type":"assistant","message":{"id":"m1","content":"text","stop_reason":7}}`, `{"type":"assistant","message":{"id":"m1","content":7}}`, `{"type":"user","subagent_type":7,"message":{"content":"text"}}`,
	`{"type":"system","subtype":"init","event":[1],"agent_id":{}}`, `{"type":"system","subtype":"status"}`, `{"subtype":"x"}`, `{"type":"","uuid":"u1"}`, `{"type":"unheard","uuid":"u9"}`, ` {"type":"unheard","a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `} `, `null`, ``, `[]`, `{"type":"keep_alive"`,
}

var _ = Describe("the quick way", func() {
	It("reads odd records as the strict way does, alone and after ordinary ones", func() {
		for _, odd := range oddities {
			text := []byte(strings.Join([]string{streamStart, odd, streamDelta, odd, streamUsage, odd}, "\n"))
			for _, l := range []wire.Limits{{}, {Depth: 3}, {Depth: 2, Line: 150}} {
				Expect(wiretest.FastAsStrict(claudecode.New(), "", text, l)).To(Succeed(), odd)
			}
		}
	})
})

// FuzzFast: the fast path reads streams of any bytes as the strict decoder does.
func FuzzFast(f *testing.F) {
	for i, odd := range oddities {
		f.Add([]byte(streamStart+"\n"+odd+"\r\n"+oddities[i*7%len(oddities)]+"\n"+odd), uint8(0), uint16(0))
		f.Add([]byte("\ufeff"+odd+"\n\n"+streamDelta+"\n"+streamDelta[:i%len(streamDelta)]), uint8(i), uint16(300))
	}
	seeds, err := wiretest.Seeds(claudecode.New(), streams, recordings+"/*.jsonl", recordings+"/lab/*.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range seeds {
		f.Add(text[:min(len(text), 6000)], uint8(0), uint16(0))
	}
	f.Fuzz(func(t *testing.T, text []byte, depth uint8, line uint16) {
		l := wire.Limits{Depth: int(depth % 32), Line: int(line)}
		if err := wiretest.FastAsStrict(claudecode.New(), "", text, l); err != nil {
			t.Fatal(err)
		}
	})
}
