package judge

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

var _ = Describe("A broken candidate whose failures are all listed", func() {
	for i, b := range bug.All() {
		if i%3 != 0 && b.Name != "agentc-plan" {
			continue // what is listed does not depend on the dialect
		}
		It("ends with 0, and with 1 when one more rule breaks: "+b.Name, func() {
			l := runOf(b.Candidate(), &baseline.List{})
			var text bytes.Buffer
			Expect(baseline.Write(&text, l)).To(Succeed())
			known := parsed(text.String())
			Expect(endWith(l, known)).To(Equal(console.Fine))
			if i%8 == 0 || b.Name == "agentc-plan" {
				Expect(endWith(runOf(b.Candidate(), known), known)).To(Equal(console.Fine), "another run, with %s", text.String())
			}
			for _, rule := range bindingRules(l) {
				Expect(endWith(l, parsed(without(l, text.String(), rule)))).To(Equal(console.Failed), rule)
			}
		})
	}
})

// writtenCases is the corpus without the distilled cases.
var writtenCases = sync.OnceValues(func() (*plan.Corpus, error) {
	corpus, err := plan.LoadCorpus()
	if err == nil {
		corpus.Cases = slices.DeleteFunc(corpus.Cases, func(c *plan.Case) bool { return c.Written.Distilled })
	}
	return corpus, err
})

func parsed(list string) *baseline.List {
	GinkgoHelper()
	known, err := baseline.Parse(strings.NewReader(list))
	Expect(err).NotTo(HaveOccurred())
	return known
}

// runOf is the log of a short run of a value: the written cases of what it reads
// and a few generated ones, judged with what a list accepts.
func runOf(c probe.Candidate, known *baseline.List) *report.Log {
	GinkgoHelper()
	hello := c.Hello()
	corpus, err := writtenCases()
	Expect(err).NotTo(HaveOccurred())
	plan, err := plan.New(plan.Selection{Seed: 1, Level: perform.Degraded, Cases: 8}, corpus, &hello)
	Expect(err).NotTo(HaveOccurred())
	l := &report.Log{Header: report.Header{Accepted: known.Judged()}}
	starter, limits := candidate.Value{New: func() probe.Candidate { return c }}, candidate.NewLimits(0, 0)
	footer, err := runner.Run(context.Background(), plan, starter, limits, runner.Options{Jobs: 1, Deaths: 1, Timeouts: 1, Accepted: known.Accepted()}, func(c report.Case) error {
		l.Cases = append(l.Cases, c)
		return nil
	})
	Expect(err).NotTo(HaveOccurred())
	l.Footer = &footer
	l.Sort()
	return l
}

// endWith is how the run ends, held against a list.
func endWith(l *report.Log, known *baseline.List) int {
	outcome := known.Judge(l, time.Now())
	end, _ := outcome.Exit(l)
	return int(end)
}

// bindingRules are those that the run charges and that are no SHOULD.
func bindingRules(l *report.Log) []string {
	GinkgoHelper()
	var rules []string
	for _, g := range report.Groups(l.Cases) {
		if baseline.Binding(g.Best.Rule) {
			rules = append(rules, g.Best.Rule)
		}
	}
	Expect(rules).NotTo(BeEmpty())
	return rules
}

// without is the list without the entries of a rule, and without the deviations that
// break it.
func without(l *report.Log, list, rule string) string {
	var kept []string
	for line := range strings.Lines(list) {
		if !strings.Contains(line, " "+rule+" ") && !slices.ContainsFunc(l.Cases, func(c report.Case) bool {
			return slices.ContainsFunc(c.Findings, func(f spec.Finding) bool {
				return f.Rule == rule && f.Deviation != "" && strings.HasPrefix(line, "accept "+f.Deviation+" ")
			})
		}) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}
