package probe_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/probe"
)

var _ = Describe("Keys that the contract does not know", func() {
	unknownKeys := func(line string, observes ...string) []string {
		GinkgoHelper()
		c := contract(probe.Reducer, observes...)
		var all []string
		c.Unknown = func(k probe.UnknownKey) { all = append(all, k.String()) }
		_, bad := c.ParseRunReply([]byte(line), &probe.RunRequest{ID: 7})
		Expect(bad).To(BeNil())
		return all
	}
	const call = `{"id":"c","name":"f","args":"","status":"done","isError":true,"metadata":{"any":1},"result":{"other":2}}`
	const line = `{"id":7,"final":{"outcome":"open","sessions":[{"id":"s","messages":[{"role":"assistant","complete":true,"parts":[{"kind":"call","call":0}],` +
		`"calls":[` + call + `,` + call + `]}],"colour":[{"deep":1}]}]},"took":3}`

	It("are named once, with the known one that is nearest", func() {
		Expect(unknownKeys(line, "messages", "calls")).To(Equal([]string{
			"sessions[].colour", "sessions[].messages[].calls[].isError (did you mean is_error?)", "took",
		}))
	})

	It("are named also in parts that the candidate does not observe", func() {
		Expect(unknownKeys(line, "outcome")).To(ContainElement(ContainSubstring("is_error")))
	})

	It("are none where an answer has known keys alone, and any in results, metadata and history", func() {
		Expect(unknownKeys(`{"id":7,"observations":null,"final":`+whole+`}`, everything...)).To(BeEmpty())
	})

	It("are found in the answer to hello", func() {
		hello, bad := probe.ParseHelloReply([]byte(`{"probe":1,"name":"x","role":"reducer","dialects":["a"],"observes":["calls"],"lack":["ids"]}`), probe.DefaultLimits())
		Expect(bad).To(BeNil())
		Expect(hello.Unknown).To(Equal([]probe.UnknownKey{{Path: "lack", Meant: "lacks"}}))
	})
})
