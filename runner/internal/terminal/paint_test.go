package terminal_test

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/terminal"
)

var _ = Describe("A painter", func() {
	painted := func(when string, pieces ...string) string {
		var out bytes.Buffer
		p := terminal.NewPainter(&out)
		p.Color(when)
		for _, piece := range pieces {
			_, err := io.WriteString(p, piece)
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(p.Flush()).To(Succeed())
		return out.String()
	}
	report := `FAIL: 1 rule fails, 1 known, 60 pass
  FAIL            attach/accumulate                3 fail
  known           attach/by-id                     1 fail
  pass            attach/tool-first                7 pass
1. FAIL attach/accumulate (MUST): A second batch
       - one
       + two
verdict: FAIL: its end was not seen
pass  a.jsonl: agentc
exit 1: 3 failures of 1 rule
`

	It("changes nothing where colours are not wanted", func() {
		Expect(painted("never", report)).To(Equal(report))
		Expect(painted("auto", report)).To(Equal(report), "this is no terminal")
	})

	It("colours one word or one side of a difference in each line, and changes no text", func() {
		text := painted("always", report)
		for line := range strings.Lines(text) {
			Expect(regexp.MustCompile("\x1b\\[[0-9;]+m[^\x1b]+\x1b\\[0m").FindAllString(line, -1)).To(HaveLen(1), "%q", line)
		}
		Expect(regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, "")).To(Equal(report))
		Expect(text).To(HavePrefix("\x1b[31;1mFAIL\x1b[0m: 1 rule fails"))
		Expect(text).To(ContainSubstring("  \x1b[33mknown\x1b[0m "))
		Expect(text).To(ContainSubstring("\x1b[32m+ two\x1b[0m\n"))
	})

	It("gives the same for text in pieces, even without a last line break", func() {
		text := strings.TrimSuffix(report, "\n")
		pieces := strings.SplitAfter(text, "a")
		Expect(painted("always", pieces...)).To(Equal(painted("always", text)))
	})
})
