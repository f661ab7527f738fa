package report_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// shard is the log of a shard with one failing case.
func shard(which string, number int, found ...report.Diagnosed) *report.Log {
	return &report.Log{
		Header: report.Header{Log: report.Version, Shard: which, Cases: 1},
		Cases:  []report.Case{{Number: number, Verdict: spec.Fail}},
		Footer: &report.Footer{Cases: 1, Verdicts: map[spec.Verdict]int{spec.Fail: 1}, Diagnosis: &report.Diagnosis{Of: 1, Failing: 1, Explained: 1, Deviations: found}},
	}
}

var _ = Describe("The logs of shards", func() {
	It("become one log in the order of the cases, with what each found added up", func() {
		log, err := report.Merge([]string{"b", "a"}, []*report.Log{
			shard("2/2", 2, report.Diagnosed{Name: "x", Cases: 1, Equals: []string{"y", "z"}}),
			shard("1/2", 1, report.Diagnosed{Name: "w", Cases: 1}, report.Diagnosed{Name: "x", Cases: 3, Equals: []string{"z"}}),
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(log.Cases).To(HaveExactElements(HaveField("Number", 1), HaveField("Number", 2)))
		Expect(log.Header).To(And(HaveField("Shard", ""), HaveField("Cases", 2)))
		Expect(log.Footer.Verdicts).To(Equal(map[spec.Verdict]int{spec.Fail: 2}))
		Expect(log.Footer.Diagnosis.Failing).To(Equal(2))
		Expect(log.Footer.Diagnosis.Deviations).To(Equal([]report.Diagnosed{{Name: "x", Cases: 4, Equals: []string{"z"}}, {Name: "w", Cases: 1}}))
	})

	It("say which of them is missing, and which was interrupted first of all", func() {
		log, err := report.Merge([]string{"a"}, []*report.Log{shard("1/3", 1)})
		Expect(err).NotTo(HaveOccurred())
		Expect(log.Footer).To(And(HaveField("Stopped", report.NoShard), HaveField("Detail", "no log of shard 2/3, 3/3")))
		stopped := shard("1/2", 1)
		stopped.Footer.Stopped = report.Interrupted
		log, err = report.Merge([]string{"a"}, []*report.Log{stopped})
		Expect(err).NotTo(HaveOccurred())
		Expect(log.Footer.Stopped).To(Equal(report.Interrupted))
	})

	DescribeTable("are refused where they are not of one run",
		func(change func(*report.Header), why string) {
			other := shard("2/2", 2)
			change(&other.Header)
			_, err := report.Merge([]string{"a", "b"}, []*report.Log{shard("1/2", 1), other})
			Expect(err).To(MatchError(ContainSubstring(why)))
		},
		Entry("seed", func(h *report.Header) { h.Seed = 2 }, "a and b differ in the seed"),
		Entry("corpus", func(h *report.Header) { h.Corpus = "x" }, "a and b differ in the corpus"),
		Entry("candidate", func(h *report.Header) { h.Candidate.Version = "2" }, "a and b differ in the candidate"),
		Entry("another number of shards", func(h *report.Header) { h.Shard = "2/3" }, "a is one of 2 shards, and b of 3"),
		Entry("a shard that there cannot be", func(h *report.Header) { h.Shard = "3/2" }, `b: shard "3/2" is not i/n`),
	)
})
