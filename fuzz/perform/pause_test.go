package perform_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/acp"
)

// In this case a sub-agent's result comes for a call of the turn before, while somebody
// is asked in this one: one oracle let that answer the question.
var _ = Describe("A turn that waits", func() {
	It("waits on behind a late result of an earlier turn, say both oracles", func() {
		f := acp.New().Features(acp.V1)
		c := perform.Generate(f, perform.Degraded, 1458519761136973520)
		all := map[int]bool{}
		for record := range c.Records() {
			all[record] = true
		}
		var t tally
		Expect(t.disagreement(c, spec.Policies{}, all)).To(BeEmpty(), c.String())
		Expect(t.asked-t.open).To(BeNumerically(">", c.Records()/2), "they are asked")
	})
})
