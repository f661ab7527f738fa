package main

import (
	"fmt"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A long trace on the page", func() {
	It("of 100,000 records has few elements, and is searched and read to its end", func() {
		var long strings.Builder
		for i := range 50_000 {
			fmt.Fprintf(&long, "{\"kind\":\"call.open\",\"session\":\"s%d\",\"message\":\"m\",\"call\":\"c%d\",\"name\":\"read\",\"args\":\"{}\"}\n{\"kind\":\"call.done\",\"session\":\"s%d\",\"call\":\"c%d\",\"result\":\"x%d\"}\n", i%5, i, i%5, i, i)
		}
		folder := written(GinkgoT().TempDir(), map[string]string{"long.jsonl": long.String()})
		s := look(job{Name: "long", Paths: []string{filepath.Join(folder, "long.jsonl")}, Search: "c49999:", Cancel: true})["long"]
		Expect(s.Cancelled).To(Equal("Cancelled."), "it answers while it reads")
		Expect(s.State).To(BeEmpty())
		Expect(s.Verdict).To(HavePrefix("FAIL: incomplete"))
		Expect(s.Ends).To(HavePrefix("100,000 records in "))
		Expect(s.Notes).To(BeEmpty(), "nothing is left out")
		Expect(s.Elements).To(And(BeNumerically(">", 10), BeNumerically("<", 100)))
		Expect(s.Found).To(MatchRegexp(`^\d of 100,\d+ lines$`))
		Expect(s.Rows).To(ContainElement("result of read c49999: x49999"))
		Expect(s.Saved == onCommand(folder, "long.jsonl")).To(BeTrue(), "the page saves what the command writes")
	})

	It("of a million sessions is drawn as far as there is room, and the page says what it left out", func() {
		var long strings.Builder
		for i := range 1_000_000 {
			fmt.Fprintf(&long, "{\"kind\":\"text\",\"session\":\"s%d\",\"message\":\"m\",\"text\":\"Hm.\"}\n", i)
		}
		path := filepath.Join(written(GinkgoT().TempDir(), map[string]string{"million.jsonl": long.String()}), "million.jsonl")
		s := look(job{Name: "million", Paths: []string{path}, Cancel: true})["million"]
		Expect(s.Cancelled).To(Equal("Cancelled."), "it answers while it reads")
		Expect(s.State).To(BeEmpty())
		Expect(s.Verdict).To(Equal("no verdict: the page reads at most the first 256 MiB of a trace, unpacked, and the first 500000 records; the whole, in a terminal: quock check million.jsonl"))
		Expect(s.Notes).To(ConsistOf(MatchRegexp(`^left out: the text of the last \d+ records, behind the first 24 MiB$`)))
		Expect(s.Elements).To(And(BeNumerically(">", 10), BeNumerically("<", 100)))
		Expect(s.Last).To(ContainElements("many more sessions: 499,964 texts", "the reading breaks off"))
	})
})
