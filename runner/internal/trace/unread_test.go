package trace_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A stream of which", func() {
	const unknown = `{"kind":"weather"}` + "\n"

	It("a tenth is of unknown kind has a verdict, and says how much is understood", func() {
		r, err := read(opens + strings.Repeat(says, 6) + closes + unknown + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Understood).To(Equal(9))
		Expect(r.Verdict()).To(And(HaveField("Passed", true), HaveField("None", false)))
		Expect(printed(r)).To(MatchRegexp(`(?m)^dialect: .*, understood 9 of 10 records$`))
	})

	It("more than a tenth is of unknown kind has none, since nobody knows what that says", func() {
		r, err := read(opens + strings.Repeat(says, 5) + closes + unknown + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Verdict()).To(And(HaveField("Passed", false), HaveField("None", true)))
		Expect(printed(r)).To(MatchRegexp(`(?m)^verdict: none: not understood, 1 of 9 records are of a kind that neutral does not have$`))
	})

	It("many records cannot be read fails: what they are is known", func() {
		r, err := read(opens + says + "}\n}\n}\n" + closes + ends)
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Verdict()).To(And(HaveField("Passed", false), HaveField("None", false)))
	})
})
