package model_test

import (
	"fmt"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("what a model keeps", func() {
	It("is what the stream says, and none of the records that ids and names were cut from", func() {
		const turns, record = 2000, 8 << 10
		s := model.New(namedDialect, spec.Policies{})
		before := heapInUse()
		for i := range turns {
			step := func(e spec.Event) {
				e.Session, e.Record = cut("s%d", i/100, record), i+1
				s.Step(&e)
			}
			turn, message, call := cut("t%d", i, record), cut("m%d", i, record), cut("c%d", i, record)
			step(spec.Event{Kind: spec.TurnStart, Turn: turn, ID: cut("e%d", i, record)})
			step(spec.Event{Kind: spec.Text, Message: message, Agent: cut("agent%d", i, record), Slot: cut("1%d", i, record), Text: cut("text%d", i, record)})
			step(spec.Event{Kind: spec.CallOpen, Message: message, Slot: cut("2%d", i, record), Call: call, Name: cut("tool%d", i, record)})
			step(spec.Event{Kind: spec.CallArgs, Message: message, Slot: cut("2%d", i, record), Text: cut(`{"a":%d}`, i, record)})
			step(spec.Event{Kind: spec.CallDone, Call: call, Result: []byte(`"ok"`)})
			step(spec.Event{Kind: spec.CallDone, Call: cut("ghost%d", i, record)})
			step(spec.Event{Kind: spec.MessageClose, Message: message, StopReason: cut("reason%d", i, record)})
			step(spec.Event{Kind: spec.TurnEnd, Turn: turn, StopReason: cut("reason%d", i, record)})
		}
		grown := heapInUse() - before
		runtime.KeepAlive(s)
		Expect(grown).To(BeNumerically("<", turns*record/2))
	})
})

// cut is a short text that shares memory with a long one, as a decoder may cut
// it from its record.
func cut(format string, n, record int) string {
	text := fmt.Sprintf(format, n)
	return (text + strings.Repeat("x", record))[:len(text)]
}

func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
