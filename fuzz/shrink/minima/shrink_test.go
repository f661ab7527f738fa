package minima_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/shrink"
	. "github.com/quock-dev/quock/fuzz/shrink/minima"
)

// A reduction is one of a minimum that was grown.
type reduction struct {
	*Minimum
	shrink.Result
}

// reduced grows a minimum and reduces it again; false where it does not grow.
func reduced(m *Minimum, n int, seed uint64) (reduction, bool) {
	s, ok := Bloat(m, n, seed)
	if !ok {
		return reduction{}, false
	}
	return reduction{m, shrink.Reduce(&s, m.Signature, shrink.Options{Judge: Judge(m.Mutant)})}, true
}

// ratio is how many times the optimum the result is.
func (r *reduction) ratio() float64 {
	return float64(len(r.Result.Stream.Events)) / float64(len(r.Minimum.Stream.Events))
}

var _ = Describe("The reducer", func() {
	// Of each size every so-many-th minimum, so that the test stays short; the
	// benchmark takes more.
	DescribeTable("brings what was grown from a minimum back to about that", func(n, step int) {
		all, err := kept()
		Expect(err).NotTo(HaveOccurred())
		cases, optimal := 0, 0
		for i := 0; i < len(all); i += step {
			r, ok := reduced(&all[i], n, uint64(i))
			if !ok {
				continue
			}
			cases++
			if r.ratio() <= 1 {
				optimal++
			}
			what := r.Mutant.Path() + " in " + r.Scope
			Expect(r.ratio()).To(BeNumerically(">=", 1), "%s: what is shorter than the optimum disproves its certificate", what)
			Expect(Judge(r.Mutant)(&r.Result.Subject)).To(ContainElement(r.Minimum.Signature), what)
			Expect(len(r.Result.Stream.Events)).To(BeNumerically("<=", 2*len(r.Minimum.Stream.Events)+4), what)
		}
		GinkgoWriter.Printf("%d events: %d of %d optimal\n", n, optimal, cases)
	},
		Entry("from fifty events", 50, 3),
		Entry("from a thousand events", 1000, 40),
	)

	It("waits for two judges at most four times for seven runs of one, and gives the same", func() {
		// How often they wait does not depend on the machine. Each second judge that is asked
		// about what the first is asked about, or about nothing, is a wait more.
		all, err := kept()
		Expect(err).NotTo(HaveOccurred())
		var runs, waits int
		for i := 0; i < len(all); i += 16 {
			s, ok := Bloat(&all[i], 200, 1)
			if !ok {
				continue
			}
			judge := Judge(all[i].Mutant)
			one := shrink.Reduce(&s, all[i].Signature, shrink.Options{Judge: counting(&runs, judge)})
			two := shrink.Reduce(&s, all[i].Signature, waiting(&waits, judge))
			Expect(two.Stream.Events).To(Equal(one.Stream.Events))
		}
		Expect(float64(runs) / float64(waits)).To(BeNumerically(">", 1.75))
	})
})
