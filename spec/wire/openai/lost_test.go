package openai_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/openai"
)

// responded is what events of the Responses API mean.
func responded(events ...string) string {
	GinkgoHelper()
	var records [][]byte
	for _, e := range events {
		records = append(records, []byte(e))
	}
	s, problems := wire.DecodeRecords(openai.New(), openai.Responses, records)
	Expect(problems).To(BeEmpty())
	return drawn(model.Run(s, spec.Policies{}))
}

// A right reader was charged in these streams, because the decoder took for said what
// no event had said.
var _ = Describe("whole values behind what was lost", func() {
	const created = `{"type":"response.created","response":{"id":"resp_1","status":"in_progress"}}`

	It("give a call its arguments, if the fragments named an item that was not open yet", func() {
		Expect(responded(created,
			`{"type":"response.function_call_arguments.delta","item_id":"fc_1","delta":"{\"x\":1}"}`,
			`{"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"call_1","name":"a"}}`,
			`{"type":"response.function_call_arguments.done","item_id":"fc_1","arguments":"{\"x\":1}"}`,
		)).To(ContainSubstring(`a {"x":1} abandoned`))
	})

	It("give a call its arguments, if the fragments stood at another index", func() {
		Expect(responded(created,
			`{"type":"response.function_call_arguments.delta","output_index":31,"item_id":"fc_1","delta":"{\"x\":1}"}`,
			`{"type":"response.output_item.done","output_index":1,"item":{"id":"fc_1","type":"function_call","arguments":"{\"x\":1}","call_id":"call_1","name":"a"}}`,
		)).To(ContainSubstring(`a {"x":1} abandoned`))
	})

	It("find a text by its id, though its opening was lost, and add the one that was never seen", func() {
		Expect(responded(created,
			`{"type":"response.output_text.done","output_index":1,"item_id":"msg_2","content_index":0,"text":"second"}`,
			`{"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[`+
				`{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"output_text","text":"first"}]},`+
				`{"id":"msg_2","type":"message","role":"assistant","content":[{"type":"output_text","text":"second"}]}]}}`,
		)).To(ContainSubstring(`"second" | "first"`))
	})
})
