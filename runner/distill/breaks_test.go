package distill_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/distilltest"
	"github.com/quock-dev/quock/spec"
)

// broken are the rules for producers that a distillate breaks.
func broken(d *distill.Distillate) []string {
	t := model.Run(d.Stream, spec.Policies{})
	return distill.Broken(&d.Stream.Features, &t)
}

var _ = Describe("Looking for the part of a recording that breaks a rule itself", func() {
	It("ends with the fewest events that still show the anomaly", func() {
		all := distilltest.Turns(600, nil)
		all = append(all, `{"kind":"turn.start","session":"s","turn":"x"}`,
			`{"kind":"call.done","session":"s","call":"nobody","result":"3"}`, `{"kind":"turn.end","session":"s","turn":"x"}`)
		d, err := distill.Breaks(distilltest.Lines(append(all, distilltest.Turns(600, nil)...)...), "orphan-result", distill.Options{Jobs: 2})
		Expect(err).NotTo(HaveOccurred())
		Expect(d.Stream.Events).To(HaveLen(2), "the turn that it stands in, and itself")
		Expect(d.Rule).To(Equal("orphan-result"))
		Expect(broken(d)).To(ContainElements("orphan-result", "produce/start-before-result"))
		Expect(d.First).To(And(BeNumerically("<=", 3_002), BeNumerically(">", 1)))
		Expect(d.Last).To(BeNumerically(">=", 3_002))
		Expect(d.Holds(d.Stream, nil)).To(BeTrue())
		d.Stream.Events[1].Kind = spec.CallProgress
		Expect(d.Holds(d.Stream, nil)).To(BeFalse())
	})

	It("finds what is planted in a large stream, whether an anomaly or what a producer owes", func() {
		for _, injected := range []struct{ fault, shows string }{
			{"repeat/result-twice", "result-twice"}, {"never-answered", "produce/closed"}, {"repeat/replay", "replayed"},
		} {
			from := distilltest.Faulty("neutral", nightly.Count(800, 6_000), injected.fault)
			d, err := distill.Breaks(from, injected.shows, distill.Options{Jobs: 2})
			Expect(err).NotTo(HaveOccurred(), injected.fault)
			Expect(broken(d)).To(ContainElement(injected.shows))
			Expect(len(d.Stream.Events)).To(BeNumerically("<=", 8), injected.fault)
		}
	})

	It("does not take for broken what a long turn shows only where it is cut", func() {
		all := append(distilltest.Turn(9_000), `{"kind":"turn.end","session":"s","turn":"1"}`)
		all = append(all, `{"kind":"call.done","session":"s","call":"nobody","result":"3"}`)
		from := distilltest.Lines(all...)
		_, err := distill.Breaks(from, "late-fragment", distill.Options{})
		Expect(err).To(And(MatchError(distill.ErrUnbroken), MatchError(ContainSubstring("it shows"))))
		Expect(err).To(MatchError(ContainSubstring("orphan-result")))
	})

	It("does not miss the call of a sub-session that goes on where the call stands in another part", func() {
		all := []string{`{"kind":"turn.start","session":"s","turn":"1"}`, `{"kind":"message.open","session":"s","message":"a","role":"assistant"}`,
			`{"kind":"call.open","session":"s","message":"a","call":"k","name":"task","slot":"0","args":"{}"}`, `{"kind":"args.end","session":"s","message":"a","call":"k"}`,
			`{"kind":"message.close","session":"s","message":"a"}`, `{"kind":"session.open","session":"c","parent":"s","parent_call":"k"}`,
			`{"kind":"session.close","session":"c"}`, `{"kind":"call.done","session":"s","call":"k","result":"1"}`, `{"kind":"turn.end","session":"s","turn":"1"}`}
		all = append(all, distilltest.Turns(400, nil)...)
		all = append(all, `{"kind":"session.open","session":"c"}`, `{"kind":"session.close","session":"c"}`)
		_, err := distill.Breaks(distilltest.Lines(all...), "produce/known-agent", distill.Options{})
		Expect(err).To(MatchError(ContainSubstring("nor any other")))
	})

	It("finds what stands in the middle of a turn that is too long for one piece", func() {
		all := distilltest.Turn(12_000)
		all[7_000] = `{"kind":"call.done","session":"s","call":"nobody","result":"3"}`
		d, err := distill.Breaks(distilltest.Lines(all...), "orphan-result", distill.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(d.Stream.Events).To(HaveLen(2))
		Expect(d.Last - d.First).To(BeNumerically("<", 5_000))
	})

	It("refuses what no stream can break", func() {
		_, err := distill.Breaks(distilltest.Lines(distilltest.Turn(1)...), "attach/backward", distill.Options{})
		Expect(err).To(MatchError(ContainSubstring("there are produce/")))
	})

	It("says of a stream in which all is well that nothing is broken", func() {
		_, err := distill.Breaks(distilltest.Lines(distilltest.Turns(3, nil)...), "orphan-result", distill.Options{})
		Expect(err).To(MatchError(ContainSubstring("nor any other")))
	})
})
