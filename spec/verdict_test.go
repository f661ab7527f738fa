package spec_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

var _ = Describe("A verdict", func() {
	It("is a harness error until somebody judged, so that what is forgotten never passes", func() {
		var v spec.Verdict
		Expect(v.Passed()).To(BeFalse())
		Expect(v.OrHarnessError()).To(Equal(spec.HarnessError))
		Expect(spec.Verdict(200).OrHarnessError()).To(Equal(spec.HarnessError))
	})

	It("passes if it is pass, and only then", func() {
		for _, v := range spec.Verdicts() {
			Expect(v.Passed()).To(Equal(v == spec.Pass), v.String())
			Expect(v.OrHarnessError()).To(Equal(v), v.String())
		}
	})

	It("blames the candidate for what the candidate did, and for nothing else", func() {
		var blaming []spec.Verdict
		for _, v := range spec.Verdicts() {
			if v.Blames() {
				blaming = append(blaming, v)
			}
		}
		Expect(blaming).To(HaveExactElements(spec.Fail, spec.RejectedWrongly, spec.Crash, spec.Timeout, spec.ProtocolError))
	})

	It("comes back from its one word, the forgotten one too, so that a log shows it", func() {
		for _, v := range append(spec.Verdicts(), 0) {
			text, err := json.Marshal(v)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(text)).NotTo(ContainSubstring(" "), "a list of known failures is split at spaces")
			var back spec.Verdict = spec.NotRun
			Expect(json.Unmarshal(text, &back)).To(Succeed())
			Expect(back).To(Equal(v))
		}
	})

	It("refuses a word or number that is no verdict", func() {
		var v spec.Verdict
		Expect(v.UnmarshalText([]byte("passed"))).To(MatchError(ContainSubstring(`"passed"`)))
		_, err := spec.Verdict(99).MarshalText()
		Expect(err).To(HaveOccurred())
		Expect(spec.Verdict(99).String()).To(Equal("verdict(99)"))
	})
})

var _ = Describe("The parts that a candidate observes", func() {
	It("are read from their names and come back in one order", func() {
		parts, err := spec.ParseParts([]string{"calls", "outcome", "calls"})
		Expect(err).NotTo(HaveOccurred())
		Expect(parts.Names()).To(HaveExactElements("outcome", "calls"))
		Expect(parts.Has(spec.ObserveCalls)).To(BeTrue())
		Expect(parts.Has(spec.ObserveTurns)).To(BeFalse())
		Expect(spec.AllParts().HasAll(parts)).To(BeTrue())
		Expect(parts.HasAll(spec.AllParts())).To(BeFalse())
	})

	It("are all of the contract's", func() {
		Expect(spec.AllParts().Names()).To(HaveExactElements("outcome", "sessions", "turns", "messages",
			"calls", "active", "agents", "quota", "anomalies", "history"))
	})

	It("name an unknown one in the error, with those there are", func() {
		_, err := spec.ParseParts([]string{"call"})
		Expect(err).To(MatchError(And(ContainSubstring(`"call"`), ContainSubstring("calls"))))
	})

	It("are a list of names in JSON", func() {
		text, err := json.Marshal(spec.PartsOf(spec.ObserveActive, spec.ObserveTurns))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal(`["turns","active"]`))
		var back spec.Parts
		Expect(json.Unmarshal(text, &back)).To(Succeed())
		Expect(back).To(Equal(spec.PartsOf(spec.ObserveActive, spec.ObserveTurns)))
		Expect(json.Unmarshal([]byte(`["x"]`), &back)).NotTo(Succeed())
		Expect(json.Unmarshal([]byte(`1`), &back)).NotTo(Succeed())
	})

	It("are one each, or no name", func() {
		_, err := spec.Observable(3).MarshalText()
		Expect(err).To(HaveOccurred())
		Expect(spec.Observable(3).String()).To(Equal("part(3)"))
		Expect(spec.Observable(0).MarshalText()).Error().To(HaveOccurred())
	})
})
