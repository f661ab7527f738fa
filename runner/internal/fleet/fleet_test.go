package fleet_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A fleet", func() {
	It("comes to the state of one process, with one worker and with five", func() {
		for _, n := range []int{1, 5} {
			w := newWorld(4, 12)
			w.run(n, member{lead: true})
			head, s := w.head()
			Expect(head.Ended).To(BeTrue())
			Expect(s).To(Equal(w.alone(nil)))
			Expect(head.Tally.Units).To(Equal(4 * 12))
		}
	})
})
