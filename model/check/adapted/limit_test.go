package adapted_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/spec"
)

// Chunks of Chat Completions cannot say which arguments a limit cut: the end of a
// message would end them. A message at a limit inside of them therefore has no end.
var _ = Describe("A stream that ends at a limit", func() {
	wire := func(dialect string, outlast, apart bool) spec.Features {
		return spec.Features{
			Dialect: dialect, Apart: apart, Owner: spec.Named, Turns: spec.TurnsMarked, Terminal: true, MessageEnd: true,
			ArgsText: true, ArgsDeltas: true, Errors: true, CallsOutlast: outlast, Children: spec.ChildrenNone, NamelessRoot: true,
		}
	}
	responses, chat := wire("one:responses", true, false), wire("one:chat", false, true)
	meaning := func(status spec.Status, outcome spec.Outcome, reason string, complete bool) *spec.Transcript {
		turn := spec.Turn{Status: status}
		if reason != "" {
			turn.StopReason = &reason
		}
		call := 0
		return &spec.Transcript{Outcome: outcome, Sessions: []spec.Session{{Turns: []spec.Turn{turn}, Messages: []spec.Message{{
			Role: "assistant", Complete: complete, Parts: []spec.Part{{Kind: spec.CallPart, Call: &call}},
			Calls: []spec.Call{{ID: "c1", Name: "read", Args: `{"path":`, Status: spec.Abandoned}},
		}}}}}
	}
	compare := func(want, got *spec.Transcript) (differences, breaches []spec.Difference) {
		s := adapted.Between(responses, chat, spec.Adapting{})
		w, g, o := s.Compare(&adapted.Reading{Stream: spec.Stream{Features: responses}, Means: want}, &adapted.Reading{Stream: spec.Stream{Features: chat}, Means: got})
		return spec.Compare{Observes: s.Observes()}.Transcripts(w, g), o.Breaches
	}
	limited := meaning(spec.Incomplete, spec.OutcomeIncomplete, "max_output_tokens", true)

	It("is the same where the output says so in its own words, and its message has no end", func() {
		differences, breaches := compare(limited, meaning(spec.Incomplete, spec.OutcomeIncomplete, "length", false))
		Expect(differences).To(BeEmpty())
		Expect(breaches).To(BeEmpty())
	})

	// Once any unanswered call excused a message from its end.
	It("excuses no message of another stream from its end", func() {
		whole := meaning(spec.Completed, spec.OutcomeCompleted, "", true)
		differences, _ := compare(whole, meaning(spec.Completed, spec.OutcomeCompleted, "", false))
		Expect(differences).NotTo(BeEmpty())
	})

	It("is no stream that simply breaks off", func() {
		_, breaches := compare(limited, meaning(spec.Incomplete, spec.OutcomeIncomplete, "", false))
		Expect(breaches).NotTo(BeEmpty())
	})

	It("is nothing that an output may make of one that broke off", func() {
		_, breaches := compare(meaning(spec.Incomplete, spec.OutcomeIncomplete, "", false), meaning(spec.Incomplete, spec.OutcomeIncomplete, "length", false))
		Expect(breaches).NotTo(BeEmpty())
	})

	It("is none that completed", func() {
		differences, _ := compare(limited, meaning(spec.Completed, spec.OutcomeCompleted, "stop", true))
		Expect(differences).NotTo(BeEmpty())
	})

	It("is compared as between two dialects, where two variants are protocols of their own", func() {
		Expect(adapted.Between(responses, chat, spec.Adapting{}).Same).To(BeFalse())
		Expect(adapted.Between(responses, wire("one:other", true, false), spec.Adapting{}).Same).To(BeTrue())
	})
})
