package lanes_test

import (
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/internal/trace"
)

var _ = Describe("The recorded traces", func() {
	shared := filepath.Join("..", "..", "..", "..", "shared", "traces")
	BeforeEach(func() {
		if _, err := os.Stat(shared); err != nil {
			Skip("they are not beside the work tree")
		}
	})
	drawFile := func(name string) drawn {
		GinkgoHelper()
		file, err := os.Open(name)
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		from, err := trace.Open(file, trace.Options{})
		Expect(err).NotTo(HaveOccurred(), name)
		defer from.Close()
		var b strings.Builder
		d := lanes.New(&b, from.Features, lanes.Options{Width: 100})
		for batch, err := range from.Batches() {
			Expect(err).NotTo(HaveOccurred(), name)
			Expect(d.Add(&batch)).To(Succeed())
		}
		stats, err := d.End(from.Cause(), "")
		Expect(err).NotTo(HaveOccurred())
		return drawn{b.String(), stats, d.Nothing()}
	}

	It("fit a screen where two sub-agents run in parallel, and show which call made which", func() {
		d := drawFile(filepath.Join(shared, "claude-code", "lab", "two-parallel-subagents-partial.jsonl"))
		Expect(len(d.lines())).To(BeNumerically("<=", 40))
		Expect(d.line("├─B")).To(ContainSubstring("child general-purpose, made by A's call Task toolu_labT1"))
		Expect(d.line("├─┼─C")).To(ContainSubstring("child general-purpose, made by A's call Task toolu_labT2"))
		Expect(d.line("│ B │  calls")).To(ContainSubstring("Bash toolu_labI1"))
		Expect(d.line("│ │ C  error of Read toolu_labI3")).To(ContainSubstring("File does not exist"))
		Expect(d.line("A─┼─╯")).To(ContainSubstring("result of Task toolu_labT2"))
		Expect(d.line("A─╯  ")).To(ContainSubstring("result of Task toolu_labT1"))
	})

	It("are all drawn, none in more lines than it has records, but for documents and short ones", func() {
		places, err := trace.Find(shared, true)
		Expect(err).NotTo(HaveOccurred())
		for _, place := range places {
			d := drawFile(place.Stream)
			Expect(d.text).NotTo(BeEmpty(), place.Name)
			Expect(d.stats.Begun+d.stats.Folded+d.stats.Silent).To(Equal(d.stats.Records), place.Name)
			if d.stats.Records > 20 {
				Expect(d.stats.Lines).To(BeNumerically("<=", d.stats.Records+5), place.Name)
			}
		}
	})
})
