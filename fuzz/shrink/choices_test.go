package shrink_test

import (
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/agentc"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// read is what a model makes of a stream at its end.
func read(m *model.State, s spec.Stream) spec.Transcript {
	for i := range s.Events {
		m.Step(&s.Events[i])
	}
	m.End(s.End)
	return m.Transcript()
}

// differs reports whether a wrong model reads the end of a case otherwise.
func differs(wrong mutant.Mutant) func(*perform.Case) bool {
	return func(c *perform.Case) bool {
		sem, _ := wrong.New()
		want := read(model.New(c.Stream.Features, spec.Policies{}), c.Stream)
		got := read(model.NewWith(sem, c.Stream.Features, spec.Policies{}), c.Stream)
		return len(spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)) > 0
	}
}

func mutantNamed(name string) mutant.Mutant {
	GinkgoHelper()
	m, ok := mutant.ByName(name)
	Expect(ok).To(BeTrue(), name)
	return m
}

// firstFailing is the first of a wrong model's cases.
func firstFailing(f spec.Features, fails func(*perform.Case) bool) *perform.Case {
	GinkgoHelper()
	for seed := range uint64(5000) {
		if c := perform.Generate(f, perform.Degraded, seed); len(c.Stream.Events) > 40 && fails(c) {
			return c
		}
	}
	Fail("no case fails")
	return nil
}

var _ = Describe("Reducing a case by its choices", func() {
	dialects := []spec.Features{neutral.New().Features(""), agentc.New().Features(""), claudecode.New().Features("partial")}

	It("gives a small case that fails still, is told by its choices, and has an expectation by construction", func() {
		for _, name := range []string{"missing/late-result-dropped", "repeat/second-result-wins", "missing/orphan-dropped"} {
			for _, f := range dialects {
				fails := differs(mutantNamed(name))
				c := firstFailing(f, fails)
				r := shrink.Case(c, shrink.CaseOptions{Fails: fails})
				Expect(fails(r.Case)).To(BeTrue())
				Expect(len(r.Case.Stream.Events)).To(BeNumerically("<", len(c.Stream.Events)))
				token, ok := r.Case.Token()
				Expect(ok).To(BeTrue())
				Expect(token.Case(f).Stream).To(Equal(r.Case.Stream))
			}
		}
	})

	It("gives the same case again, and no smaller one of that", func() {
		for _, f := range dialects {
			fails := differs(mutantNamed("missing/open-for-ever"))
			c := firstFailing(f, fails)
			one, two := shrink.Case(c, shrink.CaseOptions{Fails: fails}), shrink.Case(c, shrink.CaseOptions{Fails: fails})
			Expect(one.Case.Stream).To(Equal(two.Case.Stream))
			Expect(one.Runs).To(Equal(two.Runs))
			Expect(shrink.Case(one.Case, shrink.CaseOptions{Fails: fails}).Case.Stream).To(Equal(one.Case.Stream))
		}
	})

	It("brings a case that always fails down to the simplest one of its dialect", func() {
		for _, f := range dialects {
			c := perform.Generate(f, perform.Degraded, 9)
			r := shrink.Case(c, shrink.CaseOptions{Fails: func(*perform.Case) bool { return true }})
			simplest := perform.Decode(f, perform.Degraded, &choice.Choices{})
			Expect(len(r.Case.Stream.Events)).To(BeNumerically("<=", len(simplest.Stream.Events)), "fewer where it is cut short")
			Expect(r.Case.Scenario.Turns).To(HaveLen(1))
			Expect(r.Case.Scenario.Calls).To(BeEmpty())
		}
	})

	It("stops when its budget is spent, with the best so far, and says so", func() {
		c := firstFailing(dialects[0], func(*perform.Case) bool { return true })
		runs := 0
		r := shrink.Case(c, shrink.CaseOptions{Runs: 5, Fails: func(*perform.Case) bool { runs++; return false }})
		Expect(runs).To(Equal(5))
		Expect(r.Stopped).To(BeTrue())
		Expect(r.Case.Stream).To(Equal(c.Stream))
		r = shrink.Case(c, shrink.CaseOptions{Stop: func() bool { return true }, Fails: func(*perform.Case) bool { return true }})
		Expect(r.Runs).To(BeZero())
		Expect(r.Stopped).To(BeTrue())
	})

	It("leaves a case alone whose choices are not known", func() {
		cut := perform.Generate(dialects[0], perform.Degraded, 9).Cut(3)
		r := shrink.Case(cut, shrink.CaseOptions{Fails: func(*perform.Case) bool { return true }})
		Expect(r.Case).To(BeIdenticalTo(cut))
	})
})

var _ = Describe("gopter", func() {
	It("reports the fully reduced case, and asks for it once", func() {
		f := agentc.New().Features("")
		fails := differs(mutantNamed("attach/twice"))
		gen := perform.Gen(f, perform.Degraded).WithShrinker(shrink.Shrinker(shrink.CaseOptions{Fails: fails}))
		p := gopter.DefaultTestParametersWithSeed(4)
		p.MinSuccessfulTests, p.Workers = 3000, 1
		result := prop.ForAll(func(c *perform.Case) string {
			if fails(c) {
				return "reads otherwise"
			}
			return ""
		}, gen).Check(p)
		Expect(result.Passed()).To(BeFalse())
		small := result.Args[0].Arg.(*perform.Case)
		Expect(result.Args[0].Shrinks).To(Equal(1))
		Expect(fails(small)).To(BeTrue())
		Expect(len(small.Stream.Events)).To(BeNumerically("<=", 14))
	})
})
