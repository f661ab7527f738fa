package probe_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/probe"
)

var _ = Describe("A field without content", func() {
	parse := func(transcript string) *probe.RunReply {
		GinkgoHelper()
		line := `{"id":7,"final":` + transcript + `}`
		reply, bad := contract(probe.Reducer, "sessions", "messages", "calls").ParseRunReply([]byte(line), &probe.RunRequest{ID: 7})
		Expect(bad).To(BeNil())
		return reply
	}
	session := func(fields string) string { return `{"sessions":[{"id":"s","status":"open",` + fields + `}]}` }
	call := func(fields string) string {
		return session(`"messages":[{"role":"assistant","complete":false,"parts":[],"calls":[{"id":"c","name":"","args":"","status":"done"` + fields + `}]}]`)
	}

	DescribeTable("is read as if it were not there, however it is written",
		func(of func(string) string, without string, with ...string) {
			want := parse(of(without))
			for _, fields := range with {
				Expect(parse(of(fields))).To(Equal(want), fields)
			}
		},
		Entry("a result", call, ``, `,"result":null`, `,"result":""`, `,"result":[]`, `,"result":{ }`),
		Entry("metadata", call, ``, `,"metadata":null`, `,"metadata":{}`),
		Entry("whether it is an error", call, ``, `,"is_error":null`, `,"is_error":false`),
		Entry("a child", call, ``, `,"child":null`, `,"child":""`),
		Entry("the parent", session, `"messages":[]`, `"messages":null,"parent":null`, `"messages":[],"parent":""`),
		Entry("a list", session, `"messages":[]`, `"messages":null,"held":[]`, `"messages":[],"held":null,"unattributed":[]`),
		Entry("the turns", session, `"messages":[],"turns":[{}]`, `"messages":[],"turns":[{"error":"","stop_reason":null,"usage":{"input":0}}]`),
	)

	It("is told from one with the value false, 0 or a text of blanks", func() {
		for _, value := range []string{"false", "0", `" "`, `[null]`} {
			Expect(parse(call(`,"result":` + value)).Final.Sessions[0].Messages[0].Calls[0].Result).To(MatchJSON(value))
		}
	})

	It("that links to the session whose id is empty has content", func() {
		line := `{"sessions":[{"id":"","status":"open","messages":[]},{"id":"s","status":"open","messages":[],"parent":""}]}`
		Expect(parse(line).Final.Sessions[1].Parent).To(HaveValue(BeEmpty()))
	})
})
