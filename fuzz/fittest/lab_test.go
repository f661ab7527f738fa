package fittest_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fittest"
)

func TestFitTest(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "fittest")
}

var _ = Describe("A lab", func() {
	It("keeps each stream as it was made, whatever is made after it", func() {
		few, many := fittest.New(100, 1).Answers(), fittest.New(400, 1).Answers()
		for i := range few {
			Expect(many[i].Stream).To(Equal(few[i].Stream), "case %d", i)
			Expect(many[i].At).To(HaveLen(len(many[i].Got)))
		}
	})
})
