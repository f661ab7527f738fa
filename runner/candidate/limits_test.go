package candidate

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The time limit of an answer", func() {
	known := func(l *Limits, took time.Duration) *Limits {
		for range calibrating {
			l.observe(took)
		}
		return l
	}

	It("is the whole one until it is known how long answers take, then short the first time, because only the second counts", func() {
		l := NewLimits(0, 0)
		Expect(l.first()).To(Equal(DefaultFloor))
		known(l, time.Millisecond)
		Expect(l.first()).To(Equal(suspecting))
		Expect(l.answer()).To(Equal(DefaultFloor))
	})

	It("grows with the candidate's own answers", func() {
		l := known(NewLimits(0, 0), time.Second)
		Expect(l.first()).To(Equal(slack * time.Second))
		Expect(l.answer()).To(Equal(slack * time.Second))
	})

	It("is never longer than was asked for", func() {
		l := known(NewLimits(0, 10*time.Millisecond), 0)
		Expect(l.first()).To(Equal(10 * time.Millisecond))
	})
})
