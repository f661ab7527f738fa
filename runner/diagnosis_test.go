package runner_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// deviating is a run's diagnosis of the reference with deviations, over generated
// cases of the neutral dialect.
func deviating(cases int, names ...string) *report.Diagnosis {
	GinkgoHelper()
	program := honest("neutral")
	for _, name := range names {
		d, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue(), name)
		program.deviations = append(program.deviations, d)
	}
	return newTrialRun(cases).of(program).Footer.Diagnosis
}

var _ = Describe("The diagnosis of a run", func() {
	It("names the deviation of a program, explains each failing case, and predicts others", func() {
		d := deviating(80, "keeps-last-piece")
		Expect(d.Deviations).To(HaveLen(1))
		Expect(d.Deviations[0]).To(SatisfyAll(HaveField("Name", "keeps-last-piece"), HaveField("Cases", d.Failing), HaveField("Partly", false)))
		Expect(d.Explained).To(Equal(d.Failing))
		Expect(d.Predicted).To(SatisfyAll(BeNumerically(">", 0), Equal(d.KeptOut)))
	})

	It("names both deviations of a program that has two", func() {
		d := deviating(80, "keeps-last-piece", "only-executing")
		Expect(d.Deviations).To(ConsistOf(HaveField("Name", "keeps-last-piece"), HaveField("Name", "only-executing")))
	})

	It("says nothing of a program that reads one stream differently each time", func() {
		d, ok := deviation.ByName("keeps-last-piece")
		Expect(ok).To(BeTrue())
		wrong, right, runs := honest("neutral"), honest("neutral"), 0
		wrong.deviations = []deviation.Deviation{d}
		flaky := honest("neutral")
		flaky.before = func(req *probe.RunRequest) (*probe.RunReply, error) {
			if runs++; runs%2 == 1 {
				return wrong.Run(req)
			}
			return right.Run(req)
		}
		r := newTrialRun(40)
		r.options.Jobs = 1
		log := r.of(flaky)
		Expect(log.Footer.Verdicts).To(HaveKey(spec.Fail))
		for _, c := range log.Cases {
			for _, f := range c.Findings {
				Expect(f.Rule).To(BeEmpty(), c.Name)
			}
		}
		Expect(log.Footer.Diagnosis).To(BeNil())
	})

	It("is absent if nothing fails", func() {
		r := newTrialRun(20)
		Expect(r.of(reducer.HonestCandidate()).Footer.Diagnosis).To(BeNil())
	})
})
