package wrong_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/zoo/wrong"
)

func TestWrong(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "wrong")
}

var _ = Describe("Each framer", func() {
	// A framer that is wrong on the plain text, too, would prove nothing of the
	// form that it is about.
	for _, f := range wrong.Framers() {
		It("reads a plain text right and some form of it wrong: "+f.Name, func() {
			Expect(f.Fails()).To(Succeed())
		})
	}
})

var _ = Describe("Each writer", func() {
	// One that the codec's own reading back does not catch, or that is wrong on
	// any event, would prove nothing.
	for _, w := range wrong.Writers() {
		It("loses in silence some of what its rule shows, and nothing of plain events: "+w.Name, func() {
			Expect(w.Fails()).To(Succeed())
		})
	}
})

var _ = Describe("The wrong implementations", func() {
	It("are found by their names, and others are not", func() {
		_, err := wrong.FramerByName("no-such")
		Expect(err).To(MatchError(ContainSubstring("no-such")))
		_, err = wrong.AdapterByName("no-such")
		Expect(err).To(MatchError(ContainSubstring("no-such")))
		_, err = wrong.WriterByName("no-such")
		Expect(err).To(MatchError(ContainSubstring("no-such")))
		_, ok := wrong.StoreByName("no-such")
		Expect(ok).To(BeFalse())
	})
})
