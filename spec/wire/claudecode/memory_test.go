package claudecode_test

import (
	"fmt"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode"
)

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

var _ = Describe("a decoder's memory", func() {
	It("holds ids and what is open, and none of the text that went through it", func() {
		decoder := claudecode.New().NewDecoder("")
		filler := strings.Repeat("x", 4<<10)
		var events []spec.Event
		feed := func(record string, args ...any) {
			events, _ = decoder.Decode(events[:0], fmt.Appendf(nil, record, args...))
		}
		before := heap()
		for i := range 2000 {
			feed(`{"type":"assistant","uuid":"a-%d","message":{"id":"m-%d","content":[{"type":"tool_use","id":"c-%d","name":"Task","input":{"p":%q}}]}}`, i, i, i, filler)
			feed(`{"type":"assistant","uuid":"k-%d","parent_tool_use_id":"c-%d","message":{"id":"k-%d","content":%q}}`, i, i, i, filler)
			feed(`{"type":"user","uuid":"u-%d","message":{"content":[{"type":"tool_result","tool_use_id":"c-%d","content":%q}]}}`, i, i, filler)
			feed(`{"type":"stream_event","uuid":"s-%d","event":{"type":"message_start","message":{"id":"s-%d"}}}`, i, i)
			feed(`{"type":"stream_event","uuid":"d-%d","event":{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":%q}}}`, i, filler)
		}
		events = nil
		grown := heap() - before
		runtime.KeepAlive(decoder)
		Expect(grown).To(BeNumerically("<", 10<<20), "of 32 MiB read")
	})
})
