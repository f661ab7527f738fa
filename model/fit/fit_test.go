package fit_test

import (
	"hash/crc32"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/fittest"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

func named(name string) deviation.Deviation {
	GinkgoHelper()
	d, ok := deviation.ByName(name)
	Expect(ok).To(BeTrue(), name)
	return d
}

var fitted = fittest.Fitted()

var _ = Describe("A program made of deviations", Ordered, func() {
	l := fittest.New(nightly.Count(70, 400), 11)
	var shown []deviation.Deviation

	BeforeAll(func() {
		some := fitted
		if !nightly.On() {
			some = nil
			for _, d := range fitted {
				// The name alone decides, so that a new deviation moves no other in or out.
				if crc32.ChecksumIEEE([]byte(d.Name))%15 == 0 {
					some = append(some, d)
				}
			}
		}
		shown = l.Shown(some, 2)
		Expect(len(shown)).To(BeNumerically(">", len(some)/2))
	})

	It("is explained by the one that it has, or by one that no case distinguishes from it", func() {
		t := tally{}
		for _, d := range shown {
			r := fit.Explain(l.Answers(d), fit.Options{})
			t.count([]deviation.Deviation{d}, &r)
		}
		AddReportEntry("singles", t.String())
		Expect(t.foreign+t.missing).To(BeNumerically("<=", t.programs/100), t.String())
	})

	DescribeTable("is explained by all of several, and nothing foreign is named",
		func(several, few, many int) {
			t := tally{}
			for range nightly.Count(few, many) {
				of := l.Draw(shown, several)
				r := fit.Explain(l.Answers(of...), fit.Options{})
				t.count(of, &r)
			}
			AddReportEntry("several", t.String())
			Expect(t.foreign).To(BeZero(), t.String())
			Expect(t.exact).To(BeNumerically(">=", t.programs*95/100), t.String())
		},
		Entry("pairs", 2, 4, 500),
		Entry("triples", 3, 2, 200),
		Entry("fives", 5, 1, 50),
	)
})

var _ = Describe("A fit", func() {
	l := fittest.New(60, 16)

	It("finds nothing where nothing fails", func() {
		Expect(fit.Explain(l.Answers(), fit.Options{})).To(Equal(fit.Explanation{}))
		Expect(fit.Explain(nil, fit.Options{})).To(Equal(fit.Explanation{}))
	})

	It("names the decision that explains all, and not a view that explains most, or two views that explain it together", func() {
		for _, name := range []string{"active-not", "usage-nothing", "stop-reason-dropped"} {
			r := fit.Explain(l.Answers(named(name)), fit.Options{})
			Expect(r.Named).To(HaveExactElements(HaveField("Name", name)))
			Expect(r.Left).To(BeEmpty())
		}
	})

	It("passes over a case without any position", func() {
		answers := l.Answers(named("keeps-last-piece"))
		answers[0].At, answers[0].Got = nil, nil
		Expect(fit.Explain(answers, fit.Options{}).Named).To(HaveLen(1))
	})

	It("gives the same result again, because it uses neither clock nor chance", func() {
		answers := l.Answers(named("keeps-last-piece"), named("only-executing"))
		Expect(fit.Explain(answers, fit.Options{})).To(HaveField("Named", HaveLen(2)))
		one, two := fit.Explain(answers, fit.Options{}), fit.Explain(answers, fit.Options{})
		Expect(described(&one)).To(Equal(described(&two)))
		Expect(one.Left).To(Equal(two.Left))
	})

	It("says that the limit ended the search, and names what it had found", func() {
		r := fit.Explain(l.Answers(named("keeps-last-piece")), fit.Options{Steps: 1})
		Expect(r.Limited).To(BeTrue())
		Expect(r.Failing).NotTo(BeEmpty())
		Expect(r.Left).To(Equal(r.Failing))
	})

	It("ends when it is stopped, wherever that is, and names nothing that a case contradicts", func() {
		answers := l.Answers(named("keeps-last-piece"), named("only-executing"))
		never, found := 0, []int{}
		whole := fit.Explain(answers, fit.Options{Stop: func() bool { never++; return false }})
		Expect(whole.Limited).To(BeFalse())
		for part := range 4 {
			left := never * part / 4
			r := fit.Explain(answers, fit.Options{Stop: func() bool { left--; return left < 0 }})
			Expect(r.Limited).To(BeTrue())
			Expect(r.Failing).To(Equal(whole.Failing))
			Expect(len(r.Named)).To(BeNumerically("<=", len(whole.Named)), described(&r))
			for _, n := range r.Named {
				Expect(n.Cases).NotTo(BeEmpty(), n.Name)
				Expect(n.Contradicted).To(BeZero())
			}
			found = append(found, len(r.Named))
		}
		Expect(found).To(And(ContainElement(0), ContainElement(BeNumerically(">", 0))))
	})

	It("names nothing that the program contradicts: one that reads otherwise in half of the cases alone", func() {
		answers, honest := l.Answers(named("keeps-last-piece")), l.Answers()
		for i := range answers {
			if i%2 == 0 {
				answers[i] = honest[i]
			}
		}
		r := fit.Explain(answers, fit.Options{From: []deviation.Deviation{named("keeps-last-piece")}})
		Expect(r.Failing).NotTo(BeEmpty())
		Expect(r.Named).To(BeEmpty())
	})

	It("marks what was seen in one case only", func() {
		answers, honest := l.Answers(named("keeps-last-piece")), l.Answers()
		r := fit.Explain(answers, fit.Options{})
		answers = append(honest[:0:0], answers[r.Failing[0]])
		r = fit.Explain(answers, fit.Options{From: []deviation.Deviation{named("keeps-last-piece")}})
		Expect(r.Named).To(HaveLen(1))
		Expect(r.Named[0].Once()).To(BeTrue())
	})

	It("goes on from what was chosen before, and lets go of what the program contradicts", func() {
		r := fit.Explain(l.Answers(named("keeps-last-piece"), named("only-executing")), fit.Options{
			Begin: []deviation.Deviation{named("keeps-last-piece"), named("orphan-dropped")},
		})
		Expect(r.Named).To(ConsistOf(HaveField("Name", "keeps-last-piece"), HaveField("Name", "only-executing")), described(&r))
		Expect(r.KeptOut).To(BeZero())
	})

	It("explains a known deviation beside an unknown one, and leaves what the unknown one spoils", func() {
		hidden := named("only-executing")
		var from []deviation.Deviation
		for _, d := range fitted {
			if d.Name != hidden.Name {
				from = append(from, d)
			}
		}
		r := fit.Explain(l.Answers(named("keeps-last-piece"), hidden), fit.Options{From: from})
		Expect(described(&r)).To(HavePrefix("keeps-last-piece"))
		Expect(r.Left).NotTo(BeEmpty())
	})

	It("compares only what the program observes", func() {
		answers := l.Answers(named("only-executing"))
		for i := range answers {
			answers[i].Observes = spec.PartsOf(spec.ObserveMessages)
		}
		Expect(fit.Explain(answers, fit.Options{}).Failing).To(BeEmpty())
	})
})
