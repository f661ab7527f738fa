package runner_test

import (
	"encoding/json"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// fussy is a right reader that refuses a stream at the first record in which it dislikes an
// event. AG-UI's client 0.0.57 does so at an event whose type it does not know.
func fussy(dialect string, dislikes func(*spec.Event) bool) *reader {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	return refusing(dialect, func(records [][]byte) int {
		stream, _ := wire.DecodeRecords(codec, variant, records)
		at := slices.IndexFunc(stream.Events, func(e spec.Event) bool { return dislikes(&e) })
		if at < 0 {
			return 0
		}
		return stream.Events[at].Record
	})
}

// refusing is a right reader that refuses a stream at the record that find returns, and
// none where it returns 0.
func refusing(dialect string, find func(records [][]byte) int) *reader {
	program := honest(dialect)
	program.before = func(req *probe.RunRequest) (*probe.RunReply, error) {
		records := make([][]byte, len(req.Events))
		for i := range records {
			records[i] = req.Events[i]
		}
		refused := find(records)
		if refused == 0 {
			return nil, nil
		}
		own := *req
		own.Events = req.Events[:refused-1]
		own.Observe = slices.DeleteFunc(slices.Clone(req.Observe), func(at int) bool { return at >= refused })
		reply, err := honest(dialect).Run(&own)
		if reply != nil {
			reply.Rejected = &probe.Rejected{At: refused, Reason: probe.Unsupported}
		}
		return reply, err
	}
	return program
}

// otherID finds the first event of OpenAI's Responses whose item_id no item was added with,
// at the index of one that was. OpenAI's own client 7.57.0 refuses it.
func otherID(records [][]byte) int {
	added, ids := map[int]bool{}, map[string]bool{"": true}
	for i, record := range records {
		var e struct {
			Type   string
			Index  int    `json:"output_index"`
			ItemID string `json:"item_id"`
			Item   *struct{ ID string }
		}
		if json.Unmarshal(record, &e) != nil {
			continue
		}
		if e.Type == "response.created" {
			clear(added)
		}
		if e.Item != nil {
			added[e.Index], ids[e.Item.ID] = true, true
		}
		if added[e.Index] && !ids[e.ItemID] {
			return i + 1
		}
	}
	return 0
}

var _ = Describe("A reader that refuses a record", func() {
	DescribeTable("is charged with the rule of such records where they say nothing of the conversation, whatever fault brought them",
		func(dialect string, dislikes func(*spec.Event) bool, rules ...string) {
			Expect(attributedRules(newTrialRun(150).of(fussy(dialect, dislikes)))).To(ConsistOf(rules))
		},
		Entry("an unknown event", "agui", func(e *spec.Event) bool { return e.Note == spec.NoteUnknown }, "wire/unknown-skipped"),
		Entry("an event of the application", "agui", func(e *spec.Event) bool { return e.Note == spec.NoteCustom }, "noise/transparent"),
		Entry("an unknown line", "agentc", func(e *spec.Event) bool { return e.Note == spec.NoteUnknown }, "wire/unknown-skipped"),
	)

	It("is charged with the rules of ids where it refuses an item whose id changes, and with nothing besides", func() {
		log := newTrialRun(150).of(refusing("openai:responses", otherID))
		Expect(attributedRules(log)).To(ConsistOf("identity/one-call-one-id", "identity/one-message-one-id"), "%+v", report.Groups(log.Cases))
	})

	It("is charged with no rule where it refuses what every stream has", func() {
		Expect(attributedRules(newTrialRun(30).of(fussy("agui", func(e *spec.Event) bool { return e.Kind == spec.Text })))).To(ConsistOf(""))
	})
})
