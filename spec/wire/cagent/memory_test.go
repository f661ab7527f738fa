package cagent_test

import (
	"fmt"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

var _ = Describe("a decoder's memory", func() {
	It("holds ids and what is open, and none of the text that went through it", func() {
		decoder := cagent.New().NewDecoder("")
		filler := strings.Repeat("x", 4<<10)
		var events []spec.Event
		feed := func(record string) { events, _ = decoder.Decode(events[:0], []byte(record)) }
		before := heap()
		for _, line := range begun() {
			feed(line)
		}
		for i := range 2000 {
			call, child := fmt.Sprintf("c%d", i), fmt.Sprintf("child-%d", i)
			feed(choice("P", "root", filler))
			for _, line := range delegation("P", "root", call) {
				feed(line)
			}
			feed(streamStarted(child, "worker"))
			feed(partial("worker", call, "ls", filler))
			feed(partial("worker", call, "ls", filler+filler))
			feed(messageAdded(child))
			feed(subSession("P", child, `{"message":{"message":{"role":"assistant","content":"`+filler+`"}}}`))
			feed(response("root", call, "transfer_task", filler))
		}
		events = nil
		grown := heap() - before
		runtime.KeepAlive(decoder)
		Expect(grown).To(BeNumerically("<", 8<<20), "of 48 MiB read")
	})
})
