package attribute_test

import (
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

func TestAttribute(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "attribute")
}

// transcriptOf is a transcript of one session with some messages.
func transcriptOf(texts ...string) *spec.Transcript {
	s := spec.Session{Status: spec.Open}
	for i, text := range texts {
		s.Messages = append(s.Messages, spec.Message{ID: []string{"a", "b", "c"}[i], Role: "assistant", Parts: []spec.Part{{Kind: "text", Text: text}}})
	}
	return &spec.Transcript{Sessions: []spec.Session{s}}
}

// failing is a trial of a case with faults in which one observation differs.
func failing(want, got *spec.Transcript, faults ...spec.Fault) *ask.Trial {
	o := ask.Observed{Position: 3, Want: want, Got: got, Differences: (spec.Compare{Observes: spec.AllParts()}).Transcripts(want, got)}
	return &ask.Trial{Case: &plan.Case{Name: "a", Seed: 1, Faults: faults}, Verdict: spec.Fail, Observed: []ask.Observed{{Position: 1, Want: want, Got: want}, o}}
}

func rules(findings []spec.Finding) (all []string) {
	for _, f := range findings {
		all = append(all, f.Rule)
	}
	return all
}

var _ = Describe("The findings of a trial", func() {
	joined := spec.Fault{ID: 1, Name: "cut", Rule: "fragment/concatenate", Message: "a"}

	It("charge the rule of the fault whose sentence speaks of what differs", func() {
		found := attribute.Findings(failing(transcriptOf("one two"), transcriptOf("one"), joined), spec.AllParts())
		Expect(rules(found)).To(Equal([]string{"fragment/concatenate"}))
		Expect(found[0].Position).To(Equal(3))
		Expect(found[0].Differences).NotTo(BeEmpty())
	})

	It("charge no fault that only builds the stream: its rule does not speak of what differs", func() {
		spoken := spec.Fault{ID: 1, Name: "usage", Rule: "account/usage-once", Message: "a"}
		Expect(rules(attribute.Findings(failing(transcriptOf("one two"), transcriptOf("one"), spoken), spec.AllParts()))).NotTo(ContainElement("account/usage-once"))
	})

	It("charge no rule that the candidate does not observe", func() {
		Expect(attribute.FaultRules(failing(transcriptOf(), transcriptOf(), joined), spec.PartsOf(spec.ObserveOutcome))).To(BeEmpty())
	})

	It("leave out a fault that another one needs", func() {
		needy := spec.Fault{ID: 2, Name: "other", Rule: "session/parallel", Needs: []int{1}}
		Expect(attribute.FaultRules(failing(transcriptOf(), transcriptOf(), joined, needy), spec.AllParts())).To(Equal([]string{"session/parallel"}))
	})

	It("charge nothing where the candidate did not answer", func() {
		for _, v := range []spec.Verdict{spec.Crash, spec.Timeout, spec.ProtocolError} {
			t := &ask.Trial{Case: &plan.Case{Faults: []spec.Fault{joined}}, Verdict: v}
			Expect(rules(attribute.Findings(t, spec.AllParts()))).To(Equal([]string{""}), v.String())
		}
	})

	DescribeTable("charge a refused record by what it says",
		func(want string, events ...spec.Event) {
			for i := range events {
				events[i].Record = 2
			}
			events = append(events, spec.Event{Kind: spec.Text, Record: 1}, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Record: 3})
			t := &ask.Trial{Case: &plan.Case{Faults: []spec.Fault{joined}, Stream: spec.Stream{Events: events}}, Verdict: spec.RejectedWrongly, Refused: 2}
			Expect(rules(attribute.Findings(t, spec.AllParts()))).To(Equal([]string{want}))
		},
		Entry("an unknown one", "wire/unknown-skipped", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown}),
		Entry("one that is partly unknown, and nothing else", "wire/unknown-skipped",
			spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown}),
		Entry("media", "noise/transparent", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia}),
		Entry("a note that ends a message as well, as chunks end", "noise/transparent",
			spec.Event{Kind: spec.ArgsEnd}, spec.Event{Kind: spec.MessageClose}, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}),
		Entry("an end alone, by the fault", "fragment/concatenate", spec.Event{Kind: spec.MessageClose}),
		Entry("text beside a note, by the fault", "fragment/concatenate", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown}, spec.Event{Kind: spec.Text}),
		Entry("a boundary, which closes a message, by the fault", "fragment/concatenate", spec.Event{Kind: spec.NoteEvent, Note: spec.NoteBoundary}),
		Entry("one of no event, by the fault", "fragment/concatenate"),
	)

	DescribeTable("charge a refusal in some forms of the wire alone by what these forms mean",
		func(forms, want []string, event spec.Event) {
			event.Record = 1
			stream := spec.Stream{Events: []spec.Event{event}, Features: spec.Features{FormRules: map[string][]string{
				"other-ids": {"identity/one-call-one-id", "identity/one-message-one-id"},
			}}}
			t := &ask.Trial{Case: &plan.Case{Faults: []spec.Fault{joined}, Stream: stream}, Verdict: spec.RejectedWrongly, Refused: 1, OnlyIn: forms}
			found := attribute.Findings(t, spec.AllParts())
			Expect(rules(found)).To(Equal(want))
			Expect(strings.Contains(found[0].Detail, "only in the wire's form")).To(Equal(len(forms) > 0))
		},
		Entry("the rule of calls, for a record of a call", []string{"other-ids"}, []string{"identity/one-call-one-id"}, spec.Event{Kind: spec.CallArgs}),
		Entry("the rule of messages, for one of a text", []string{"other-ids"}, []string{"identity/one-message-one-id"}, spec.Event{Kind: spec.Text}),
		Entry("also where the record says nothing by itself", []string{"other-ids"}, []string{"identity/one-message-one-id"}, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}),
		Entry("the fault's, for a form of which no rule speaks", []string{"plain"}, []string{"fragment/concatenate"}, spec.Event{Kind: spec.Text}),
		Entry("the fault's, where no form is needed", nil, []string{"fragment/concatenate"}, spec.Event{Kind: spec.Text}),
	)

	It("learn nothing of every stream from a refusal in some forms alone", func() {
		c := &plan.Case{Seed: 1, Stream: spec.Stream{Events: []spec.Event{{Kind: spec.Text, Record: 1}}}}
		t := &ask.Trial{Case: c, Verdict: spec.RejectedWrongly, Refused: 1}
		Expect((&attribute.Attribution{Trial: t}).Faults()).To(Equal([]string{ask.Refusal([]spec.Kind{spec.Text})}))
		t.OnlyIn = []string{"other-ids"}
		Expect((&attribute.Attribution{Trial: t}).Faults()).To(BeEmpty())
	})

	DescribeTable("charge no fault with a refusal of what the candidate refuses without any",
		func(want string, known ...spec.Kind) {
			stream := spec.Stream{Events: []spec.Event{{Kind: spec.ArgsEnd, Record: 1}, {Kind: spec.Text, Record: 1}}}
			t := &ask.Trial{Case: &plan.Case{Faults: []spec.Fault{joined}, Stream: stream, Performed: &perform.Case{}}, Verdict: spec.RejectedWrongly, Refused: 1}
			t.Known = ask.BaseRules{ask.Refusal(known): true}
			Expect(rules(attribute.Findings(t, spec.AllParts()))).To(Equal([]string{want}))
		},
		Entry("the same", "", spec.ArgsEnd, spec.Text),
		Entry("a part of it", "", spec.Text),
		Entry("more than that, which may be why", "fragment/concatenate", spec.Text, spec.CallOpen),
		Entry("another one", "fragment/concatenate", spec.CallOpen),
	)

	It("say that no rule is charged where a case ended otherwise when it was put again", func() {
		f := attribute.Doubted(attribute.Unnamed(failing(transcriptOf("one"), transcriptOf("two"), joined)), "once more", spec.Pass)
		Expect(f.Rule).To(BeEmpty())
		Expect(f.Detail).To(ContainSubstring("put to the candidate once more the case ends as pass, so no rule is charged"))
	})
})

