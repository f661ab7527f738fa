package explain_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/internal/explain"
	"github.com/quock-dev/quock/spec"
)

func TestExplain(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Explain")
}

func breaking(name string, rules ...string) deviation.Deviation {
	return deviation.Deviation{Name: name, Sentence: name + ".", Rules: rules}
}

func choosing(name, choice string) deviation.Deviation {
	return deviation.Deviation{Name: name, Sentence: name + ".", Choice: choice}
}

var _ = DescribeTable("What is said of a deviation that no case tells from its equals",
	func(d deviation.Deviation, equals []deviation.Deviation, rules []string, choice string) {
		broken, allowed := explain.Rules(&fit.Named{Deviation: d, Equals: equals})
		Expect(broken).To(Equal(rules))
		Expect(allowed).To(Equal(choice))
	},
	Entry("are its rules, without any", breaking("a", "x/1", "x/2"), nil, []string{"x/1", "x/2"}, ""),
	Entry("are the rules that all of them break", breaking("a", "x/1", "x/2"), []deviation.Deviation{breaking("b", "x/2", "x/3")}, []string{"x/2"}, ""),
	Entry("are its own where they break no rule in common", breaking("a", "x/1"), []deviation.Deviation{breaking("b", "x/2")}, []string{"x/1"}, ""),
	Entry("are its rules and the choice that another is", breaking("a", "x/1"), []deviation.Deviation{choosing("b", "policy p=q")}, []string{"x/1"}, "policy p=q"),
	Entry("is the choice that all of them are", choosing("a", "policy p=q"), []deviation.Deviation{choosing("b", "policy p=q")}, nil, "policy p=q"),
)

var _ = Describe("The line of what a candidate reads as", func() {
	It("names the deviations with their bugs, and of those that nothing tells from one the first three", func() {
		d := breaking("a")
		d.Bugs = []string{"Z001"}
		var equals []deviation.Deviation
		for _, name := range []string{"b", "c", "d", "e", "f"} {
			equals = append(equals, breaking(name))
		}
		Expect(explain.ButFor([]fit.Named{{Deviation: d, Equals: equals}, {Deviation: breaking("g")}})).To(Equal(
			"reads as the reference does, but for a: a. (Z001 in quock zoo) (the stream does not tell it from b, c, d, 2 more); and g: g."))
	})

	It("is empty where nothing explains the case", func() {
		Expect(explain.ButFor(nil)).To(BeEmpty())
	})

	It("names each deviation once that findings are attributed to", func() {
		known := deviation.All()[0].Name
		named := explain.Explaining([]spec.Finding{{Deviation: known}, {}, {Deviation: known}, {Deviation: "no such"}})
		Expect(named).To(HaveLen(1))
		Expect(named[0].Name).To(Equal(known))
	})
})

var _ = Describe("The order in which one stream is explained", func() {
	It("begins with what breaks the rule in question, and ends with what a program may do", func() {
		order := explain.Preferred([]string{"attach/accumulate"})
		Expect(order).To(HaveLen(len(deviation.All())))
		Expect(order[0].Breaks("attach/accumulate")).To(BeTrue())
		Expect(order[len(order)-1].Allowed()).To(BeTrue())
	})
})
