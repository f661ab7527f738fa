package matrix_test

import (
	"bytes"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/spec"
)

func rulesOf(ids ...string) []spec.Rule {
	GinkgoHelper()
	var all []spec.Rule
	for _, id := range ids {
		r, ok := spec.RuleByID(id)
		Expect(ok).To(BeTrue(), id)
		all = append(all, r)
	}
	return all
}

func none(string) bool { return false }

var framer = zoo.Proof{Kind: zoo.Framer, Name: "keeps-mark"}

var _ = Describe("The verdict", func() {
	judge := func(rows []matrix.Row, proofs []matrix.Proof, without func(string) bool, rules ...string) matrix.Verdict {
		return matrix.Judge(rows, proofs, rulesOf(rules...), without)
	}

	It("is sound where each rule has something that it catches, a wrong model or another proof", func() {
		v := judge([]matrix.Row{killed("attach/by-name", 4)}, []matrix.Proof{{Rule: "wire/framing", Proof: framer}}, none, "attach/by-id", "wire/framing")
		Expect(v.Sound()).To(BeTrue())
		Expect(v.Reason()).To(BeEmpty())
	})

	It("names a survivor", func() {
		v := judge([]matrix.Row{killed("attach/by-name", 4), killed("attach/by-arrival", 0)}, nil, none, "attach/by-id")
		Expect(v.Sound()).To(BeFalse())
		Expect(v.Reason()).To(Equal("attach/by-arrival survives"))
	})

	It("names what foreign families alone see, and its rule, which nothing is caught by then", func() {
		r := killed("attach/by-name", 4)
		r.Tasks[0].Family, r.Tasks[0].Rule, r.Tasks[0].Seen = 0, 0, []string{"missing/no-loss"}
		v := judge([]matrix.Row{r}, nil, none, "attach/by-id")
		Expect(v.Reason()).To(Equal("attach/by-name is seen only by other families; attach/by-id catches no mutant or proof"))
	})

	It("names rules that catch nothing, a few of many", func() {
		v := judge(nil, nil, none, "attach/by-id", "attach/backward")
		Expect(v.Reason()).To(Equal("attach/by-id and attach/backward catch no mutant or proof"))
		v = judge(nil, nil, none, "attach/by-id", "attach/backward", "attach/tool-first", "attach/turn-bound", "attach/never-spoken", "attach/accumulate", "attach/exactly-once")
		Expect(v.Reason()).To(HaveSuffix("attach/never-spoken and 2 more catch no mutant or proof"))
	})

	It("names a proof that fails, which proves nothing", func() {
		broken := matrix.Proof{Rule: "wire/framing", Proof: framer, Err: errors.New("it reads every form right")}
		v := judge(nil, []matrix.Proof{broken}, none, "wire/framing")
		Expect(v.Reason()).To(Equal("wire/framing catches no mutant or proof; a proof fails (it reads every form right)"))
	})

	It("does not count proofs of a rule whose check is switched off", func() {
		off := func(rule string) bool { return rule == "wire/framing" }
		v := judge(nil, []matrix.Proof{{Rule: "wire/framing", Proof: framer}}, off, "wire/framing")
		Expect(v.Blind).To(Equal([]string{"wire/framing"}))
	})
})

var _ = Describe("The proofs", func() {
	all, err := matrix.Proofs()

	It("are of every kind that is no wrong model, none twice", func() {
		Expect(err).NotTo(HaveOccurred())
		kinds, seen := map[zoo.Kind]bool{}, map[string]bool{}
		for _, p := range all {
			kinds[p.Kind] = true
			Expect(seen[p.Rule+p.String()]).To(BeFalse(), p.String())
			seen[p.Rule+p.String()] = true
		}
		Expect(kinds).To(HaveLen(6))
		Expect(kinds).NotTo(HaveKey(zoo.Mutant))
	})

	It("hold, as far as nothing has to be run for them", func() {
		var own []matrix.Proof
		for _, p := range all {
			switch p.Kind {
			case zoo.Trace, zoo.Framer, zoo.Writer:
				own = append(own, p)
			}
		}
		Expect(matrix.Prove(own, nil)).To(Succeed())
		for _, p := range own {
			Expect(p.Err).NotTo(HaveOccurred(), p.String())
		}
	})

	It("fail, and say so, where there is nothing to run a candidate with", func() {
		store := []matrix.Proof{{Rule: "persist/register-first", Proof: zoo.Proof{Kind: zoo.Store, Name: "results-first", On: "persist/register-first.breaking"}}}
		Expect(matrix.Prove(store, nil)).To(Succeed())
		Expect(store[0].Err).To(MatchError(ContainSubstring("nothing to run candidates with")))
	})
})

var _ = Describe("The table", func() {
	table := func() *matrix.Table {
		late := killed("attach/by-arrival", 120, 0)
		written := killed("attach/twice", 0, 0)
		written.Written.Killed, written.Written.Rule, written.Written.Seen = true, true, []string{"attach/exactly-once"}
		return &matrix.Table{
			Seeds: 2, Cases: 1000, Strategy: "mixed", Rules: rulesOf("attach/by-id", "wire/framing"),
			Rows:   []matrix.Row{killed("attach/by-name", 4, 8), late, written, killed("attach/replaces", 0, 0)},
			Proofs: []matrix.Proof{{Rule: "wire/framing", Proof: framer}},
		}
	}

	It("tells for each wrong model how many cases it took, and who saw it", func() {
		var out bytes.Buffer
		Expect(table().Text(&out)).To(Succeed())
		Expect(out.String()).To(MatchRegexp(`attach/by-name +attach/by-id +4 +8 +2/2 +2/2 +2/2 +2/2 +4 +0 of 0 +its rule\n`))
		Expect(out.String()).To(MatchRegexp(`attach/by-arrival +attach/by-id +120 +>1000 +0/2 +0/2 +1/2 +- `))
		Expect(out.String()).To(MatchRegexp(`attach/twice +attach/exactly-once +written +written`))
		Expect(out.String()).To(MatchRegexp(`attach/replaces +attach/accumulate +never +never .* nobody\n`))
	})

	It("tells for each rule what it catches, by what that is", func() {
		var out bytes.Buffer
		Expect(table().Text(&out)).To(Succeed())
		Expect(out.String()).To(MatchRegexp(`attach/by-id +2 of 2 +- +-\n`))
		Expect(out.String()).To(MatchRegexp(`wire/framing +- +- +1 framer\n`))
	})

	It("is a table in the documentation as well, with the rules that saw each", func() {
		var out bytes.Buffer
		Expect(table().Markdown(&out)).To(Succeed())
		Expect(out.String()).To(ContainSubstring("| attach/by-name | attach/by-id | 4 | 8 |"))
		Expect(out.String()).To(ContainSubstring("- `attach/by-name`: attach/by-id\n"))
	})
})
