package runner

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// contradicted is a written case whose golden says otherwise than the model.
func contradicted() *plan.Case {
	GinkgoHelper()
	c := bearing("result-twice")
	want, err := ask.Expect(c, plan.WithDefaults(spec.Policies{}))
	Expect(err).NotTo(HaveOccurred())
	want.Final.Outcome = spec.OutcomeCancelled
	c.Performed, c.Faults = nil, nil
	c.Written = &plan.Written{Policies: plan.WithDefaults(spec.Policies{}), Golden: map[int]*spec.Transcript{spec.AtEnd: &want.Final}}
	return c
}

// runOf runs cases with the given save.
func runOf(save func(Replay) (string, error), cases ...*plan.Case) *report.Log {
	GinkgoHelper()
	value := &spoiler{}
	hello := value.Hello()
	plan, err := plan.New(plan.Selection{Seed: 1}, &plan.Corpus{Cases: cases}, &hello)
	Expect(err).NotTo(HaveOccurred())
	log := &report.Log{}
	footer, err := Run(context.Background(), plan, valueStarter(value), candidate.NewLimits(0, 0), Options{Jobs: 1, Deaths: 1, Timeouts: 1, Save: save}, func(c report.Case) error {
		log.Cases = append(log.Cases, c)
		return nil
	})
	Expect(err).NotTo(HaveOccurred())
	log.Footer = &footer
	log.Sort()
	return log
}

var _ = Describe("A failure of our own", func() {
	It("leaves a file with the stream, the answer and what both oracles say, that fails again in the same way", func() {
		var saved []Replay
		log := runOf(func(r Replay) (string, error) { saved = append(saved, r); return r.Name, nil }, contradicted())
		Expect(log.Cases[0].Verdict).To(Equal(spec.HarnessError))
		Expect(saved).To(HaveLen(1))
		Expect(log.Cases[0].Replay).To(And(Equal(saved[0].Name), HavePrefix("harness-error-")))
		_, parts, err := openReplay(saved[0].Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(saved[0].Text)).To(HavePrefix(ownFault))
		Expect(parts).To(HaveKey(replayStream))
		Expect(string(parts[replayExpected])).To(ContainSubstring(`"outcome": "cancelled"`))
		Expect(string(parts[reportModel])).NotTo(ContainSubstring(`"outcome": "cancelled"`))
		Expect(string(parts[reportAnswer])).To(ContainSubstring(`"final"`))
		Expect(string(parts[reportWhy])).To(ContainSubstring("the oracles disagree"))

		again, _, err := ReadReplay(saved[0].Text)
		Expect(err).NotTo(HaveOccurred())
		t, err := Try(context.Background(), valueStarter(&spoiler{}), candidate.NewLimits(0, 0), again)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).To(Equal(spec.HarnessError))
		Expect(t.Detail).To(ContainSubstring("the oracles disagree"))
	})

	It("in a relation reports both streams and both answers", func() {
		j := judgeOf(&spoiler{})
		c := bearing("result-twice")
		r, ok := relation.ByName("rename-ids")
		Expect(ok).To(BeTrue())
		p := plan.NewPair(r, c, 1)
		replay, err := bugReport(context.Background(), j, p.Original, &attribute.HeldPair{CasePair: p}, "the oracles disagree")
		Expect(err).NotTo(HaveOccurred())
		_, parts, err := openReplay(replay.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(parts[replayChanged]).NotTo(Equal(parts[replayStream]))
		Expect(parts[reportChanged]).NotTo(Equal(parts[reportAnswer]))
		again, _, err := ReadReplay(replay.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Asked.Relation).To(Equal("rename-ids"))
	})
})

// A wordless codec writes no record.
type wordless struct{ wire.Codec }

func (wordless) NewEncoder(string) wire.Encoder { return wordless{} }

func (wordless) Encode(dst []byte, _ []spec.Event) ([]byte, error) {
	return dst, errors.New("this cannot be said")
}

var _ = Describe("A case that cannot be built", func() {
	It("leaves a bug report that says what was to be built, why it failed, and how it is made again", func() {
		made := perform.Generate(neutral.New().Features(""), perform.Clean, perform.CaseSeed(1, 1))
		token, ok := made.Token()
		Expect(ok).To(BeTrue())
		out := (&run{}).one(context.Background(), nil, task{Planned: plan.Planned{Number: 1, Name: "generated/x", Build: func() (*plan.Case, error) {
			return plan.Generated("generated/x", wordless{neutral.New()}, "", made)
		}}})
		Expect(out.record.Verdict).To(Equal(spec.HarnessError))
		Expect(out.record.Detail).To(ContainSubstring("this cannot be said"))
		replay, err := out.replay(true)
		Expect(err).NotTo(HaveOccurred())
		Expect(replay.Name).To(HavePrefix("harness-error-"))
		text := string(replay.Text)
		Expect(text).To(And(HavePrefix(ownFault), ContainSubstring("this cannot be said"), ContainSubstring(token.String())))
		_, parts, err := openReplay(replay.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(parts).To(And(HaveKey(replayScenario), HaveKey(reportWhy), Not(HaveKey(replayStream))))
		_, _, err = ReadReplay(replay.Text)
		Expect(err).To(MatchError(ErrReplay))
		Expect(err).To(MatchError(ContainSubstring("quock replay " + token.String())))
	})

	It("leaves none where it is no case that failed", func() {
		Expect(unbuiltReport(errors.New("no such file"))).To(BeNil())
	})
})

var _ = Describe("A replay file that cannot be written", func() {
	It("ends no run, and is counted", func() {
		log := runOf(func(Replay) (string, error) { return "", errors.New("no space left") }, contradicted())
		Expect(log.Cases).To(HaveLen(1))
		Expect(log.Footer.Unsaved).To(Equal(1))
		Expect(log.Footer.Unwritten).To(Equal("no space left"))
	})
})

func valueStarter(c probe.Candidate) candidate.Starter {
	return candidate.Value{New: func() probe.Candidate { return c }}
}
