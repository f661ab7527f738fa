package runner

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/tools/txtar"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
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
func runOf(save func(replay.Archive) (string, error), cases ...*plan.Case) *report.Log {
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
		var saved []replay.Archive
		log := runOf(func(r replay.Archive) (string, error) { saved = append(saved, r); return r.Name, nil }, contradicted())
		Expect(log.Cases[0].Verdict).To(Equal(spec.HarnessError))
		Expect(saved).To(HaveLen(1))
		Expect(log.Cases[0].Replay).To(And(Equal(saved[0].Name), HavePrefix("harness-error-")))
		parts := partsOf(saved[0].Text)
		Expect(string(saved[0].Text)).To(HavePrefix(toUs))
		Expect(parts).To(HaveKey("stream.jsonl"))
		Expect(parts["expected.json"]).To(ContainSubstring(`"outcome": "cancelled"`))
		Expect(parts["model.json"]).NotTo(ContainSubstring(`"outcome": "cancelled"`))
		Expect(parts["answer.json"]).To(ContainSubstring(`"final"`))
		Expect(parts["why.txt"]).To(ContainSubstring("the oracles disagree"))

		again, _, err := replay.Read(saved[0].Text)
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
		file, err := replay.Bug(context.Background(), j, p.Original, &attribute.HeldPair{CasePair: p}, "the oracles disagree")
		Expect(err).NotTo(HaveOccurred())
		parts := partsOf(file.Text)
		Expect(parts["changed.jsonl"]).NotTo(Equal(parts["stream.jsonl"]))
		Expect(parts["changed-answer.json"]).NotTo(Equal(parts["answer.json"]))
		again, _, err := replay.Read(file.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Asked.Relation).To(Equal("rename-ids"))
	})
})

// toUs is how a bug report begins.
const toUs = "This is a failure of quock itself, and not of the candidate"

// partsOf are the parts of a replay file, by name.
func partsOf(text []byte) map[string]string {
	parts := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		parts[f.Name] = string(f.Data)
	}
	return parts
}

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
		file, err := out.replay(true)
		Expect(err).NotTo(HaveOccurred())
		Expect(file.Name).To(HavePrefix("harness-error-"))
		text := string(file.Text)
		Expect(text).To(And(HavePrefix(toUs), ContainSubstring("this cannot be said"), ContainSubstring(token.String())))
		parts := partsOf(file.Text)
		Expect(parts).To(And(HaveKey("scenario.json"), HaveKey("why.txt"), Not(HaveKey("stream.jsonl"))))
		_, _, err = replay.Read(file.Text)
		Expect(err).To(MatchError(replay.ErrNoReplay))
		Expect(err).To(MatchError(ContainSubstring("quock replay " + token.String())))
	})

})

var _ = Describe("A replay file that cannot be written", func() {
	It("ends no run, and is counted", func() {
		log := runOf(func(replay.Archive) (string, error) { return "", errors.New("no space left") }, contradicted())
		Expect(log.Cases).To(HaveLen(1))
		Expect(log.Footer.Unsaved).To(Equal(1))
		Expect(log.Footer.Unwritten).To(Equal("no space left"))
	})
})

func valueStarter(c probe.Candidate) candidate.Starter {
	return candidate.Value{New: func() probe.Candidate { return c }}
}
