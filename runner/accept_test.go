package runner_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/probe"
)

// acceptedLogs are the logs of programs of deviations: a run says the same each time.
var acceptedLogs = map[string]*report.Log{}

// accepting is a log of a program of deviations, judged with accepted ones.
func accepting(program []string, accepted ...string) *report.Log {
	GinkgoHelper()
	key := fmt.Sprint(program, accepted)
	if acceptedLogs[key] == nil {
		acceptedLogs[key] = acceptingAnew(program, accepted)
	}
	return acceptedLogs[key]
}

func acceptingAnew(program, accepted []string) *report.Log {
	GinkgoHelper()
	r := newTrialRun(nightly.Count(50, 120))
	for _, name := range accepted {
		d, ok := deviation.ByName(name)
		Expect(ok).To(BeTrue(), name)
		r.options.Accepted = append(r.options.Accepted, d)
	}
	return r.of(deviates(program...))
}

// explaining are the deviations that the findings of a log name, "" for none.
func explaining(log *report.Log) (names []string) {
	for _, c := range log.Cases {
		for _, f := range c.Findings {
			if !slices.Contains(names, f.Deviation) {
				names = append(names, f.Deviation)
			}
		}
	}
	slices.Sort(names)
	return names
}

var _ = Describe("An accepted deviation", func() {
	const loud, rare = "keeps-last-piece", "only-executing"

	It("explains what it shows at once, and leaves the second mistake of a program to be named", func() {
		log := accepting([]string{loud, rare}, loud)
		Expect(explaining(log)).To(ConsistOf(loud, rare))
		Expect(log.Footer.Diagnosis.Deviations).To(ConsistOf(HaveField("Name", loud), HaveField("Name", rare)))
		Expect(log.Footer.Diagnosis.Explained).To(Equal(log.Footer.Diagnosis.Failing))
	})

	It("changes nothing in what a run says, if the run finds the deviation by itself", func() {
		plain := accepting([]string{loud, rare})
		with := accepting([]string{loud, rare}, loud)
		Expect(with.Footer.Diagnosis).To(Equal(plain.Footer.Diagnosis))
		for i := range plain.Cases {
			Expect(with.Cases[i].Findings).To(HaveLen(len(plain.Cases[i].Findings)), plain.Cases[i].Name)
			Expect(with.Cases[i].Rules).To(Equal(plain.Cases[i].Rules), plain.Cases[i].Name)
		}
	})

	It("shows in no case of a program that has been mended, and then spoils nothing", func() {
		for _, mended := range [][]string{{rare}, {}} {
			log := accepting(mended, loud, rare)
			Expect(log.Shows(loud)).To(BeFalse())
			Expect(explaining(log)).NotTo(ContainElement(""))
			Expect(log.Footer.Diagnosis == nil).To(Equal(len(explaining(log)) == 0))
		}
	})

	It("is taken for what it is where no case tells it from the one that the run would name", func() {
		found := accepting([]string{loud}).Footer.Diagnosis.Deviations[0]
		for _, equal := range found.Equals {
			Expect(explaining(accepting([]string{loud}, equal))).To(ConsistOf(equal))
		}
	})
})

var _ = Describe("A program with two mistakes, of which the first fails nearly every case", func() {
	pairs := bug.Pairs()
	if !nightly.On() { // the last one's second mistake shows in few cases; a page of the project has the one before
		pairs = pairs[len(pairs)-1:]
	}
	for _, p := range pairs {
		It("has both named, is red for the second alone once the first is accepted, and green once that is mended: "+p.Name, func() {
			cases := nightly.Count(60, 150)
			loud, ok := deviation.ByName(p.Loud)
			Expect(ok).To(BeTrue(), p.Loud)
			log := newTrialRun(cases).of(p.Candidate())
			Expect(log.Footer.Diagnosis.Deviations).To(ConsistOf(named(p.Loud), named(p.Rare)))
			list, err := baseline.Parse(strings.NewReader("accept " + p.Loud + " #12"))
			Expect(err).NotTo(HaveOccurred())
			judged := func(program probe.Candidate) baseline.Outcome {
				r := newTrialRun(cases)
				r.options.Accepted = []deviation.Deviation{loud}
				log := r.of(program)
				log.Header.Accepted = list.Judged()
				return list.Judge(log, time.Now())
			}
			with := judged(p.Candidate())
			Expect(with.Listed).To(BeNumerically(">", cases/3))
			Expect(with.Unlisted).NotTo(BeEmpty())
			for _, f := range with.Unlisted {
				Expect(f.Deviation).To(Equal(p.Rare), f.String())
			}
			Expect(with.Stale).To(BeEmpty())
			mended := judged(p.Mended())
			Expect(mended.Green()).To(BeTrue(), "%v %v", mended.Unlisted, mended.Stale)
			Expect(mended.Listed).To(BeNumerically(">", cases/3))
		})
	}
})

// named matches a deviation of a diagnosis by its name, or by that of one that no case
// tells it from.
func named(name string) types.GomegaMatcher {
	return Or(HaveField("Name", name), HaveField("Equals", ContainElement(name)))
}
