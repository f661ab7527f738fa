package agui_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agui"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkDecodeAGUI reads a long run of text, arguments and state.
func BenchmarkDecodeAGUI(b *testing.B) {
	records := [][]byte{[]byte(started), []byte(ev("TEXT_MESSAGE_START", "messageId", "m1")), []byte(ev("TOOL_CALL_START", "toolCallId", "c1", "toolCallName", "ls"))}
	for range 2000 {
		records = append(records, []byte(ev("TEXT_MESSAGE_CONTENT", "messageId", "m1", "delta", "a few words ")),
			[]byte(ev("TOOL_CALL_ARGS", "toolCallId", "c1", "delta", `{"a":`)), []byte(ev("STATE_DELTA", "delta", "=[]")))
	}
	wiretest.Decoding(b, agui.New(), "", bytes.Join(records, []byte("\n")))
}

// BenchmarkEncode writes what the contract's streams say.
func BenchmarkEncode(b *testing.B) {
	all := streams(agui.Lines, spec.Features{})
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range all {
			if _, err := wire.EncodeStream(agui.New(), agui.Lines, s); err != nil {
				b.Fatal(err)
			}
		}
	}
}
