package runner_test

import (
	"context"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
)

// A heldOut is a reader whose mistake stands in no registry here.
type heldOut struct{ Name, About, Source, Rule string }

func heldOuts() (all []heldOut) {
	GinkgoHelper()
	out, err := exec.Command(pythonOrSkip(), python+"agentc_broken.py", "--list").Output()
	Expect(err).NotTo(HaveOccurred())
	Expect(json.Unmarshal(out, &all)).To(Succeed())
	return all
}

func (r *trialRun) scripted(args ...string) *report.Log {
	GinkgoHelper()
	r.selection.Dialects = []string{"agentc"}
	return r.with(context.Background(), candidate.Command{Args: append([]string{pythonOrSkip()}, args...), Harness: runner.Harness})
}

// family is the part of a rule before the slash.
func family(rule string) string {
	name, _, _ := strings.Cut(rule, "/")
	return name
}

var _ = Describe("The reader of Agent C in Python", func() {
	// Each takes some seconds. By day one in nine is run. A clean stream of this dialect
	// seldom has text behind a call in one message, so fewer cases would not show each.
	It("fails a rule of the right family with each mistake of a published program, and none without", func() {
		all := heldOuts()
		Expect(len(all)).To(BeNumerically(">=", 20))
		var rules, missed []string
		for i, b := range all {
			rules = append(rules, b.Rule)
			Expect(b.Source).To(HavePrefix("https://github.com/"), b.Name)
			if i%9 != 0 && !nightly.On() {
				continue
			}
			log := withCorpus(nightly.Count(160, 200)).about(b.Rule).scripted(python+"agentc_broken.py", "--bug", b.Name)
			var families []string
			for _, rule := range attributedRules(log) {
				families = append(families, family(rule))
			}
			if !slices.Contains(families, family(b.Rule)) {
				missed = append(missed, b.Name)
			}
		}
		Expect(missed).To(BeEmpty())
		Expect(attributedRules(withCorpus(nightly.Count(30, 60)).about(rules...).scripted(python + "agentc_broken.py"))).To(BeEmpty())
	})
})
