package model_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
)

var _ = Describe("The features that suffice for a stream", func() {
	DescribeTable("have ids of events, and retraction, where they count",
		func(lines string, ids, retracts bool) {
			f := model.Enough(namedDialect, events(lines))
			Expect(f.EventIDs).To(Equal(ids))
			Expect(f.Retracts).To(Equal(retracts))
			f.EventIDs, f.Retracts = true, true
			Expect(f).To(Equal(namedDialect), "the others stay")
		},
		Entry("of a stream whose ids are all different, none", `
			{"kind":"text","id":"a","session":"s","message":"m","text":"x"}
			{"kind":"text","id":"b","session":"s","message":"m","text":"y"}
			{"kind":"text","session":"s","message":"m","text":"z"}
			{"kind":"text","session":"s","message":"m","text":"z"}`, false, false),
		Entry("where an event comes again, ids", `
			{"kind":"text","id":"a","session":"s","message":"m","text":"x"}
			{"kind":"text","id":"a","session":"s","message":"m","text":"x"}`, true, false),
		Entry("where an event is retracted, retraction", `
			{"kind":"text","id":"a","session":"s","message":"m","text":"x"}
			{"kind":"retract","session":"s","retracts":["a"]}`, false, true),
	)

	It("have no ids for two events of one record", func() {
		both := events(`
			{"kind":"message.open","id":"a","session":"s","message":"m"}
			{"kind":"text","id":"a","session":"s","message":"m","text":"x"}`)
		both[1].Record = 1
		Expect(model.Enough(namedDialect, both).EventIDs).To(BeFalse())
	})

	It("have nothing that the dialect has not", func() {
		f := model.Enough(derivedDialect, events(`{"kind":"text","id":"a","session":"s","text":"x"}
			{"kind":"text","id":"a","session":"s","text":"x"}`))
		Expect(f.EventIDs).To(BeFalse())
	})
})
