package cagent_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire/cagent"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = Describe("a decoder's memory", func() {
	It("holds ids and what is open, and none of the text that went through it", func() {
		filler := strings.Repeat("x", 4<<10)
		grown := wiretest.Retained(cagent.New(), func(decode func(string)) {
			for _, line := range begun() {
				decode(line)
			}
			for i := range 2000 {
				call, child := fmt.Sprintf("c%d", i), fmt.Sprintf("child-%d", i)
				decode(choice("P", "root", filler))
				for _, line := range delegation("P", "root", call) {
					decode(line)
				}
				decode(streamStarted(child, "worker"))
				decode(partial("worker", call, "ls", filler))
				decode(partial("worker", call, "ls", filler+filler))
				decode(messageAdded(child))
				decode(subSession("P", child, `{"message":{"message":{"role":"assistant","content":"`+filler+`"}}}`))
				decode(response("root", call, "transfer_task", filler))
			}
		})
		Expect(grown).To(BeNumerically("<", 8<<20), "of 48 MiB read")
	})
})
