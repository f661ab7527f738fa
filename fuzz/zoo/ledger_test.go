package zoo_test

import (
	"fmt"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/fuzz/zoo/wrong"
	"github.com/quock-dev/quock/spec"
)

// lists are the lists of bugs, in the order of the ledger.
var lists = []string{"../../../shared/bugzoo-2.tsv", "../../../shared/bugzoo.tsv"}

func rows() []zoo.Row {
	GinkgoHelper()
	all, err := zoo.Read()
	Expect(err).NotTo(HaveOccurred())
	return all
}

var _ = Describe("The ledger", func() {
	It("has every bug of the lists once, under its class and thread", func() {
		var want, got []string
		for _, list := range lists {
			text, err := os.ReadFile(list)
			if err != nil {
				Skip("the list of bugs is not beside this project")
			}
			for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
				f := strings.Split(line, "\t")
				want = append(want, fmt.Sprintf("%s %s %s#%s", f[0], f[1], f[2], f[3][strings.LastIndexByte(f[3], '/')+1:]))
			}
		}
		for _, r := range rows() {
			if r.ID[0] != 'X' { // those stand in the references of the formats
				got = append(got, fmt.Sprintf("%s %s %s", r.ID, r.Class, r.Thread))
			}
		}
		Expect(got).To(Equal(want))
	})

	// A rule's own list of bugs and the ledger must not tell two stories.
	It("names rules that there are, which cite the bug", func() {
		for _, r := range rows() {
			if r.Caught() {
				rule, ok := spec.RuleByID(r.Rule)
				Expect(ok).To(BeTrue(), "%s: %s", r.ID, r.Rule)
				Expect(rule.Cases).To(ContainElement(r.ID), r.Rule)
			}
		}
	})

	It("says of each bug out of scope why, in a sentence's length", func() {
		for _, r := range rows() {
			if !r.Caught() {
				Expect(len(r.Reason)).To(BeNumerically(">", 40), r.ID)
			}
		}
	})

	It("says of each proof what is wrong with what it names", func() {
		for _, r := range rows() {
			if r.Caught() {
				Expect(zoo.About(r.Proof)).To(MatchRegexp(`^[A-Z].*\.$`), r.Proof.String())
			}
		}
		Expect(zoo.About(zoo.Proof{})).To(BeEmpty())
	})

	It("needs everything wrong that there is for it", func() {
		named := map[string]bool{}
		for _, r := range rows() {
			named[string(r.Proof.Kind)+" "+r.Proof.Name] = true
		}
		for _, f := range wrong.Framers() {
			Expect(named).To(HaveKey("framer " + f.Name))
		}
		for _, a := range wrong.Adapters() {
			Expect(named).To(HaveKey("adapter " + a.Name))
		}
		for _, s := range wrong.Stores() {
			Expect(named).To(HaveKey("store " + s.Name))
		}
	})

	It("has nine bugs of ten caught", func() {
		_, all := zoo.Shares(rows())
		Expect(all.Percent()).To(BeNumerically(">=", 90))
	})
})

const head = "id\tthread\tclass\tmechanism\trule\tproof\treason\n"

var _ = Describe("Reading a ledger", func() {
	It("takes rows that are caught, and rows with a reason", func() {
		all, err := zoo.Parse(head +
			"Z001\ta/b#1\tk\tm\tattach/by-id\tmutant attach/by-name on c\t-\n" +
			"Z002\ta/b.c#22\tk\tm\twire/framing\tframer f\t-\n" +
			"Z003\ta/b#3\tk\tm\t-\t-\tno clock here\n")
		Expect(err).NotTo(HaveOccurred())
		Expect(all).To(HaveLen(3))
		Expect(all[0].Proof).To(Equal(zoo.Proof{Kind: zoo.Mutant, Name: "attach/by-name", On: "c"}))
		Expect(all[0].Proof.String()).To(Equal("mutant attach/by-name on c"))
		Expect(all[1].Proof.String()).To(Equal("framer f"))
		Expect(all[2].Caught()).To(BeFalse())
		Expect(all[2].Reason).To(Equal("no clock here"))
	})

	// Each is a slip of the hand that would make the ledger claim something.
	DescribeTable("refuses what is no row, with its line",
		func(row, why string) {
			_, err := zoo.Parse(head + row)
			Expect(err).To(MatchError(And(ContainSubstring("line 2"), ContainSubstring(why))))
		},
		Entry("too few fields", "Z001\ta/b#1\n", "2 fields"),
		Entry("no id", "001\ta/b#1\tk\tm\t-\t-\twhy\n", "no id"),
		Entry("no thread", "Z001\ta/b\tk\tm\t-\t-\twhy\n", "no thread"),
		Entry("no mechanism", "Z001\ta/b#1\tk\t-\t-\t-\twhy\n", "no mechanism"),
		Entry("a rule without its proof", "Z001\ta/b#1\tk\tm\tattach/by-id\t-\t-\n", "either"),
		Entry("a proof without its rule", "Z001\ta/b#1\tk\tm\t-\tframer f\twhy\n", "either"),
		Entry("a rule and a reason", "Z001\ta/b#1\tk\tm\tattach/by-id\tframer f\twhy\n", "either"),
		Entry("neither", "Z001\ta/b#1\tk\tm\t-\t-\t-\n", "either"),
		Entry("a proof of no kind", "Z001\ta/b#1\tk\tm\tattach/by-id\thope c\t-\n", "no proof"),
		Entry("a proof on nothing", "Z001\ta/b#1\tk\tm\tattach/by-id\tmutant m\t-\n", "no proof"),
	)

	It("refuses ids that do not rise, and another header", func() {
		row := "Z001\ta/b#1\tk\tm\t-\t-\twhy\n"
		_, err := zoo.Parse(head + row + row)
		Expect(err).To(MatchError(ContainSubstring("line 3: Z001 comes after Z001")))
		_, err = zoo.Parse(row)
		Expect(err).To(MatchError(ContainSubstring("line 1")))
	})
})

var _ = Describe("Counting", func() {
	It("counts by class, in the order of the rows, and all", func() {
		classes, all := zoo.Shares([]zoo.Row{{Class: "b", Rule: "r"}, {Class: "a"}, {Class: "b"}})
		Expect(classes).To(Equal([]zoo.Share{{Class: "b", Rows: 2, Caught: 1}, {Class: "a", Rows: 1}}))
		Expect(all).To(Equal(zoo.Share{Rows: 3, Caught: 1}))
		Expect(all.Percent()).To(Equal(33))
		Expect(zoo.Share{}.Percent()).To(BeZero())
	})
})
