package claudecode_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = Describe("a decoder's memory", func() {
	It("holds ids and what is open, and none of the text that went through it", func() {
		filler := strings.Repeat("x", 4<<10)
		grown := wiretest.Retained(claudecode.New(), func(decode func(string)) {
			for i := range 2000 {
				decode(fmt.Sprintf(`{"type":"assistant","uuid":"a-%d","message":{"id":"m-%d","content":[{"type":"tool_use","id":"c-%d","name":"Task","input":{"p":%q}}]}}`, i, i, i, filler))
				decode(fmt.Sprintf(`{"type":"assistant","uuid":"k-%d","parent_tool_use_id":"c-%d","message":{"id":"k-%d","content":%q}}`, i, i, i, filler))
				decode(fmt.Sprintf(`{"type":"user","uuid":"u-%d","message":{"content":[{"type":"tool_result","tool_use_id":"c-%d","content":%q}]}}`, i, i, filler))
				decode(fmt.Sprintf(`{"type":"stream_event","uuid":"s-%d","event":{"type":"message_start","message":{"id":"s-%d"}}}`, i, i))
				decode(fmt.Sprintf(`{"type":"stream_event","uuid":"d-%d","event":{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":%q}}}`, i, filler))
			}
		})
		Expect(grown).To(BeNumerically("<", 10<<20), "of 32 MiB read")
	})
})
