package catalogue

import (
	"bytes"
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/spec"
)

// mutants runs the command, quickly, and returns what it printed.
func runMutants(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := commands{console.Console{Out: &out, Err: &out}}.mutants()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(ctx)
	return out.String(), err
}

var _ = Describe("The wrong models, all of them", Ordered, func() {
	run := &mutantRun{}
	all := func(string) bool { return false }
	judge := func(off func(string) bool) matrix.Verdict {
		return matrix.Judge(withoutChecks(run.table.Rows, off), run.table.Proofs, spec.Rules(), off)
	}

	BeforeAll(func() {
		f := mutantFlags{seeds: 1, cases: nightly.Count(25, 100), jobs: 2, only: "**", strategy: "mixed", form: "text"}
		var err error
		run, err = f.read(commands{}.mutants())
		Expect(err).NotTo(HaveOccurred())
		run.Written, err = matrix.Written()
		Expect(err).NotTo(HaveOccurred())
		run.table.Rows = matrix.Run(run.Options)
		Expect(run.prove(context.Background())).To(Succeed())
	})

	It("are caught, each rule catches something, and every proof holds", func() {
		verdict := judge(all)
		Expect(verdict.Reason()).To(BeEmpty(), "a rule that catches no mutant or proof needs a wrong model in model/deviation/wrong/FAMILY.go that breaks it, "+
			"or a proof in fuzz/matrix/proof.go or fuzz/zoo/ledger.tsv; a survivor needs a case in fixtures/streams that shows it")
	})

	It("are sixty at least, and half as many of a public bug of their own", func() {
		own := map[string]bool{}
		for i := range run.table.Rows {
			for _, bug := range run.table.Rows[i].Mutant.Bugs[:min(1, len(run.table.Rows[i].Mutant.Bugs))] {
				own[bug] = true
			}
		}
		Expect(len(run.table.Rows)).To(BeNumerically(">=", 60))
		Expect(len(own)).To(BeNumerically(">=", 30))
	})

	// A check that can be taken out with nobody noticing might as well not be there.
	It("show the loss of any one check", func() {
		for _, rule := range spec.Rules() {
			verdict := judge(func(id string) bool { return id == rule.ID })
			Expect(verdict.Sound()).To(BeFalse(), rule.ID)
			Expect(verdict.Blind).To(ContainElement(rule.ID))
		}
	})

	It("show the loss of any one proof of a rule that has no other", func() {
		kept := run.table.Proofs
		defer func() { run.table.Proofs = kept }()
		for i, p := range kept {
			run.table.Proofs = append([]matrix.Proof(nil), kept...)
			run.table.Proofs[i].Err = errors.New("no")
			verdict := judge(all)
			Expect(verdict.Sound()).To(BeFalse(), p.String())
		}
	})
})

var _ = Describe("quock mutants", func() {
	few := []string{"--mutants", "attach/by-*", "--seeds", "1", "--cases", "50"}

	It("prints the table of the wrong models that are asked for, with their rules", func() {
		output, err := runMutants(context.Background(), few...)
		Expect(console.CodeOf(err)).To(Equal(console.Fine))
		Expect(output).To(ContainSubstring("2 wrong models, 1 seeds, strategy mixed"))
		Expect(output).To(MatchRegexp(`attach/by-id +2 of 2`))
		Expect(output).NotTo(ContainSubstring("wire/framing"))
	})

	It("exits with 1 where a check is switched off, and says what is lost", func() {
		output, err := runMutants(context.Background(), append(few, "--without", "attach/by-id")...)
		Expect(console.CodeOf(err)).To(Equal(console.Failed))
		Expect(err).To(MatchError(ContainSubstring("attach/by-id catches no mutant or proof")))
		Expect(output).To(MatchRegexp(`attach/by-id +0 of 2`))
	})

	It("exits with 1 where several are, by a pattern", func() {
		_, err := runMutants(context.Background(), append(few, "--without", "attach/*", "--without", "missing/**")...)
		Expect(console.CodeOf(err)).To(Equal(console.Failed))
	})

	It("stops where it is interrupted", func() {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		_, err := runMutants(ctx, few...)
		Expect(console.CodeOf(err)).To(Equal(console.Interrupted))
	})

	DescribeTable("refuses what it cannot do, with exit code 2",
		func(why string, args ...string) {
			_, err := runMutants(context.Background(), args...)
			Expect(console.CodeOf(err)).To(Equal(console.Usage))
			Expect(err).To(MatchError(ContainSubstring(why)))
		},
		Entry("wrong models that there are not", "no wrong model has such a name", "--mutants", "none/*"),
		Entry("a pattern that is none", "--mutants:", "--mutants", "attach/["),
		Entry("a strategy that there is not", "give mixed, even, swarm or soft", "--strategy", "wild"),
		Entry("a rule that there is not", "--without attach/none: no such rule", "--without", "attach/none"),
		Entry("a format that there is not", "give text or markdown", "--format", "html"),
	)
})
