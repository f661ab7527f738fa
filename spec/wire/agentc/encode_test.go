package agentc_test

import (
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

func encode(events ...spec.Event) (string, error) {
	record, err := agentc.New().NewEncoder("").Encode(nil, events)
	return string(record), err
}

var _ = Describe("encoding", func() {
	It("gives back whatever sessions say", func() {
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.Workers = 1
		properties := gopter.NewProperties(parameters)
		properties.Property("decode(encode(s)) = s", prop.ForAll(func(seed uint64) string {
			want := randomStream(seed, 20)
			records, err := wire.EncodeStream(agentc.New(), "", want)
			if err != nil {
				return err.Error()
			}
			got, problems := wire.DecodeRecords(agentc.New(), "", records)
			if len(problems) > 0 {
				return problems[0].String()
			}
			if err := wire.ReadBack(want.Events, got.Events); err != nil {
				return err.Error()
			}
			return ""
		}, gen.UInt64()))
		Expect(properties.Run(gopter.NewFormatedReporter(false, 80, GinkgoWriter))).To(BeTrue())
	})

	It("names the user session above every sub-session, as far as it is known", func() {
		var events []spec.Event
		for i, scope := range []spec.Event{
			{Session: "c", Parent: spec.To("b")}, {Session: "b", Parent: spec.To("a")}, {Session: "c", Parent: spec.To("b")}, {Session: "c"},
		} {
			scope.Kind, scope.Record = spec.Text, i+1
			events = append(events, scope)
		}
		records, err := wire.EncodeStream(agentc.New(), "", spec.Stream{Events: events})
		Expect(err).NotTo(HaveOccurred())
		Expect(records).To(HaveExactElements(
			ContainSubstring(`"parent_session_id":"b","user_session_id":"b"`), ContainSubstring(`"parent_session_id":"a","user_session_id":"a"`),
			ContainSubstring(`"parent_session_id":"b","user_session_id":"a"`), ContainSubstring(`"parent_session_id":null,"user_session_id":"a"`)))
	})

	It("leaves the session out of what has none", func() {
		events := []spec.Event{
			{Kind: spec.Text, Form: spec.Plain, Session: "a", Text: "x", Record: 1}, {Kind: spec.Text, Form: spec.Plain, Session: "a", NoSession: true, Text: "y", Record: 2},
		}
		records, err := wire.EncodeStream(agentc.New(), "", spec.Stream{Events: events})
		Expect(err).NotTo(HaveOccurred())
		Expect(string(records[1])).To(Equal(`{"type":"text_delta","content":"y","format":"markdown"}`))
	})

	DescribeTable("refuses what the dialect cannot say", func(detail string, events ...spec.Event) {
		record, err := encode(events...)
		Expect(err).To(MatchError(ContainSubstring(detail)), record)
	},
		Entry("nothing", "without events"),
		Entry("two events that are no calls", "not in one frame", spec.Event{Kind: spec.Text}, spec.Event{Kind: spec.Text}),
		Entry("a start beside a completion", "not in one frame", spec.Event{Kind: spec.CallStart, Name: "a"}, spec.Event{Kind: spec.CallDone, Name: "a"}),
		Entry("calls of two sessions", "Session", spec.Event{Kind: spec.CallStart, Name: "a"}, spec.Event{Kind: spec.CallStart, Name: "b", Session: "s"}),
		Entry("a call of think", "think is no call", spec.Event{Kind: spec.CallStart, Name: "think"}),
		Entry("a completion without a name before one with", "Call", spec.Event{Kind: spec.CallDone, Call: "x", Result: js(`1`)}, spec.Event{Kind: spec.CallDone, Call: "y", Name: "a"}),
		Entry("a denied call", "Status", spec.Event{Kind: spec.CallDone, Name: "a", Status: spec.Denied}),
		Entry("a failed turn", "Status", spec.Event{Kind: spec.TurnEnd, Status: spec.Failed}),
		Entry("a turn's usage", "Usage", spec.Event{Kind: spec.TurnEnd, Usage: &spec.Usage{}}),
		Entry("a message's id", "Message", spec.Event{Kind: spec.Text, Message: "m"}), Entry("an event's id", "ID", spec.Event{Kind: spec.Text, ID: "e"}),
		Entry("a slot", "Slot", spec.Event{Kind: spec.Text, Slot: "0"}), Entry("metadata", "Metadata", spec.Event{Kind: spec.Text, Metadata: js(`{}`)}),
		Entry("the opening of a message", "no frame says it", spec.Event{Kind: spec.MessageOpen}), Entry("a retraction", "no frame says it", spec.Event{Kind: spec.Retract}),
		Entry("a fatal error", "Fatal", spec.Event{Kind: spec.Error, Global: true, Fatal: true}), Entry("an error of a session", "Session", spec.Event{Kind: spec.Error, Session: "s"}),
		Entry("an assistant's whole message", "Messages", spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Role: "assistant"}}}),
		Entry("an unfinished user message", "Complete", spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{{Role: "user"}}}),
		Entry("a system message in a history", "role", spec.Event{Kind: spec.History, Complete: true, Messages: []spec.Snapshot{{Role: "system"}}}),
		Entry("two texts in one saved message", "Messages", spec.Event{Kind: spec.History, Complete: true, Messages: []spec.Snapshot{
			{Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "a"}, {Kind: spec.TextPart, Text: "b"}}},
		}}),
		Entry("text that is no UTF-8", "content is no UTF-8", spec.Event{Kind: spec.Text, Text: "\xff"}),
		Entry("a result that is no JSON", "content is no JSON value", spec.Event{Kind: spec.CallDone, Name: "a", Result: js(`{`)}),
		Entry("a note of no kind", "Note", spec.Event{Kind: spec.NoteEvent}),
		Entry("an unknown note that is known", "Note", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Global: true, Raw: js(`{"type":"ping"}`)}),
		Entry("a system note of nobody", "Global", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Global: true}),
		Entry("a session that is not the one known", "Session", spec.Event{Kind: spec.Text, NoSession: true, Session: "elsewhere"}),
	)
})
