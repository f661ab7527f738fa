package matrix_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("The case on which a deviation shows", func() {
	named := func(name string) deviation.Deviation {
		GinkgoHelper()
		d, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue(), name)
		return d
	}

	It("is a written one about its rule, with the first position and what differs there", func() {
		s, err := matrix.Shows(named("orphan-dropped"))
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Case).To(HavePrefix("missing/orphan-result."))
		Expect(s.Position).To(BeNumerically(">", 0))
		Expect(s.Differences).To(ContainElement(HaveField("Path", ContainSubstring("orphans[0]"))))
	})

	It("is there for views, and for habits that change an answer", func() {
		s, err := matrix.Shows(named("speakers-unshown"))
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Case).To(HavePrefix("identity/speaker."))
		s, err = matrix.Shows(named("end-ignored"))
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Position).To(Equal(spec.AtEnd))
	})

	It("is none for a program that is no change of the reference", func() {
		s, err := matrix.Shows(named("lost-siblings"))
		Expect(err).NotTo(HaveOccurred())
		Expect(s).To(BeNil())
	})

	It("is there for every deviation that can be fitted", func() {
		var none []string
		for _, d := range deviation.All() {
			s, err := matrix.Shows(d)
			Expect(err).NotTo(HaveOccurred())
			if d.Fits() && s == nil {
				none = append(none, d.Name)
			}
		}
		Expect(none).To(BeEmpty(), "write a case in fixtures/streams on which it shows")
	})
})
