package runner_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The honest store", func() {
	DescribeTable("passes every rule that its cases bear, written and generated",
		func(form string) {
			log := withCorpus(200).of(keep.Honest(form, "neutral", "agentc"))
			Expect(charged(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
			for _, r := range report.Rules(log.Cases) {
				Expect(r.Verdict.Passed()).To(BeTrue(), "%s: %v", r.Rule, r.Counts)
			}
			Expect(verdicts(log)).NotTo(HaveKey(spec.HarnessError))
		},
		Entry("with a history in Anthropic's form", "anthropic"),
		Entry("with a history in OpenAI's form", "openai"),
	)
})
