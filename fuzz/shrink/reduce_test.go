package shrink_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/mutant"
)

var _ = Describe("Reduce", func() {
	It("keeps the signature and makes every dialect's failing streams small", func() {
		// A reducer that only fits one dialect would leave others as they are.
		for _, f := range everyDialect() {
			for _, m := range mutant.All()[:20] {
				judge := against(m)
				s, hold, ok := failing(f, judge, 0)
				if !ok {
					continue
				}
				got := shrink.Reduce(&s, hold, shrink.Options{Judge: judge})
				Expect(judge(&got.Subject)).To(ContainElement(hold), "%s of %s", m.Name, f.Dialect)
				Expect(len(got.Stream.Events)).To(BeNumerically("<=", 12), "%s of %s", m.Name, f.Dialect)
				Expect(got.Stopped).To(BeFalse())
			}
		}
	})
})
