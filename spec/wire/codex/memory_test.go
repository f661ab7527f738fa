package codex_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = Describe("a decoder's memory", func() {
	It("holds ids, and none of the text that went through it", func() {
		filler := strings.Repeat("x", 4<<10)
		grown := wiretest.Retained(codex.New(), func(decode func(string)) {
			for i := range 2000 {
				decode(started(fmt.Sprintf(`"id":"item_%d","type":"command_execution","command":%q`, i, filler)))
				decode(completed(fmt.Sprintf(`"id":"item_%d","type":"command_execution","command":%q,"aggregated_output":%q`, i, filler, filler)))
				decode(agentMessage("m", filler))
			}
		})
		Expect(grown).To(BeNumerically("<", 4<<20), "of 32 MiB read")
	})
})
