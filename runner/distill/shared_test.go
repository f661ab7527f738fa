package distill_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/internal/trace"
)

const shared = "../../../shared/traces"

// recordings are the shared recordings, by path below their folder.
func recordings() []string {
	GinkgoHelper()
	if _, err := os.Stat(shared); err != nil {
		Skip("the shared recordings are not here")
	}
	var names []string
	Expect(filepath.WalkDir(shared, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, ".md") {
			names = append(names, strings.TrimPrefix(path, shared+"/"))
		}
		return err
	})).To(Succeed())
	return names
}

// sized are the recordings that are small enough for the night or day.
func sized() []string {
	GinkgoHelper()
	return slices.DeleteFunc(recordings(), func(name string) bool {
		info, err := os.Stat(filepath.Join(shared, name))
		Expect(err).NotTo(HaveOccurred())
		return info.Size() > nightly.Count(int64(10_000), 1<<30)
	})
}

// distilled distils one recording.
func distilled(name string, workers int) (*distill.Covering, *trace.Import) {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(shared, name))
	Expect(err).NotTo(HaveOccurred())
	in, err := trace.Open(bytes.NewReader(text), trace.Options{})
	Expect(err).NotTo(HaveOccurred(), name)
	from := &distill.Recording{Dialect: in.Dialect, Batches: in.Batches, Cause: in.Cause}
	result, err := distill.Covers(from, distill.Options{Jobs: workers})
	Expect(err).NotTo(HaveOccurred(), name)
	return result, in
}

// length is how many records a distillate has.
func length(d *distill.Distillate) int {
	if d.Records != nil {
		return len(d.Records)
	}
	return d.Stream.Records()
}

var _ = Describe("Covering the shared recordings", func() {
	It("keeps exactly what each shows, in a quarter of the records where there are more than fifty", func() {
		var table strings.Builder
		for _, name := range sized() {
			result, in := distilled(name, 1)
			before, after := in.Counts().Records, 0
			for i := range result.Distillates {
				after += length(&result.Distillates[i])
			}
			fmt.Fprintf(&table, "%-64s %4d -> %3d records (%3d %%), %2d steps and orders, %2d rules, %3d runs\n", name, before, after,
				100*after/before, result.Behaviours.Steps().Len(), len(result.Behaviours.Rules()), result.Runs)
			Expect(result.Shown.Names()).To(Equal(result.Behaviours.Names()), name)
			Expect(result.Stopped).To(BeFalse(), name)
			if before > 50 {
				Expect(4*after).To(BeNumerically("<=", before), name)
			}
		}
		AddReportEntry("records", table.String(), ReportEntryVisibilityNever)
		if path := os.Getenv("COVER_TABLE"); path != "" {
			Expect(os.WriteFile(path, []byte(table.String()), 0o644)).To(Succeed())
		}
	})

	It("says of each what still has to hold of it, and of nothing less", func() {
		recordings()
		for _, name := range []string{"langgraph/nested-subagents.jsonl", "langgraph/parallel-two-subagents.messages-legacy.sse"} {
			result, _ := distilled(name, 2)
			for _, d := range result.Distillates {
				Expect(d.Holds(d.Stream, d.Records)).To(BeTrue())
				less := d.Stream
				less.Events = less.Events[:len(less.Events)/2]
				Expect(d.Holds(less, nil)).To(BeFalse())
			}
		}
	})

	It("keeps records as they were recorded where the dialect cannot write them", func() {
		recordings()
		result, _ := distilled("langgraph/parallel-two-subagents.messages-legacy.sse", 1)
		Expect(result.Distillates).To(HaveLen(1))
		Expect(result.Distillates[0].Records).NotTo(BeEmpty())
	})

	It("gives the same bytes with any number of workers", func() {
		recordings()
		for _, name := range []string{"claude-code/lab/subagent-fails-run-continues.jsonl", "langgraph/parallel-two-subagents.jsonl"} {
			one, _ := distilled(name, 1)
			for _, workers := range []int{2, 8} {
				other, _ := distilled(name, workers)
				Expect(written(other)).To(Equal(written(one)))
			}
		}
	})
})
