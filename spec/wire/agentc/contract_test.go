package agentc_test

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/agentc"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

var _ = Describe("the contract of package wire", func() {
	wiretest.Run(agentc.New(), func(string, spec.Features) []spec.Stream {
		return []spec.Stream{randomStream(1, 60), randomStream(2, 60), randomStream(3, 3)}
	},
		wiretest.Unknown(`{"type":"unlisted"}`, `{"type":"hologram",`+child+`,"content":{"x":1}}`, `{"type":"","session_id":7,"id":[]}`),
		wiretest.Samples(
			`{"type":"open_a_i_user_message",`+child+`,"vendor":"open_ai","message":{"role":"user","content":[{"type":"text","text":"a"}]}}`,
			`{"type":"tool_call",`+root+`,"active":false,"vendor":"open_ai","tool_calls":[{"id":"c1","name":"ls","arguments":"{}"}],"tool_results":[{"role":"tool","tool_call_id":"c1","name":"ls","content":"a"}]}`,
			`{"type":"chat_session_changed","chat_session":{"session_id":"s","messages":[`+ask+`{"role":"assistant","content":[`+use+`,{"type":"thinking","thinking":"x"}]},`+answer+done+`]}}`,
		))
})