var _ = Describe("The habit of answering before the records are handled", func() {
	// stream is a message of one part.
	stream := func(kind spec.PartKind) spec.Stream {
		snapshot := spec.Snapshot{Message: "a", Role: "assistant", Parts: []spec.SnapshotPart{{Kind: kind, Text: "so"}}}
		return spec.Stream{Features: spec.Features{Dialect: "neutral", WholeMessages: true}, Events: []spec.Event{{Kind: spec.MessageFull, Record: 1, Messages: []spec.Snapshot{snapshot}}}}
	}
	// silent is a trial in which each answer is that of the empty stream.
	silent := func(s spec.Stream) *ask.Trial {
		t := &ask.Trial{Case: &plan.Case{Name: "a", Stream: s}, Verdict: spec.Fail, Observed: []ask.Observed{{Position: 1}, {Position: -1}}}
		nothing := t.Readings(&spec.Stream{Features: s.Features})
		for i := range t.Observed {
			t.Observed[i].Got = &nothing[i]
		}
		return t
	}

	It("is named where a text is not shown", func() {
		Expect(attribute.Habit(silent(stream(spec.TextPart)), spec.AllParts())).To(HavePrefix("Each answer is of the empty stream"))
	})

	It("is not where a text is none of what the candidate reports", func() {
		only := spec.PartsOf(spec.ObserveSessions)
		Expect(attribute.Habit(silent(stream(spec.TextPart)), only)).NotTo(HavePrefix("Each answer is of the empty stream"))
	})

	It("is not where there are thoughts alone, which some programs do not show", func() {
		Expect(attribute.Habit(silent(stream(spec.ThoughtPart)), spec.AllParts())).NotTo(HavePrefix("Each answer is of the empty stream"))
	})
})
