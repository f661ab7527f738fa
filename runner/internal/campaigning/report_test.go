package campaigning

import (
	"context"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec/probe"
)

var _ = Describe("Our own failure in a campaign", func() {
	It("leaves a bug report among the findings, which a replay reads", func() {
		path, ctx, limits := GinkgoT().TempDir(), context.Background(), candidate.NewLimits(0, 0)
		folder, err := Open(path)
		Expect(err).NotTo(HaveOccurred())
		defer folder.Close()
		hello := reducer.HonestCandidate().Hello()
		plan, err := plan.New(plan.Selection{Seed: 1, Dialects: []string{"agentc"}, Cases: 1}, &plan.Corpus{}, &hello)
		Expect(err).NotTo(HaveOccurred())
		features, err := plan.Features()
		Expect(err).NotTo(HaveOccurred())
		honest := candidate.Value{New: func() probe.Candidate { return reducer.HonestCandidate() }}
		token, ok := perform.Generate(features, perform.Degraded, perform.CaseSeed(1, 3)).Token()
		Expect(ok).To(BeTrue())

		h := &running{ctx: ctx, folder: folder}
		name, err := h.report(token.String()+": the oracles disagree: one: another", plan, honest, limits)
		Expect(err).NotTo(HaveOccurred())
		text, err := os.ReadFile(filepath.Join(path, findingsFolder, name))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(And(ContainSubstring("a failure of quock itself"), ContainSubstring("the oracles disagree: one: another"), ContainSubstring(token.String())))
		c, rules, err := replay.Read(text)
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Records).NotTo(BeEmpty())
		Expect(rules).To(BeEmpty())
	})

	It("says why there is none", func() {
		hello := reducer.HonestCandidate().Hello()
		plan, err := plan.New(plan.Selection{Seed: 1, Dialects: []string{"agentc"}, Cases: 1}, &plan.Corpus{}, &hello)
		Expect(err).NotTo(HaveOccurred())
		h := &running{ctx: context.Background()}
		_, err = h.report("no token: the oracles disagree", plan, candidate.Value{New: func() probe.Candidate { return reducer.HonestCandidate() }}, candidate.NewLimits(0, 0))
		Expect(err).To(MatchError(ContainSubstring("no token")))
	})
})
