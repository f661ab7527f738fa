package localise_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
)

func byName(name string) deviation.Deviation {
	GinkgoHelper()
	d, ok := deviation.ByName(name)
	Expect(ok).To(BeTrue(), name)
	return d
}

var _ = Describe("A program whose mistake nobody wrote down", Ordered, ContinueOnFailure, func() {
	var l *lab
	BeforeAll(func() { l = newLab(nightly.Count(60, 400), 11) })

	It("is found at its decision, by name or by cluster", func() {
		t := tally{}
		all := l.decisions()
		for i := 0; i < len(all); i += nightly.Count(14, 1) {
			answers := l.Answers(all[i])
			e := localise.Explain(answers, fit.Options{From: l.without(all[i])})
			if len(e.Failing) >= 3 {
				t.count(all[i], &e)
			}
		}
		AddReportEntry("leave one out", t.String())
		Expect(t.programs).To(BeNumerically(">", 3))
		Expect(t.first*100).To(BeNumerically(">=", t.programs*nightly.Count(60, 85)), "%s", t.String())
	})

	It("becomes known where an alternative, taken always, does just the same", func() {
		hidden := byName("orphan-dropped")
		e := localise.Explain(l.Answers(hidden), fit.Options{From: l.without(hidden)})
		Expect(e.Explanation.Left).To(BeEmpty())
		Expect(e.Derived).To(HaveExactElements("orphan:nothing"))
		Expect(e.Named).To(HaveExactElements(HaveField("Name", "orphan:nothing")))
	})

	It("breaks, where it is an alternative, the rule that the failing cases put to the test", func() {
		hidden := byName("empty-name-counts")
		answers := l.Answers(hidden)
		failing := fit.Explain(answers, fit.Options{From: []deviation.Deviation{}}).Left
		breaks := func(rule string) string {
			for i := range answers {
				answers[i].Covers = nil
			}
			for _, i := range failing {
				answers[i].Covers = []string{rule}
			}
			e := localise.Explain(answers, fit.Options{From: l.without(hidden)})
			Expect(e.Named).To(HaveExactElements(HaveField("Name", "set-once:second")))
			return e.Named[0].Rule()
		}
		Expect(breaks("fragment/name-set-once")).To(Equal("fragment/name-set-once"))
		Expect(breaks("fragment/empty-is-nothing")).To(Equal("fragment/empty-is-nothing"))
	})

	// Other decisions are taken more rarely, and one of their alternatives does much the
	// same. But it also changes what the program shows as the reference does.
	It("is the decision whose alternative spoils nothing, however often that is taken", func() {
		hidden := byName("turn-starts-ends-others")
		answers := l.Answers(hidden)
		failing := fit.Explain(answers, fit.Options{From: []deviation.Deviation{}}).Left
		r := localise.Find(answers, failing, localise.Options{From: l.without(hidden)})
		Expect(r.Clusters[0].Suspects[0].Name).To(Equal("TurnStarts"))
	})

	It("takes the place of what is listed and explains a part of it only", func() {
		hidden := byName("active-never")
		answers, from := l.Answers(hidden), l.without(hidden)
		part := fit.Explain(answers, fit.Options{From: from})
		Expect(part.Named).To(ContainElement(HaveField("Name", "first-of-list")))
		Expect(part.Left).NotTo(BeEmpty())
		e := localise.Explain(answers, fit.Options{From: from})
		Expect(e.Named).To(HaveExactElements(HaveField("Name", "active-never")))
		Expect(e.Explanation.Left).To(BeEmpty())
	})

	It("gets a cluster with its decision, rules, part, and cases", func() {
		hidden := byName("trims-pieces")
		answers := l.Answers(hidden)
		failing := fit.Explain(answers, fit.Options{From: []deviation.Deviation{}}).Left
		r := localise.Find(answers, failing, localise.Options{From: l.without(hidden)})
		Expect(r.Clusters).NotTo(BeEmpty())
		c := r.Clusters[0]
		Expect(c.Suspects[0].Name).To(Equal("Join"))
		Expect(c.Suspects[0].Nearest).NotTo(BeEmpty())
		Expect(c.Rules).To(ContainElement("fragment/concatenate"))
		Expect(c.Part).To(HavePrefix("sessions.messages."))
		Expect(failing).To(ContainElements(c.Cases))
		Expect(c.Departs).To(And(BeNumerically(">", 0), BeNumerically("<=", c.Taken)))
	})

	It("is named by the rule that just the failing cases put to the test", func() {
		hidden := byName("trims-pieces")
		answers := l.Answers(hidden)
		failing := fit.Explain(answers, fit.Options{From: []deviation.Deviation{}}).Left
		covering := func(cases []int) []string {
			for i := range answers {
				answers[i].Covers = nil
			}
			for _, i := range cases {
				answers[i].Covers = []string{"fragment/cut-invariant"}
			}
			return localise.Find(answers, failing, localise.Options{From: l.without(hidden)}).Clusters[0].Rules
		}
		Expect(covering(failing)[0]).To(Equal("fragment/cut-invariant"))
		Expect(covering(nil)[0]).To(Equal("fragment/concatenate"))
	})

	It("is described the same again, because neither clock nor chance is used", func() {
		hidden := byName("trims-pieces")
		answers := l.Answers(hidden)
		one := localise.Explain(answers, fit.Options{From: l.without(hidden)})
		two := localise.Explain(answers, fit.Options{From: l.without(hidden)})
		Expect(described(&one)).To(Equal(described(&two)))
	})

	It("is left alone where the limit on steps is met, and that is said", func() {
		hidden := byName("trims-pieces")
		answers := l.Answers(hidden)
		failing := fit.Explain(answers, fit.Options{From: []deviation.Deviation{}}).Left
		r := localise.Find(answers, failing, localise.Options{Steps: 1})
		Expect(r.Limited).To(BeTrue())
		Expect(r.Clusters).To(BeEmpty())
		Expect(r.Left).To(ConsistOf(failing))
	})

	It("ends when it is stopped, wherever that is, and that is said", func() {
		hidden := byName("trims-pieces")
		answers := l.Answers(hidden)
		never := 0
		whole := localise.Explain(answers, fit.Options{From: l.without(hidden), Stop: func() bool { never++; return false }})
		Expect(whole.Explanation.Limited || whole.Clustering.Limited).To(BeFalse())
		for part := range 4 {
			left := never * part / 4
			e := localise.Explain(answers, fit.Options{From: l.without(hidden), Stop: func() bool { left--; return left < 0 }})
			Expect(e.Explanation.Limited || e.Clustering.Limited).To(BeTrue(), "%d of 4", part)
			Expect(e.Failing).To(Equal(whole.Failing))
		}
	})

	It("has no cluster where all is known, or all is right", func() {
		e := localise.Explain(l.Answers(byName("trims-pieces")), fit.Options{})
		Expect(e.Clusters).To(BeEmpty())
		Expect(localise.Explain(l.Answers(), fit.Options{})).To(Equal(localise.Explained{}))
	})
})
