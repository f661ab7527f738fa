package bulk_test

import (
	"bytes"
	"io"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// shaped is what a shape says at a size.
func shaped(name string, n int) spec.Stream {
	GinkgoHelper()
	shape, err := bulk.ShapeNamed(name)
	Expect(err).NotTo(HaveOccurred())
	var text bytes.Buffer
	Expect(shape.Write(&text, n)).To(Succeed())
	stream, problems, err := wire.DecodeAll(neutral.New(), "", &text, wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty())
	return stream
}

var _ = Describe("A shape", func() {
	DescribeTable("is large in one way",
		func(name string, n int, large func(s spec.Stream) int) {
			Expect(large(shaped(name, n))).To(Equal(n))
		},
		Entry("one line", "giant-line", 300_000, func(s spec.Stream) int { return len(s.Events[2].Text) }),
		Entry("pieces of one text", "deltas", 500, func(s spec.Stream) int { return len(s.Events) - 4 }),
		Entry("sessions that close", "sessions", 200, func(s spec.Stream) int { return len(means(s).Sessions) - 1 }),
		Entry("sessions that stay open", "open-sessions", 200, func(s spec.Stream) int { return len(means(s).Sessions) - 1 }),
		Entry("sessions in sessions", "chain", 200, func(s spec.Stream) int { return len(means(s).Sessions) - 1 }),
		Entry("sessions whose parents go round", "cycle", 200, func(s spec.Stream) int { return len(means(s).Sessions) }),
		Entry("calls", "calls", 200, func(s spec.Stream) int { return len(means(s).Sessions[0].Messages[0].Calls) }),
	)

	It("is known by name, and others are not", func() {
		_, err := bulk.ShapeNamed("round")
		Expect(err).To(MatchError(ContainSubstring("giant-line, deltas, sessions")))
	})

	It("ends where its writer fails", func() {
		for _, shape := range bulk.Shapes() {
			Expect(shape.Write(full{}, 1_000_000)).To(MatchError(errFull), shape.Name)
			Expect(shape.Write(io.Discard, 10)).To(Succeed())
			Expect(shape.About).NotTo(BeEmpty())
		}
	})
})
