package matrix_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// harmless is what the honest model reports of a valid stream that ends anywhere:
// what was not finished, and what it does not know.
var harmless = []spec.AnomalyKind{spec.NeverClosed, spec.MalformedArguments, spec.UnknownRecord}

var _ = Describe("The walk that figures are held against", func() {
	// A baseline that told what no producer may would find bugs that nobody has.
	It("tells only events that are valid in their place, in every shape of dialect", func() {
		for i, f := range matrix.Shapes() {
			w := walks(1)
			for number := range uint64(200) {
				c := w.Case(&f, i, number)
				for _, a := range model.Run(c.Stream, c.Policies).Anomalies {
					Expect(harmless).To(ContainElement(a.Kind), "%s, walk %d, record %d: %s", f.Dialect, number, a.At, a.Detail)
				}
			}
		}
	})

	It("tells streams of about the length of generated ones", func() {
		walked, generated := 0, 0
		for i, f := range matrix.Shapes() {
			w, g := walks(1), matrix.Generated(0)(1)
			for number := range uint64(100) {
				walked += len(w.Case(&f, i, number).Stream.Events)
				generated += len(g.Case(&f, i, number).Stream.Events)
			}
		}
		Expect(float64(walked) / float64(generated)).To(BeNumerically("~", 1, 0.5))
	})
})
