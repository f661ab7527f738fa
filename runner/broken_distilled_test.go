package runner_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// carriedFailures are the cases of the fixtures that the program carries because
// a candidate failed on them, by the rule that it broke.
func carriedFailures() map[string][]*plan.Case {
	GinkgoHelper()
	all, err := fixtures.DistilledAll()
	Expect(err).NotTo(HaveOccurred())
	by := map[string][]*plan.Case{}
	for i := range all {
		if all[i].Failed == "" {
			continue
		}
		text, err := all[i].Format()
		Expect(err).NotTo(HaveOccurred())
		c, _, err := plan.ReadFixture(all[i].Name, text)
		Expect(err).NotTo(HaveOccurred())
		by[all[i].Failed] = append(by[all[i].Failed], c)
	}
	return by
}

var _ = Describe("The fixtures that the program carries", func() {
	// The readers of one wire fail on written cases, which fixtures/candidates/broken holds.
	for _, row := range broken {
		It("have one on which a candidate fails that is broken by "+row.bug+", and is charged with what the fixture says", func() {
			// A regression fixture is of use only if what it was made of fails on it, for
			// the reason that stands on it, and nobody else does.
			b, err := bug.ByName(row.bug)
			Expect(err).NotTo(HaveOccurred())
			var attributed []string
			for rule, cases := range carriedFailures() {
				for _, c := range cases {
					if hello := b.Candidate().Hello(); !hello.Reads(c.Dialect) {
						continue
					}
					if t := tried(b.Candidate(), c); slices.Equal(t.Blamed, []string{rule}) {
						Expect(t.Verdict).To(Equal(spec.Fail), c.Name)
						Expect(tried(reducer.HonestCandidate(), c)).To(HaveField("Verdict", spec.Pass), c.Name)
						attributed = append(attributed, c.Name)
					}
				}
			}
			Expect(attributed).NotTo(BeEmpty())
		})
	}
})
