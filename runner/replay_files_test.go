package runner_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("Replay files", func() {
	finding := func(rule string, position int) []spec.Finding {
		return []spec.Finding{{Rule: rule, Verdict: spec.Fail, Position: position}}
	}

	It("are few a rule, but the case that tells it best always has one", func() {
		s := runner.ReplayFiles{}
		for _, position := range []int{9, 8} {
			Expect(s.Wants(finding("a/b", position), 2)).To(BeTrue())
			s.Put(finding("a/b", position))
		}
		Expect(s.Wants(finding("a/b", 8), 2)).To(BeFalse(), "it tells no more than what is kept")
		Expect(s.Wants(finding("a/b", 3), 2)).To(BeTrue(), "it tells more")
		Expect(s.Wants(finding("a/c", 9), 2)).To(BeTrue(), "another rule has its own")
	})

	It("are all kept without a limit", func() {
		s := runner.ReplayFiles{}
		s.Put(finding("a/b", 1))
		Expect(s.Wants(finding("a/b", 1), 0)).To(BeTrue())
	})
})
