package terminal_test

import (
	"bytes"
	"io"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/terminal"
)

var _ = Describe("A bar", func() {
	judging := terminal.Work{Phase: "judging", At: "attach", Failed: "37 failed", Done: 812, Of: 2061}

	// shown are the lines that stood in place of each other.
	shown := func(out *bytes.Buffer) []string { return strings.Split(out.String(), "\r\x1b[K")[1:] }

	DescribeTable("fits the terminal, and says what is done, how far it is, and what failed",
		func(columns string, width int) {
			GinkgoT().Setenv("COLUMNS", columns)
			var out bytes.Buffer
			bar := terminal.LiveBar(&out)
			bar.Set(terminal.Work{Phase: "judging", Of: 2061})
			bar.Set(judging)
			bar.Tick(6 * time.Second)
			line := shown(&out)[0]
			Expect(line).To(MatchRegexp(`^judging     +39% \[=+>\.+\] \(812/2061, \d+ cases/\w+\) \[\d+s:\w+\] 37 failed`))
			Expect(runewidth.StringWidth(line)).To(BeNumerically("<", width))
		},
		Entry("80 columns", "80", 80),
		Entry("120 columns", "120", 120),
	)

	It("is cut where the terminal is narrow, and never wraps", func() {
		GinkgoT().Setenv("COLUMNS", "40")
		var out bytes.Buffer
		bar := terminal.LiveBar(&out)
		bar.Set(judging)
		bar.Tick(time.Second)
		Expect(runewidth.StringWidth(shown(&out)[0])).To(BeNumerically("<", 40))
	})

	It("begins anew with each phase", func() {
		GinkgoT().Setenv("COLUMNS", "120")
		var out bytes.Buffer
		bar := terminal.LiveBar(&out)
		bar.Set(judging)
		bar.Tick(time.Second)
		bar.Set(terminal.Work{Phase: "attributing", Failed: "40 failed", Of: 40})
		bar.Tick(time.Second)
		Expect(shown(&out)[1]).To(MatchRegexp(`^attributing   0% \[\.+\] \(0/40, .* 40 failed$`))
		bar.End()
		Expect(shown(&out)[2]).To(BeEmpty(), "it is cleared at the end")
	})

	It("says how long it takes where the number of cases is not known", func() {
		var out bytes.Buffer
		bar := terminal.LiveBar(&out)
		bar.Set(terminal.Work{Phase: "diagnosing", Failed: "40 failed"})
		bar.Tick(12 * time.Second)
		Expect(shown(&out)).To(Equal([]string{"diagnosing: 12s, 40 failed"}))
	})

	It("is one line at a time elsewhere than on a terminal", func() {
		var out bytes.Buffer
		bar := terminal.PipedBar(&out)
		bar.Tick(time.Second)
		Expect(out.String()).To(BeEmpty(), "nothing was said yet")
		bar.Set(terminal.Work{Phase: "judging", Of: 2000})
		bar.Set(terminal.Work{Phase: "judging", At: "attach", Failed: "37 failed", Done: 500, Of: 2000})
		bar.Tick(10 * time.Second)
		bar.Set(terminal.Work{Phase: "fuzzing", Done: 70})
		bar.Tick(7 * time.Second)
		bar.End()
		Expect(out.String()).To(Equal("judging: 500 of 2000 cases, 50 a second, 30s left, 37 failed, attach\nfuzzing: 70 cases, 7s\n"))
	})

	It("lets no text steer the terminal or forge a line", func() {
		evil := terminal.Work{Phase: "judging", At: "x\x1b[2J\r\nFAIL forged\u202e", Done: 1, Of: 2}
		for _, new := range []func(io.Writer) *terminal.Bar{terminal.LiveBar, terminal.PipedBar} {
			GinkgoT().Setenv("COLUMNS", "200")
			var out bytes.Buffer
			bar := new(&out)
			bar.Set(evil)
			bar.Tick(time.Second)
			text := strings.TrimSuffix(strings.TrimPrefix(out.String(), "\r\x1b[K"), "\n")
			Expect(text).To(ContainSubstring("FAIL forged"))
			Expect(text).NotTo(ContainSubstring("\x1b"))
			Expect(text).NotTo(ContainSubstring("\n"))
			Expect(text).NotTo(ContainSubstring("\r"))
			Expect(text).NotTo(ContainSubstring("\u202e"))
		}
	})

	It("shows nothing where it is quiet, and in a pipe nothing at once", func() {
		for _, quiet := range []bool{true, false} {
			var out bytes.Buffer
			bar := terminal.NewBar(&out, quiet)
			bar.Set(judging)
			bar.End()
			Expect(out.String()).To(BeEmpty())
		}
	})
})
