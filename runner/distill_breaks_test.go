package runner_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/spec"
)

// chatter is a turn of so many messages.
func chatter(n int) []string {
	all := []string{`{"kind":"turn.start","session":"s","turn":"1"}`}
	for i := range n {
		all = append(all, fmt.Sprintf(`{"kind":"text","session":"s","message":"m%d","text":"word %d"}`, i, i))
	}
	return all
}

// talks are so many turns of one message each, some of which say something else.
func talks(n int, words map[int]string) []string {
	var all []string
	for i := range n {
		text := words[i]
		if text == "" {
			text = fmt.Sprint("turn ", i)
		}
		all = append(all,
			fmt.Sprintf(`{"kind":"turn.start","session":"s","turn":"t%d"}`, i),
			fmt.Sprintf(`{"kind":"message.open","session":"s","message":"m%d","role":"assistant"}`, i),
			fmt.Sprintf(`{"kind":"text","session":"s","message":"m%d","text":"%s"}`, i, text),
			fmt.Sprintf(`{"kind":"message.close","session":"s","message":"m%d"}`, i),
			fmt.Sprintf(`{"kind":"turn.end","session":"s","turn":"t%d"}`, i),
		)
	}
	return all
}

var _ = Describe("Looking for the part of a recording that breaks a rule itself", func() {
	It("ends with the fewest events that still show the anomaly", func() {
		all := talks(600, nil)
		all = append(all, `{"kind":"turn.start","session":"s","turn":"x"}`,
			`{"kind":"call.done","session":"s","call":"nobody","result":"3"}`, `{"kind":"turn.end","session":"s","turn":"x"}`)
		d, err := runner.Breaks(recordingOf("neutral", inLines(append(all, talks(600, nil)...)...)), "orphan-result", runner.BreaksOptions{Jobs: 2})
		Expect(err).NotTo(HaveOccurred())
		Expect(d.Stream.Events).To(HaveLen(2), "the turn that it stands in, and itself")
		Expect(d.Rule).To(Equal("orphan-result"))
		Expect(d.Breaks).To(ContainElements("orphan-result", "produce/start-before-result"))
		Expect(d.Rules).To(ContainElement("missing/orphan-result"))
		Expect(d.First).To(And(BeNumerically("<=", 3_002), BeNumerically(">", 1)))
		Expect(d.Last).To(BeNumerically(">=", 3_002))
		Expect(d.Holds(d.Stream, nil)).To(BeTrue())
		d.Stream.Events[1].Kind = spec.CallProgress
		Expect(d.Holds(d.Stream, nil)).To(BeFalse())
	})

	It("finds what is planted in a large stream, whether an anomaly or what a producer owes", func() {
		for _, planted := range []struct{ fault, shows string }{
			{"repeat/result-twice", "result-twice"}, {"never-answered", "produce/closed"}, {"repeat/replay", "replayed"},
		} {
			from := recordingOf("neutral", bulky("neutral", nightly.Count(800, 6_000), planted.fault))
			d, err := runner.Breaks(from, planted.shows, runner.BreaksOptions{Jobs: 2})
			Expect(err).NotTo(HaveOccurred(), planted.fault)
			Expect(d.Breaks).To(ContainElement(planted.shows))
			Expect(len(d.Stream.Events)).To(BeNumerically("<=", 8), planted.fault)
		}
	})

	It("does not take for broken what a long turn shows only where it is cut", func() {
		all := append(chatter(9_000), `{"kind":"turn.end","session":"s","turn":"1"}`)
		all = append(all, `{"kind":"call.done","session":"s","call":"nobody","result":"3"}`)
		from := recordingOf("neutral", inLines(all...))
		_, err := runner.Breaks(from, "late-fragment", runner.BreaksOptions{})
		Expect(err).To(And(MatchError(runner.ErrUnbroken), MatchError(ContainSubstring("it shows"))))
		Expect(err).To(MatchError(ContainSubstring("orphan-result")))
	})

	It("does not miss the call of a sub-session that goes on where the call stands in another part", func() {
		all := []string{`{"kind":"turn.start","session":"s","turn":"1"}`, `{"kind":"message.open","session":"s","message":"a","role":"assistant"}`,
			`{"kind":"call.open","session":"s","message":"a","call":"k","name":"task","slot":"0","args":"{}"}`, `{"kind":"args.end","session":"s","message":"a","call":"k"}`,
			`{"kind":"message.close","session":"s","message":"a"}`, `{"kind":"session.open","session":"c","parent":"s","parent_call":"k"}`,
			`{"kind":"session.close","session":"c"}`, `{"kind":"call.done","session":"s","call":"k","result":"1"}`, `{"kind":"turn.end","session":"s","turn":"1"}`}
		all = append(all, talks(400, nil)...)
		all = append(all, `{"kind":"session.open","session":"c"}`, `{"kind":"session.close","session":"c"}`)
		_, err := runner.Breaks(recordingOf("neutral", inLines(all...)), "produce/known-agent", runner.BreaksOptions{})
		Expect(err).To(MatchError(ContainSubstring("nor any other")))
	})

	It("finds what stands in the middle of a turn that is too long for one piece", func() {
		all := chatter(12_000)
		all[7_000] = `{"kind":"call.done","session":"s","call":"nobody","result":"3"}`
		d, err := runner.Breaks(recordingOf("neutral", inLines(all...)), "orphan-result", runner.BreaksOptions{})
		Expect(err).NotTo(HaveOccurred())
		Expect(d.Stream.Events).To(HaveLen(2))
		Expect(d.Last - d.First).To(BeNumerically("<", 5_000))
	})

	It("refuses what no stream can break", func() {
		_, err := runner.Breaks(recordingOf("neutral", inLines(chatter(1)...)), "attach/backward", runner.BreaksOptions{})
		Expect(err).To(MatchError(ContainSubstring("there are produce/")))
	})

	It("says of a stream in which all is well that nothing is broken", func() {
		_, err := runner.Breaks(recordingOf("neutral", inLines(talks(3, nil)...)), "orphan-result", runner.BreaksOptions{})
		Expect(err).To(MatchError(ContainSubstring("nor any other")))
	})
})
