package distill_test

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
)

// laboratory are the recordings that were made in a laboratory or by a stub model.
var laboratory = []string{"langgraph/*.jsonl", "langgraph/*.sse", "claude-code/lab/*", "codex/lab/*", "cagent/wire-nested-transfer.jsonl"}

// exercised are the rules that a recording puts to the test as a whole.
func exercised(name string) []string {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join(shared, name))
	Expect(err).NotTo(HaveOccurred())
	in, err := trace.Open(bytes.NewReader(text), trace.Options{})
	Expect(err).NotTo(HaveOccurred(), name)
	s := spec.Stream{Features: in.Features}
	for batch, err := range in.Batches() {
		Expect(err).NotTo(HaveOccurred(), name)
		s.Events = append(s.Events, segment.CloneEvents(batch.Events)...)
	}
	s.End = in.Cause()
	return behaviour.Rules(&s).Rules()
}

var _ = Describe("The fixtures that the program carries", func() {
	It("put every rule to the test that the recordings of a laboratory do", func() {
		// They stand for those recordings where these are not.
		all, err := fixtures.DistilledAll()
		Expect(err).NotTo(HaveOccurred())
		carried := map[string]bool{}
		for i := range all {
			for _, rule := range append(slices.Clone(all[i].Rules), all[i].Rule) {
				carried[rule] = true
			}
		}
		seen := 0
		for _, name := range recordings() {
			if !slices.ContainsFunc(laboratory, func(pattern string) bool { is, _ := path.Match(pattern, name); return is }) {
				continue
			}
			seen++
			for _, rule := range exercised(name) {
				Expect(carried).To(HaveKey(rule), name)
			}
		}
		Expect(seen).To(BeNumerically(">", 40))
	})
})
