package runner

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// A piecer takes the raw stream and reads its lines, however they are cut. It
// gives what it reads to a spoiler.
type piecer struct {
	spoiler
	refuses string
}

func (p *piecer) Hello() probe.HelloReply {
	p.bytes = true
	return p.spoiler.Hello()
}

// Run hands the lines over as records, each position moved to those that were
// whole by then.
func (p *piecer) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	var text []byte
	lines := *req
	lines.Chunks, lines.Observe = nil, nil
	whole := []int{0}
	for i, chunk := range req.Chunks {
		text = append(text, chunk...)
		if p.refuses != "" && bytes.Contains(text, []byte(p.refuses)) {
			return &probe.RunReply{Rejected: &probe.Rejected{At: i + 1, Reason: "malformed"}, Final: &spec.Transcript{}}, nil
		}
		whole = append(whole, bytes.Count(text, []byte("\n")))
	}
	for line := range bytes.Lines(text) {
		lines.Events = append(lines.Events, bytes.TrimSpace(line))
	}
	for _, at := range req.Observe {
		lines.Observe = append(lines.Observe, whole[at])
	}
	return p.spoiler.Run(&lines)
}

// cases are generated neutral cases.
func cases(n int) []*Case {
	GinkgoHelper()
	var all []*Case
	for i := range uint64(n) {
		p := perform.Generate(neutral.New().Features(""), perform.Clean, perform.CaseSeed(5, i))
		c, err := generated(fmt.Sprint("test/", i), neutral.New(), "", p)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, c)
	}
	return all
}

var _ = Describe("Cutting the bytes anew", func() {
	j := &judge{}
	framed := func(c *Case) *chunks {
		GinkgoHelper()
		out, err := j.framed(c)
		Expect(err).NotTo(HaveOccurred())
		return out
	}

	It("moves no byte, and keeps what is observed apart", func() {
		ways := map[string]int{}
		for _, c := range cases(60) {
			text, err := wire.AppendAll(nil, wire.Lines, c.Records)
			Expect(err).NotTo(HaveOccurred())
			cut := framed(c.transported())
			var joined []byte
			for _, chunk := range cut.all {
				joined = append(joined, chunk...)
			}
			Expect(joined).To(Equal(text))
			for at, record := range c.Observe {
				var before []byte
				for _, chunk := range cut.all[:cut.behind(c.Observe)[at]] {
					before = append(before, chunk...)
				}
				Expect(bytes.Count(before, []byte("\n"))).To(Equal(record))
				Expect(before[len(before)-1]).To(Equal(byte('\n')), "a position stands behind a whole record")
			}
			switch {
			case len(cut.all) == len(text):
				ways["single"]++
			case slices.ContainsFunc(cut.all, func(chunk probe.Chunk) bool { i := bytes.IndexByte(chunk, '\n'); return i >= 0 && i < len(chunk)-1 }):
				ways["joined"]++
			default:
				ways["cut"]++
			}
		}
		Expect(ways).To(HaveLen(3), "%v", ways)
	})

	It("cuts a case the same way each time, and not at all where it is whole", func() {
		for _, c := range cases(5) {
			Expect(framed(c.transported())).To(Equal(framed(c.transported())))
			Expect(framed(c.transported().whole()).all).To(HaveLen(len(c.Records)))
		}
	})

	It("finds the record of a chunk", func() {
		c := &chunks{ends: []int{0, 2, 2, 5}}
		var records []int
		for chunk := range 7 {
			records = append(records, c.record(chunk))
		}
		Expect(records).To(Equal([]int{0, 1, 1, 3, 3, 3, 3}))
	})
})

var _ = Describe("A candidate that takes the raw stream", func() {
	settle := func(c probe.Candidate, of *Case) report.Case {
		GinkgoHelper()
		var out outcome
		Expect(judgeOf(c).settle(context.Background(), of, &out)).To(Succeed())
		return out.record
	}
	verdicts := func(c probe.Candidate) map[spec.Verdict]int {
		GinkgoHelper()
		count := map[spec.Verdict]int{}
		for _, of := range cases(25) {
			for _, r := range settle(c, of).Rules {
				if r.Rule == chunkRule {
					count[r.Verdict]++
				}
			}
		}
		return count
	}

	It("passes the rule about its cuts where it reads its lines whole", func() {
		Expect(verdicts(&piecer{})).To(And(HaveKey(spec.Pass), Not(HaveKey(spec.Fail))))
	})

	It("is charged with it where it takes each chunk for a record", func() {
		Expect(verdicts(&spoiler{bytes: true})).To(HaveKey(spec.Fail))
		for _, of := range cases(5) {
			for _, f := range settle(&spoiler{bytes: true}, of).Findings {
				Expect(f.Rule).To(Equal(chunkRule))
				Expect(f.Detail).To(Equal("with one chunk a record the case passes"))
			}
		}
	})

	It("is not charged with it for what it gets wrong whole as well", func() {
		c := &piecer{spoiler: spoiler{dislikes: func([]spec.Event) bool { return true }, spoil: loseMessages}}
		Expect(verdicts(c)).NotTo(HaveKey(spec.Fail))
	})

	It("refuses a record, whatever chunk that came in", func() {
		for _, of := range cases(10) {
			c := &piecer{refuses: `"kind":"turn.end"`}
			t, err := judgeOf(c).try(context.Background(), of.transported())
			Expect(err).NotTo(HaveOccurred())
			if t.Verdict != spec.RejectedWrongly {
				continue
			}
			var at int
			_, err = fmt.Sscanf(t.Detail, "it refused record %d", &at)
			Expect(err).NotTo(HaveOccurred())
			Expect(at).To(BeNumerically("<=", len(of.Records)))
		}
	})
})
