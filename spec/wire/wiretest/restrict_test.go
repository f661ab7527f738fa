package wiretest_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = Describe("Restrict", func() {
	full := spec.Event{
		Kind: spec.MessageFull, ID: "e", Message: "m", Agent: "a", Slot: "0", StopReason: "stop", ParentCall: spec.To("c"),
		Usage: &spec.Usage{Input: 1}, Metadata: []byte(`{}`), Text: "kept", Messages: []spec.Snapshot{{
			Message: "m", Role: "assistant", Agent: "a", StopReason: "stop", Usage: &spec.Usage{Input: 1}, Metadata: []byte(`{}`),
			Parts: []spec.SnapshotPart{{Kind: spec.ThoughtPart, Text: "hm"}, {Kind: spec.TextPart, Slot: "1", Text: "hi", Metadata: []byte(`{}`)}},
		}},
	}

	It("clears what the features have no place for, in messages too", func() {
		e := full
		Expect(wiretest.Restrict(spec.Features{}, &e)).To(BeTrue())
		Expect(e).To(Equal(spec.Event{Kind: spec.MessageFull, Text: "kept", Messages: []spec.Snapshot{
			{Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Slot: "1", Text: "hi"}}},
		}}))
		Expect(full.Messages[0].Parts).To(HaveLen(2), "the original is not touched")
	})

	It("clears nothing where everything can be said", func() {
		e := full
		Expect(wiretest.Restrict(neutral.New().Features(""), &e)).To(BeTrue())
		Expect(e).To(Equal(full))
	})

	It("says of a kind that the features rule out that nothing is left", func() {
		poor := spec.Features{Turns: spec.TurnsRun}
		var left []string
		for _, kind := range spec.Kinds() {
			if wiretest.Restrict(poor, &spec.Event{Kind: kind, Fatal: true, Form: spec.Thought}) {
				left = append(left, kind.String())
			}
		}
		Expect(left).To(Equal([]string{"call.progress", "call.done", "message.full", "note"}))
	})

	It("numbers the records of a stream anew", func() {
		s := spec.Stream{Features: spec.Features{}, Events: []spec.Event{
			{Kind: spec.CallDone, Record: 1}, {Kind: spec.MessageFull, Record: 1}, {Kind: spec.Cancel, Record: 2}, {Kind: spec.CallDone, Record: 3},
		}}
		var numbers []int
		for _, e := range wiretest.RestrictStream(s).Events {
			numbers = append(numbers, e.Record)
		}
		Expect(numbers).To(Equal([]int{1, 1, 2}))
	})
})
