package neutral_test

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func decode(record string) ([]spec.Event, *wire.Problem) {
	return neutral.New().NewDecoder("").Decode(nil, []byte(record))
}

func encode(events ...spec.Event) (string, error) {
	record, err := neutral.New().NewEncoder("").Encode(nil, events)
	return string(record), err
}

// streams are random events of every kind, in two streams.
func streams(string, spec.Features) []spec.Stream {
	r := rand.New(rand.NewPCG(7, 7))
	all := make([]spec.Stream, 2)
	for i := range all {
		for n := range 120 {
			e := randomEvent(r)
			e.Record = n + 1
			all[i].Events = append(all[i].Events, e)
		}
	}
	return all
}

var _ = Describe("the contract of package wire", func() {
	wiretest.Run(neutral.New(), streams,
		wiretest.Unknown(`{"kind":"hologram","session":"s","text":1}`, `{"kind":""}`, `{"session":7,"kind":"text.v2"}`),
		wiretest.Samples(`{"kind":"text","session":"s","message":"m","text":"a"}`, `{"kind":"user.turn","global":true}`))
})

var _ = Describe("the neutral codec", func() {
	It("carries every field of an event", func() {
		want := fullEvent(rand.New(rand.NewPCG(1, 1)))
		record, err := encode(want)
		Expect(err).NotTo(HaveOccurred())
		got, problem := decode(record)
		Expect(problem).To(BeNil())
		want.Record = 1
		Expect(got).To(Equal([]spec.Event{want}))
	})

	It("writes and reads the JSON that spec.Event declares", func() {
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.Workers = 1
		properties := gopter.NewProperties(parameters)
		properties.Property("both ways", prop.ForAll(func(seed uint64) string {
			want := randomEvent(rand.New(rand.NewPCG(seed, 0)))
			return agrees(want)
		}, gen.UInt64()))
		Expect(properties.Run(gopter.NewFormatedReporter(false, 80, GinkgoWriter))).To(BeTrue())
	})

	It("says a kind that it does not know as a note, whatever its other keys hold", func() {
		events, problem := decode(`{"kind":"hologram","session":"s1","id":"e7","text":{"a":1}}`)
		Expect(problem).To(BeNil())
		Expect(events).To(Equal([]spec.Event{{
			Kind: spec.NoteEvent, Note: spec.NoteUnknown, Record: 1, Session: "s1", ID: "e7",
			Raw: json.RawMessage(`{"kind":"hologram","session":"s1","id":"e7","text":{"a":1}}`),
		}}))
	})

	DescribeTable("reads what JSON leaves open", func(record string, want spec.Event) {
		events, problem := decode(record)
		Expect(problem).To(BeNil())
		want.Record = 1
		Expect(events).To(Equal([]spec.Event{want}))
	},
		Entry("unknown keys are skipped", `{"kind":"text","text":"a","__proto__":{"text":"b"},"Text":"c","constructor":1}`, spec.Event{Kind: spec.Text, Text: "a"}),
		Entry("null is absent", `{"kind":"text","text":null,"global":null,"usage":null,"parent":null,"result":null,"messages":null}`, spec.Event{Kind: spec.Text}),
		Entry("the last of two keys wins", `{"kind":"text","text":"a","kind":"args","text":"b"}`, spec.Event{Kind: spec.CallArgs, Text: "b"}),
		Entry("a later null wins, too", `{"kind":"text","text":"a","parent":"p","text":null,"parent":null}`, spec.Event{Kind: spec.Text}),
		Entry("a later object replaces an earlier one whole", `{"kind":"usage","usage":{"input":1,"output":2},"usage":{"input":3}}`, spec.Event{Kind: spec.UsageReport, Usage: &spec.Usage{Input: 3}}),
		Entry("an empty parent is a parent", `{"kind":"session.open","session":"a","parent":""}`, spec.Event{Kind: spec.SessionOpen, Session: "a", Parent: spec.To("")}),
		Entry("values stay as they were written", `{"kind":"call.done","result":{"b": 1.0, "a":1e2}}`, spec.Event{Kind: spec.CallDone, Result: json.RawMessage(`{"b": 1.0, "a":1e2}`)}),
	)

	DescribeTable("is strict about", func(record, detail string) {
		events, problem := decode(record)
		Expect(events).To(BeEmpty())
		Expect(problem.Reason).To(Equal(wire.Malformed))
		Expect(problem.Detail).To(ContainSubstring(detail))
	},
		Entry("objects", `["kind","text"]`, "no object with a kind"), Entry("the kind", `{"text":"a"}`, "kind"), Entry("a kind of another type", `{"kind":7}`, "kind"),
		Entry("text", `{"kind":"text","text":7}`, "text has the wrong type"), Entry("flags", `{"kind":"text","global":"true"}`, "global"),
		Entry("refs", `{"kind":"text","parent":{}}`, "parent"), Entry("counts", `{"kind":"usage","usage":{"input":1.5}}`, "input"),
		Entry("lists", `{"kind":"retract","retracts":"a"}`, "retracts"), Entry("their elements", `{"kind":"retract","retracts":[null]}`, "retracts"),
		Entry("messages", `{"kind":"history","messages":[{"parts":[7]}]}`, "parts"),
	)

	DescribeTable("refuses to write", func(detail string, events ...spec.Event) {
		_, err := encode(events...)
		Expect(err).To(MatchError(ContainSubstring(detail)))
	},
		Entry("no event", "one event"), Entry("two events", "one event", spec.Event{Kind: spec.Text}, spec.Event{Kind: spec.Text}),
		Entry("no kind", "kind", spec.Event{}), Entry("an unknown kind", "kind", spec.Event{Kind: 99}),
		Entry("text that is no UTF-8", "text is no UTF-8", spec.Event{Kind: spec.Text, Text: "a\xff"}),
		Entry("a value that is no JSON", "result is no JSON", spec.Event{Kind: spec.CallDone, Result: json.RawMessage("{")}),
	)
})

// agrees holds both directions against encoding/json.
func agrees(want spec.Event) string {
	record, err := encode(want)
	if err != nil {
		return err.Error()
	}
	var other spec.Event
	if err := json.Unmarshal([]byte(record), &other); err != nil {
		return err.Error()
	}
	text, err := json.Marshal(want)
	if err != nil {
		return err.Error()
	}
	events, problem := decode(string(text))
	if problem != nil {
		return problem.String()
	}
	events[0].Record = 0
	if same := NewGomega(func(string, ...int) {}).Expect(other).To(Equal(want)); !same {
		return "encoding/json reads another event from " + record
	}
	if same := NewGomega(func(string, ...int) {}).Expect(events[0]).To(Equal(want)); !same {
		return "another event is read from " + string(text)
	}
	return ""
}
