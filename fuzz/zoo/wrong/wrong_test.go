package wrong_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/zoo/wrong"
	"github.com/quock-dev/quock/spec"
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
	// The ledger names them, and reports print what they do.
	It("have names of their own, rules that there are, and a sentence each", func() {
		seen := map[string]bool{}
		look := func(name, rule, about string) {
			Expect(seen[name]).To(BeFalse(), name)
			seen[name] = true
			_, ok := spec.RuleByID(rule)
			Expect(ok).To(BeTrue(), "%s: %s", name, rule)
			Expect(about).To(MatchRegexp(`^[A-Z].*\.$`), name)
		}
		for _, f := range wrong.Framers() {
			look("framer "+f.Name, f.Rule, f.About)
		}
		for _, w := range wrong.Writers() {
			look("writer "+w.Name, w.Rule, w.About)
		}
		for _, a := range wrong.Adapters() {
			look("adapter "+a.Name, a.Rule, a.About)
		}
		for _, s := range wrong.Stores() {
			look("store "+s.Name, s.Rule, s.About)
		}
	})

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
