package check_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("An output, by its own dialect", func() {
	breaches := func(out spec.Features, output ...string) []string {
		GinkgoHelper()
		shared := adapted.Between(rich, out, spec.Adapting{})
		return judged(check.Adapting(&shared, reading(rich, records...), reading(out, output...), -1))["adapt/well-formed"]
	}
	slotted := with(poor, func(f *spec.Features) { f.TextSlots = true })

	It("has nothing wrong with it where each start comes before what it starts", func() {
		Expect(breaches(poor, records...)).To(BeEmpty())
	})

	DescribeTable("owes its reader", func(out spec.Features, changes map[int]string, words string) {
		Expect(breaches(out, but(records, changes)...)).To(ContainElement(ContainSubstring(words)))
	},
		Entry("the start of a message", poor, map[int]string{1: ""}, "text of a message that was opened"),
		Entry("one start of it", poor, map[int]string{2: records[1]}, "a message id that was not used"),
		Entry("one end of it", poor, map[int]string{7: records[6]}, "one end of a message"),
		Entry("no text behind it", poor, map[int]string{7: records[2]}, "text of a message that is open"),
		Entry("the announcement of a call", poor, map[int]string{3: ""}, "a call that was announced"),
		Entry("one announcement", poor, map[int]string{4: records[3]}, "one announcement of a call"),
		Entry("no arguments behind their end", poor, map[int]string{6: records[4]}, "arguments of a call whose arguments are open"),
		Entry("one end of them", poor, map[int]string{4: records[5]}, "one end of a call's arguments"),
		Entry("one result", poor, map[int]string{6: records[7]}, "one result of a call"),
		Entry("one terminal event", rich, map[int]string{7: records[8]}, "one terminal event"),
		Entry("records that it knows", poor, map[int]string{0: `{"kind":"note","note":"unknown"}`}, "a record of a kind that readers know"),
		Entry("the start of a text that has one", slotted,
			map[int]string{2: `{"kind":"text","message":"m","slot":"a","text":"I look."}`}, "text of a part that was begun"),
	)

	It("owes nothing more of a text that began and goes on", func() {
		Expect(breaches(slotted, but(records, map[int]string{
			0: records[1], 1: `{"kind":"text","message":"m","slot":"a"}`, 2: `{"kind":"text","message":"m","slot":"a","text":"I look."}`,
		})...)).To(BeEmpty())
	})

	It("may name a call again in the record that ends its arguments", func() {
		r := reading(poor, records[0], records[1], records[3], records[4], records[3], records[5], records[7], records[8])
		r.Stream.Events[4].Record = r.Stream.Events[5].Record
		shared := adapted.Between(rich, poor, spec.Adapting{})
		Expect(judged(check.Adapting(&shared, reading(rich, records...), r, -1))["adapt/well-formed"]).To(BeEmpty())
	})

	It("must be readable", func() {
		out := reading(poor, records...)
		out.Unread = []adapted.Unread{{Record: 2, Why: "malformed: no such line"}}
		shared := adapted.Between(rich, poor, spec.Adapting{})
		found := judged(check.Adapting(&shared, reading(rich, records...), out, -1))["adapt/well-formed"]
		Expect(found).To(ConsistOf(And(HavePrefix("output[2]"), ContainSubstring("no such line"))))
	})

	It("may pass on within a dialect what was wrong already, and no more of it", func() {
		twice := append(append([]string{}, records[:8]...), records[7], records[8])
		shared := adapted.Between(rich, rich, spec.Adapting{})
		Expect(judged(check.Adapting(&shared, reading(rich, twice...), reading(rich, twice...), -1))).To(BeEmpty())
		found := judged(check.Adapting(&shared, reading(rich, records...), reading(rich, twice...), -1))
		Expect(found).To(HaveKey("adapt/well-formed"))
	})

	Describe("at the end", func() {
		ending := func(out spec.Features, input, output []string) []string {
			GinkgoHelper()
			shared := adapted.Between(rich, out, spec.Adapting{})
			return judged(check.Adapting(&shared, reading(rich, input...), reading(out, output...), -1))["adapt/well-formed"]
		}
		dead := records[:4]

		It("must not claim success for a source that is dead", func() {
			Expect(ending(poor, dead, append(append([]string{}, dead...), records[8]))).To(ConsistOf(ContainSubstring("an end in success")))
		})
		It("must say so where the dialect can", func() {
			Expect(ending(poor, dead, dead)).To(ConsistOf(ContainSubstring("no end at all")))
			Expect(ending(poor, dead, append(append([]string{}, dead...), `{"kind":"error","global":true,"fatal":true,"error":"gone"}`))).To(BeEmpty())
		})
		It("need not where it cannot", func() {
			Expect(ending(with(poor, func(f *spec.Features) { f.Errors = false }), dead, dead)).To(BeEmpty())
		})
		It("is the end: nothing follows", func() {
			after := append(append([]string{}, records...), `{"kind":"message.open","message":"n","role":"assistant"}`, `{"kind":"text","message":"n","text":"PS"}`)
			Expect(ending(poor, records, after)).To(ContainElement(ContainSubstring("nothing behind the end: the input has 1 turn")))
		})
	})
})

var _ = Describe("What an output makes up", func() {
	invented := func(input, output []string) map[string][]string {
		GinkgoHelper()
		shared := adapted.Between(rich, poor, spec.Adapting{})
		return judged(check.Adapting(&shared, reading(rich, input...), reading(poor, output...), -1))
	}
	insert := func(at int, lines ...string) []string {
		return append(append(append([]string{}, records[:at]...), lines...), records[at:]...)
	}

	It("is a result of a call that has none", func() {
		found := invented(but(records, map[int]string{7: "", 8: `{"kind":"error","global":true,"fatal":true}`}), but(records, map[int]string{8: `{"kind":"error","global":true,"fatal":true}`}))
		Expect(found).To(HaveKeyWithValue("adapt/no-invention", ContainElement(ContainSubstring("calls[0].result extra"))))
	})

	It("is a call or a message that the input does not know", func() {
		found := invented(records, insert(6, `{"kind":"call.open","message":"m","call":"d","name":"ls"}`))
		Expect(found).To(HaveKeyWithValue("adapt/no-invention", ContainElement(ContainSubstring(`calls[1] extra`))))
		found = invented(records, insert(7, `{"kind":"message.open","message":"n","role":"assistant"}`, `{"kind":"text","message":"n","text":"Working on it."}`, `{"kind":"message.close","message":"n"}`))
		Expect(found).To(HaveKeyWithValue("adapt/no-invention", ContainElement(ContainSubstring("Working on it."))))
	})

	It("is not what the input has elsewhere", func() {
		found := invented(records, insert(7, `{"kind":"message.open","message":"n","role":"assistant"}`, `{"kind":"text","message":"n","text":"I look."}`, `{"kind":"message.close","message":"n"}`))
		Expect(found).NotTo(HaveKey("adapt/no-invention"))
		Expect(found).To(HaveKey("adapt/commutes"))
	})

	It("is not an error where there is no result, if it is marked", func() {
		marking := with(poor, func(f *spec.Features) { f.ErrorResults = true })
		shared := adapted.Between(rich, marking, spec.Adapting{})
		failed := `{"kind":"error","global":true,"fatal":true}`
		filled := but(records, map[int]string{7: `{"kind":"call.done","call":"c","result":"not run","is_error":true}`, 8: failed})
		Expect(judged(check.Adapting(&shared, reading(rich, but(records, map[int]string{7: "", 8: failed})...), reading(marking, filled...), -1))).To(BeEmpty())
	})
})
