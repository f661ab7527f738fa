package spec_test

import (
	"encoding/json"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// lacking compares two messages for a candidate that lacks the fields.
func lacking(want, got string, fields ...string) []string {
	GinkgoHelper()
	f, err := spec.ParseFields(fields)
	Expect(err).NotTo(HaveOccurred())
	var lines []string
	observes := spec.PartsOf(spec.ObserveMessages, spec.ObserveCalls).Lacking(f)
	for _, d := range (spec.Compare{Observes: observes}).Transcripts(read(onMessage(want)), read(onMessage(got))) {
		lines = append(lines, d.String())
	}
	return lines
}

var _ = Describe("A field that a candidate lacks", func() {
	call := func(rest string) string {
		return `"parts":[{"kind":"call","call":0}],"calls":[{"id":"c","name":"ls","args":"{}",` + rest + `}]`
	}

	args := func(text string) string { return strings.Replace(call(`"status":"done"`), `"{}"`, `"`+text+`"`, 1) }

	withText := func(rest string) string { return `"parts":[{"kind":"text","text":"a"}],` + rest }

	DescribeTable("is compared nowhere, and compared as ever where it is not lacked", func(fields, want, got string) {
		hides := strings.Fields(fields)
		Expect(lacking(want, got)).NotTo(BeEmpty())
		for _, field := range hides {
			Expect(lacking(want, got, field)).To(BeEmpty(), field)
		}
		var others []string
		for _, name := range spec.FieldNames() {
			if !slices.Contains(hides, name) {
				others = append(others, name)
			}
		}
		Expect(lacking(want, got, others...)).NotTo(BeEmpty(), "no other field stands for it")
	},
		Entry("the end of a message", "complete", withText(`"complete":true`), withText(`"complete":false`)),
		Entry("usage", "usage", withText(`"usage":{"input":1,"output":2}`), withText(`"usage":null`)),
		Entry("why it stopped", "stop-reasons", withText(`"stop_reason":"stop"`), withText(`"stop_reason":null`)),
		Entry("one phase for another", "phases", call(`"status":"executing"`), call(`"status":"preparing"`)),
		Entry("what ended a call without a result", "phases cancelled", call(`"status":"cancelled"`), call(`"status":"abandoned"`)),
		Entry("that it ended without one", "phases abandoned", call(`"status":"abandoned"`), call(`"status":"executing"`)),
		Entry("that a result came late", "phases abandoned", call(`"status":"abandoned","result":1`), call(`"status":"done","result":1`)),
		Entry("that a late result came, which has no content", "phases abandoned", call(`"status":"abandoned","result":""`), call(`"status":"done"`)),
		Entry("a refusal", "denied", call(`"status":"denied","result":"no"`), call(`"status":"failed","result":"no","is_error":true`)),
		Entry("how arguments are written", "argument-text", args(`{ \"a\":1, \"b\":2 }`), args(`{\"b\":2,\"a\":1}`)),
		Entry("no arguments as an empty object", "argument-text", args(``), args(`{}`)),
		Entry("arguments that are no value, which one that knows values cannot give", "argument-text", args(`{\"a\":tr`), args(``)),
		Entry("nor as anything but an empty object", "argument-text", args(`{\"a\":tr`), args(`{}`)),
		Entry("unless it keeps their text as a string", "argument-text", args(`{\"a\":tr`), args(`{\"raw\":[\"{\\\"a\\\":tr\"]}`)),
		Entry("or what came of it", "argument-text", args(`{\"a\":tr`), args(`{\"a\":`)),
	)

	It("shows what is there as it is", func() {
		got := call(`"status":"failed"`)
		Expect(lacking(call(`"status":"executing"`), got, "phases")).To(ConsistOf(HaveSuffix(`want "executing", got "failed"`)))
	})

	DescribeTable("may be a list", func(field, with string) {
		f, err := spec.ParseFields([]string{field})
		Expect(err).NotTo(HaveOccurred())
		kept, dropped := read(inSession(`"messages":[],`+with)), read(inSession(`"messages":[]`))
		observes := spec.PartsOf(spec.ObserveMessages, spec.ObserveCalls)
		Expect(spec.Compare{Observes: observes}.Transcripts(kept, dropped)).To(HaveLen(1))
		Expect(spec.Compare{Observes: observes.Lacking(f)}.Transcripts(kept, dropped)).To(BeEmpty())
		Expect(spec.Compare{Observes: observes.Lacking(^f)}.Transcripts(kept, dropped)).To(HaveLen(1))
	},
		Entry("of results without a call", "orphans", `"orphans":[{"id":"c","result":1}]`),
		Entry("of calls given up", "abandoned", `"abandoned":[{"id":"c","name":"ls","args":"{}","status":"abandoned"}]`),
	)

	It("may be that the user cancelled: then a turn lacks its end", func() {
		want, got := read(`{"outcome":"cancelled","sessions":[{"id":"s","turns":[{"status":"cancelled"}]}]}`), read(`{"outcome":"incomplete","sessions":[{"id":"s","turns":[{"status":"incomplete"}]}]}`)
		observes := spec.PartsOf(spec.ObserveOutcome, spec.ObserveTurns)
		Expect(spec.Compare{Observes: observes}.Transcripts(want, got)).To(HaveLen(2))
		Expect(spec.Compare{Observes: observes.Lacking(spec.FieldCancelled)}.Transcripts(want, got)).To(BeEmpty())
	})

	It("is what nothing claims, too", func() {
		kept, dropped := read(inSession(`"messages":[],"unattributed":["stray"]`)), read(inSession(`"messages":[]`))
		observes := spec.PartsOf(spec.ObserveMessages)
		Expect(spec.Compare{Observes: observes}.Transcripts(kept, dropped)).To(HaveLen(1))
		Expect(spec.Compare{Observes: observes.Lacking(spec.FieldUnattributed)}.Transcripts(kept, dropped)).To(BeEmpty())
	})

	DescribeTable("hides nothing else", func(field, want, got, path string) {
		Expect(lacking(want, got, field)).To(ConsistOf(HavePrefix(`sessions["s"].messages[0].` + path)))
	},
		Entry("a result is no phase", "phases", call(`"status":"executing"`), call(`"status":"done"`), "calls[0].status"),
		Entry("an error is no phase", "phases", call(`"status":"failed"`), call(`"status":"done"`), "calls[0].status"),
		Entry("a refusal is no phase", "phases", call(`"status":"denied"`), call(`"status":"abandoned"`), "calls[0].status"),
		Entry("a late error is one all the same", "phases", call(`"status":"abandoned","result":1,"is_error":true`), call(`"status":"done","result":1,"is_error":true`), "calls[0].status"),
		Entry("an open call is none that failed", "abandoned", call(`"status":"executing"`), call(`"status":"failed"`), "calls[0].status"),
		Entry("nor one that was given up", "abandoned", call(`"status":"executing"`), call(`"status":"abandoned"`), "calls[0].status"),
		Entry("a failure is no refusal", "denied", call(`"status":"failed"`), call(`"status":"denied"`), "calls[0].status"),
		Entry("other arguments are others", "argument-text", args(`{\"a\":1}`), args(`{\"a\":2}`), "calls[0].args"),
		Entry("a value for a text that was cut is made up", "argument-text", args(`{\"a\":tr`), args(`{\"a\":true}`), "calls[0].args"),
		Entry("and so is one for a text that is none", "argument-text", args(`{\"a\":1}{\"b\":2}`), args(`{\"a\":1}`), "calls[0].args"),
		Entry("and none are none", "argument-text", args(`{\"a\":1}`), args(`{}`), "calls[0].args"),
		Entry("what was said", "complete", `"parts":[{"kind":"text","text":"a"}]`, `"parts":[{"kind":"text","text":"b"}]`, "parts[0].text"),
	)

	It("leaves messages to their order where it is their id", func() {
		want, got := read(inSession(`"messages":[{"id":"a","role":"user"},{"id":"b","role":"assistant"}]`)), read(inSession(`"messages":[{"id":"b","role":"user"},{"role":"assistant"}]`))
		observes := spec.PartsOf(spec.ObserveMessages)
		Expect(spec.Compare{Observes: observes}.Transcripts(want, got)).NotTo(BeEmpty())
		Expect(spec.Compare{Observes: observes.Lacking(spec.FieldIDs)}.Transcripts(want, got)).To(BeEmpty())
	})

	It("leaves out on both sides the messages in which there is nothing", func() {
		withText := `{"id":"m","role":"assistant","parts":[{"kind":"text","text":"a"}]}`
		with, without := read(inSession(`"messages":[{"role":"assistant"},`+withText+`]`)), read(inSession(`"messages":[`+withText+`]`))
		c := spec.Compare{Observes: spec.PartsOf(spec.ObserveMessages).Lacking(spec.FieldEmpty)}
		Expect(c.Transcripts(with, without)).To(BeEmpty())
		Expect(c.Transcripts(without, with)).To(BeEmpty())
		Expect(with.Sessions[0].Messages).To(HaveLen(2), "what is compared is not changed")
	})

	It("leaves out arguments only as long as the stream has not completed them", func() {
		want, got := read(onMessage(call(`"status":"preparing"`))), read(onMessage(strings.Replace(call(`"status":"preparing"`), "{}", "repaired", 1)))
		c := spec.Compare{Observes: spec.PartsOf(spec.ObserveCalls).Lacking(spec.FieldPreviews)}
		Expect(c.Transcripts(want, got)).To(HaveLen(1))
		want.Sessions[0].Messages[0].Calls[0].ArgsOpen = true
		Expect(c.Transcripts(want, got)).To(BeEmpty())
		Expect(spec.Compare{Observes: spec.PartsOf(spec.ObserveCalls)}.Transcripts(want, got)).To(HaveLen(1))
	})

	It("takes its part away from the rules that stand on it, and from no others", func() {
		observes := spec.PartsOf(spec.ObserveMessages, spec.ObserveCalls)
		for _, r := range spec.Rules() {
			lacks := observes.Lacking(r.Fields)
			if r.Fields != 0 && r.Observable(observes) {
				Expect(r.Observable(lacks)).To(Equal(r.Either&lacks.For(r.Fields) != 0), r.ID)
			}
			Expect(r.Observable(observes.Lacking(^r.Fields))).To(Equal(r.Observable(observes)), r.ID)
		}
		abandoned, _ := spec.RuleByID("missing/abandoned")
		Expect(abandoned.Observable(observes.Lacking(spec.FieldPhases))).To(BeFalse())
	})

	It("goes with the parts into a log and out of it, named for people", func() {
		p := spec.PartsOf(spec.ObserveCalls).Lacking(spec.FieldPhases | spec.FieldPreviews)
		Expect(p.String()).To(Equal("calls, lacks phases previews"))
		text, err := json.Marshal(p)
		Expect(err).NotTo(HaveOccurred())
		Expect(text).To(MatchJSON(`["calls","-phases","-previews"]`))
		var back spec.Parts
		Expect(json.Unmarshal(text, &back)).To(Succeed())
		Expect(back).To(Equal(p))
		Expect(json.Unmarshal([]byte(`["-colour"]`), &back)).To(MatchError(ContainSubstring(`no field "colour"`)))
	})
})
