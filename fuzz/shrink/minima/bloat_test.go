package minima_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/quock-dev/quock/fuzz/shrink/minima"
	"github.com/quock-dev/quock/spec"
)

// holds reports whether the events stand in the stream in their order, but for
// their records.
func holds(stream, events []spec.Event) bool {
	for i := range stream {
		if len(events) == 0 {
			return true
		}
		e := stream[i]
		e.Record = events[0].Record
		if reflect.DeepEqual(e, events[0]) {
			events = events[1:]
		}
	}
	return len(events) == 0
}

var _ = Describe("Growing a minimum", func() {
	It("gives a stream of the size that is asked for, which fails in the same way and has the minimum in it", func() {
		all, err := kept()
		Expect(err).NotTo(HaveOccurred())
		failed := 0
		for i := range all {
			m := &all[i]
			for _, n := range []int{50, 400} {
				s, ok := Bloat(m, n, uint64(i))
				if !ok {
					failed++
					GinkgoWriter.Printf("%s in %s does not grow to %d\n", m.Mutant.Path(), m.Scope, n)
					continue
				}
				Expect(len(s.Stream.Events)).To(BeNumerically("~", n, 15+n/5), "%s in %s", m.Mutant.Path(), m.Scope)
				Expect(Judge(m.Mutant)(&s)).To(ContainElement(m.Signature))
				Expect(holds(s.Stream.Events, m.Stream.Events)).To(BeTrue(), "%s in %s", m.Mutant.Path(), m.Scope)
			}
		}
		Expect(failed).To(BeNumerically("<", len(all)/50), "or the reducer is tested on too few")
	})

	It("gives the same stream for the same seed, so that a miss can be looked at again", func() {
		all, err := kept()
		Expect(err).NotTo(HaveOccurred())
		first, _ := Bloat(&all[7], 200, 3)
		again, _ := Bloat(&all[7], 200, 3)
		other, _ := Bloat(&all[7], 200, 4)
		Expect(again).To(Equal(first))
		Expect(other).NotTo(Equal(first))
	})
})
