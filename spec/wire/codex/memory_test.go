package codex_test

import (
	"fmt"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/codex"
)

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

var _ = Describe("a decoder's memory", func() {
	It("holds ids, and none of the text that went through it", func() {
		decoder := codex.New().NewDecoder("")
		filler := strings.Repeat("x", 4<<10)
		var events []spec.Event
		before := heap()
		for i := range 2000 {
			for _, record := range []string{
				started(fmt.Sprintf(`"id":"item_%d","type":"command_execution","command":%q`, i, filler)),
				completed(fmt.Sprintf(`"id":"item_%d","type":"command_execution","command":%q,"aggregated_output":%q`, i, filler, filler)),
				said("m", filler),
			} {
				events, _ = decoder.Decode(events[:0], []byte(record))
			}
		}
		events = nil
		grown := heap() - before
		runtime.KeepAlive(decoder)
		Expect(grown).To(BeNumerically("<", 4<<20), "of 32 MiB read")
	})
})
