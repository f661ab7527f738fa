package runner_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	bytereader "github.com/quock-dev/quock/fixtures/candidates/bytes/reader"
	stored "github.com/quock-dev/quock/fixtures/candidates/store/bug"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// diagnosedRight reports whether a program that breaks some rules is named right: the first line of
// the diagnosis that is no mere choice, a deviation or a cluster, names one of them, a cluster
// within the two rules that are printed; or, of a program that the diagnosis has no word
// for, since it goes wrong before the events are there, the rule that most of its cases are
// charged with is one of them.
func diagnosedRight(log *report.Log, rules []string) bool {
	if d := log.Footer.Diagnosis; d != nil {
		for _, n := range d.Deviations {
			if n.Choice == "" || len(n.Rules) > 0 {
				return slices.ContainsFunc(n.Rules, func(rule string) bool { return slices.Contains(rules, rule) })
			}
		}
		if len(d.Clusters) > 0 {
			first := d.Clusters[0].Rules
			return slices.ContainsFunc(first[:min(2, len(first))], func(rule string) bool { return slices.Contains(rules, rule) })
		}
	}
	groups := slices.DeleteFunc(report.Groups(log.Cases), func(g report.Group) bool { return g.Best.Rule == "" })
	slices.SortStableFunc(groups, func(a, b report.Group) int { return cmp.Compare(b.Cases, a.Cases) })
	return len(groups) > 0 && slices.Contains(rules, groups[0].Best.Rule)
}

// A program is one that shares no code with the model, with the rules that it says to
// break, and a run that has to name them.
type program struct {
	name  string
	rules []string
	log   func() *report.Log
}

// programs are bin/broken, bin/store and bin/bytes. What else the same mistake breaks on some
// stream, by the tables of their tests, is right as well.
func programs() (all []program) {
	rows := map[string][]string{}
	for _, row := range allBroken() {
		rows[row.bug] = slices.Concat(row.must, row.also)
	}
	for _, b := range bug.All() {
		rules := slices.Concat(b.Rules, b.Base)
		all = append(all, program{"broken " + b.Name, slices.Concat(rules, rows[b.Name]), func() *report.Log { return withCorpus(120).about(rules...).of(b.Candidate()) }})
	}
	for _, b := range stored.All() {
		all = append(all, program{"store " + b.Name, b.Rules, func() *report.Log { return withStoredCorpus(8).about(b.Rules...).of(b.Candidate()) }})
	}
	for _, m := range bytereader.Faults() {
		all = append(all, program{"bytes " + string(m.Fault), []string{m.Rule}, func() *report.Log { return damagedRun(120).of(bytereader.New(m.Fault, "neutral", "agui")) }})
	}
	return all
}

// damagedRun is a run of generated cases in which the bytes may be damaged.
func damagedRun(cases int) *trialRun {
	r := newTrialRun(cases)
	r.selection.Level = perform.Hostile
	return r
}

// BenchmarkPrograms measures how many programs that share no code with the model are named
// right.
func BenchmarkPrograms(b *testing.B) {
	RegisterTestingT(b)
	for b.Loop() {
		right, all, missed := 0, programs(), []string(nil)
		for _, p := range all {
			if log := p.log(); diagnosedRight(log, p.rules) {
				right++
			} else {
				missed = append(missed, fmt.Sprintf("%s, %v: charged with %v; %+v", p.name, p.rules, attributedRules(log), lines(log)))
			}
		}
		b.Log(strings.Join(missed, " | "))
		b.ReportMetric(100*float64(right)/float64(len(all)), "%right")
		b.ReportMetric(float64(len(all)), "programs")
	}
}

// lines are the names of the deviations, and the first decisions of the clusters.
func lines(log *report.Log) (all []string) {
	if log.Footer.Diagnosis == nil {
		return nil
	}
	for _, d := range log.Footer.Diagnosis.Deviations {
		all = append(all, d.Name)
	}
	for _, c := range log.Footer.Diagnosis.Clusters {
		all = append(all, "? "+c.Decisions[0].Name)
	}
	return all
}

var _ = Describe("A program that shares no code with the model", func() {
	It("is named right by its deviation, by a cluster, or by the rule alone where the diagnosis has no word for it", func() {
		log := func(d *report.Diagnosis, rules ...string) *report.Log {
			l := &report.Log{Footer: &report.Footer{Diagnosis: d}}
			for i, rule := range rules {
				l.Cases = append(l.Cases, report.Case{Number: i, Verdict: spec.Fail, Findings: []spec.Finding{{Rule: rule, Verdict: spec.Fail}}})
			}
			return l
		}
		named := func(choice string, rules ...string) *report.Diagnosis {
			return &report.Diagnosis{Deviations: []report.Diagnosed{{Choice: "lacks"}, {Rules: rules, Choice: choice}}}
		}
		own := []string{"a/b"}
		Expect(diagnosedRight(log(named("", "a/b"), "c/d"), own)).To(BeTrue())
		Expect(diagnosedRight(log(named("", "c/d"), "a/b"), own)).To(BeFalse())
		Expect(diagnosedRight(log(&report.Diagnosis{Clusters: []report.Unexplained{{Rules: own}}}), own)).To(BeTrue())
		Expect(diagnosedRight(log(nil, "a/b"), own)).To(BeTrue())
		Expect(diagnosedRight(log(nil, "c/d"), own)).To(BeFalse())
		Expect(diagnosedRight(log(nil), own)).To(BeFalse())
	})
})
